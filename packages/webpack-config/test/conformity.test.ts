/** @jest-environment @redress/jest-config/jsdom-environment.js */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInstance } from '@module-federation/runtime';
import type { BuildDescriptor } from '@redress/contracts/releases';
import { remote, run } from './fixture.ts';

const BASE = 'https://site.test/assets/mf-fixture/';

describe('a container, to the runtime of module federation', () => {
  let directory: string;
  let descriptor: BuildDescriptor;
  beforeAll(() => {
    directory = remote();
    descriptor = run(directory);
  }, 60_000);

  /** Runs a file of the build as the page's script element would. */
  const evaluate = (file: string) =>
    globalThis.eval(readFileSync(path.join(directory, 'dist', file), 'utf8')) as unknown;

  /** Stands for the shell's loader: jsdom fetches nothing by itself. */
  const script = (url: string) => {
    const element = document.createElement('script');
    queueMicrotask(() => {
      evaluate(url.slice(BASE.length));
      element.dispatchEvent(new Event('load'));
    });
    return element;
  };
  const pin = (link: HTMLLinkElement) => queueMicrotask(() => link.dispatchEvent(new Event('load')));

  it('gives its modules the host’s own packages', async () => {
    Object.assign(globalThis, { __redress: { script, pin } });
    const react = { useState: () => 'the host’s' };
    const offer = (lib: unknown, version: string) => ({
      version,
      lib: () => lib,
      shareConfig: { singleton: true, requiredVersion: `^${version}` },
    });
    const host = createInstance({
      name: 'another-host',
      remotes: [{ name: 'fixture', entry: `${BASE}${descriptor.entry}`, type: 'var' }],
      shared: {
        react: offer(react, '19.3.1'),
        'react/jsx-runtime': offer({}, '19.3.1'),
      },
      plugins: [
        {
          name: 'script-by-jsdom',
          loadEntry: async () => {
            const element = document.createElement('script');
            element.src = `${BASE}${descriptor.entry}`;
            document.head.append(element);
            evaluate(descriptor.entry);
            return (globalThis as Record<string, unknown>)[descriptor.globalName] as never;
          },
        },
      ],
    });
    const module = await host.loadRemote<{ mount(): Promise<unknown[]> }>('fixture/lifecycles');
    const [later, useState] = await module!.mount();
    expect(later).toBe('only when asked');
    expect(useState).toBe(react.useState);
    await expect(host.loadRemote('fixture/slot/wizard.payment')).rejects.toThrow(
      'The shell does not share react-router-dom',
    );
  });
});
