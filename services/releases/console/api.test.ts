/** @jest-environment @redress/jest-config/jsdom-environment.js */
import '@redress/jest-config/setup-browser.js';
import { CONSOLE_VERSION_HEADER } from '@redress/contracts/release-api';
import { releaseApi } from './api.ts';
import { reloadUnlessTyped } from './reload.ts';

const where = { channel: 'production', remote: 'mf-wizard', reason: 'r' };

it('an answer of another version is not shown, unless the next one is of its own; of an act it is: that is done', async () => {
  const versions = ['v1', 'v2', 'v1', 'v2', 'v2', 'v2', 'v2', 'v2'];
  globalThis.fetch = async () =>
    ({
      ok: true,
      headers: new Headers({ [CONSOLE_VERSION_HEADER]: versions.shift() ?? '' }),
      json: async () => ({ number: 1 }) as unknown,
    }) as Response;
  const onChanged = jest.fn();
  const api = releaseApi('t', () => {}, { version: 'v1', onChanged });
  for (const _ of ['v1', 'v2 v1']) await expect(api('status', where)).resolves.toEqual({ number: 1 });
  expect(onChanged).not.toHaveBeenCalled();
  await expect(api('switchOff', where)).resolves.toEqual({ number: 1 });
  await expect(api('status', where)).rejects.toMatchObject({ code: 'CONSOLE_CHANGED' });
  await expect(api('dryRun', { ...where, call: 'switchOff' })).rejects.toMatchObject({ code: 'CONSOLE_CHANGED' });
  expect(onChanged).toHaveBeenCalledTimes(2);
});

it('a page is loaded anew where nothing is open or typed, and not over and over', () => {
  const reload = jest.fn();
  const reloads = (page: string) => {
    document.body.innerHTML = page;
    reloadUnlessTyped(reload);
    return reload.mock.calls.length;
  };
  for (const kept of ['<dialog open></dialog>', '<div data-open></div>', '<input value="typed">'])
    expect(reloads(kept)).toBe(0);
  for (const _ of [1, 2]) expect(reloads('<dialog></dialog><input type="checkbox"><input>')).toBe(1);
});
