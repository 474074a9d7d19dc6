import { endpoints, isEffect } from '@redress/contracts';
import { isWrite, siteCalls } from './calls.ts';
import type { SiteAnswer } from './kept-answers.ts';

const answered: SiteAnswer = { status: 200, headers: {}, body: Buffer.from('{}') };
const lines: string[] = [];
const callsOf = (allowWrites: boolean, ask = async () => answered) =>
  siteCalls({ origin: 'https://site.example', ask, allowWrites, write: (line) => lines.push(line) });
const textOf = ({ body }: SiteAnswer) => JSON.parse(body.toString()) as { code: string; message: string };

it('takes every call with an effect for a write, but to sign in and out', () => {
  const refused = Object.entries(endpoints).filter(([, endpoint]) => isWrite(endpoint));
  const effects = Object.entries(endpoints).filter(([, endpoint]) => isEffect(endpoint));
  expect(refused.map(([name]) => name).sort()).toEqual(
    effects
      .map(([name]) => name)
      .filter((name) => name !== 'login' && name !== 'logout')
      .sort(),
  );
  // Some of them are asked by GET.
  expect(refused.some(([, { method }]) => method === 'GET')).toBe(true);
  expect(isWrite({ method: 'GET', path: '/api/checkAuth.php?x=1' })).toBe(false);
  expect(isWrite({ method: 'POST', path: '/api/of-tomorrow' })).toBe(true);
});

it.each([
  '/api/user/%64elete_account.php',
  '/api//user/x.php',
  '/api/user/x.php/',
  '/api/user/x.php;a',
  '/api/user/x%2ephp',
])('takes %s for a write: the site may read in it a call with an effect', (path) => {
  expect(isWrite({ method: 'GET', path })).toBe(true);
});

it('takes what the contracts do not know for a read when it is asked by GET', () => {
  expect(isWrite({ method: 'GET', path: '/api/of-tomorrow/0a.pdf?x=%2F' })).toBe(false);
});

it('refuses a write by the words of the API, says so in the terminal, and does not ask the site', async () => {
  const ask = jest.fn(async () => answered);
  const answer = await callsOf(false, ask)({ method: 'POST', path: '/api/of-tomorrow' });
  expect(answer.status).toBe(403);
  expect(textOf(answer)).toMatchObject({ code: 'FORBIDDEN', message: expect.stringContaining('--allow-writes') });
  expect(ask).not.toHaveBeenCalled();
  expect(lines.at(-1)).toContain('refused: POST /api/of-tomorrow would change something at https://site.example');
});

it('lets writes through where that was asked for', async () => {
  expect(await callsOf(true)({ method: 'POST', path: '/api/of-tomorrow' })).toBe(answered);
});

it('answers that the site is away, when it is', async () => {
  const answer = await callsOf(false, async () => Promise.reject(new TypeError('fetch failed')))({
    method: 'GET',
    path: '/api/checkAuth.php',
  });
  expect(answer.status).toBe(503);
  expect(textOf(answer).message).toBe('https://site.example does not answer.');
});
