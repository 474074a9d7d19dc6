import { checkCoupon } from '@redress/contracts';
import { resetStore } from '@redress/session-store';
import { call, startApi } from './api.ts';
import type { ApiError } from './call.ts';
import { askUntilAnswered, isServerBack, retryDelayMs } from './server-return.ts';

const real = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = real;
  jest.useRealTimers();
});

it('waits at most 2.5 s for a server that says nothing, and never as long as every other tab', () => {
  const waits = [0, 0.25, 0.5, 0.999].map((at) => retryDelayMs({}, 0, () => at));
  expect(new Set(waits).size).toBe(4);
  expect(Math.max(...waits)).toBeLessThanOrEqual(2_500);
});

it('never comes before the server asked for it, and spreads tabs further with each refusal', () => {
  const asked = { retryAfterSeconds: 1 };
  expect(retryDelayMs(asked, 1, () => 0)).toBe(1_000);
  expect([1, 2, 3, 20].map((refusals) => retryDelayMs(asked, refusals, () => 1))).toEqual([
    3_000, 5_000, 9_000, 31_000,
  ]);
});

it.each([
  ['seconds', '7', 7],
  ['a date', 'Sun, 22 Nov 2026 12:00:09 GMT', 9],
  ['nonsense', 'soon', undefined],
  ['a time that has passed', 'Sun, 22 Nov 2026 11:00:00 GMT', undefined],
  ['a day', '86400', undefined],
])('reads Retry-After of a proxy that refuses in the server’s place: %s', async (_form, header, expected) => {
  jest.useFakeTimers({ now: new Date('2026-11-22T12:00:00Z') });
  resetStore();
  startApi();
  globalThis.fetch = async () => new Response('<h1>busy</h1>', { status: 429, headers: { 'retry-after': header } });
  const result = await call(checkCoupon, { code: 'FIVE' });
  expect(result).toMatchObject({ error: { code: 'BAD_ANSWER', status: 429 } });
  expect('error' in result && result.error.retryAfterSeconds).toBe(expected);
});

it('takes a server for returned only when it answers', async () => {
  globalThis.fetch = async () => new Response('{"ok":true}');
  expect(await isServerBack()).toBe(true);
  globalThis.fetch = async () => new Response('', { status: 503 });
  expect(await isServerBack()).toBe(false);
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  expect(await isServerBack()).toBe(false);
});

it('hears an answer that a slow line brings late, once', async () => {
  jest.useFakeTimers();
  let asked = 0;
  globalThis.fetch = () => {
    asked += 1;
    return new Promise((resolve) => setTimeout(resolve, 4_000, new Response('{"ok":true}')));
  };
  const first = isServerBack();
  await jest.advanceTimersByTimeAsync(2_000);
  expect(await first).toBe(false);
  await jest.advanceTimersByTimeAsync(2_500);
  expect(await isServerBack()).toBe(true);
  expect(asked).toBe(1);
  const next = isServerBack();
  await jest.advanceTimersByTimeAsync(2_000);
  expect([await next, asked]).toEqual([false, 2]);
});

it('does not take an answer of long ago for one of now', async () => {
  jest.useFakeTimers();
  globalThis.fetch = () => new Promise((resolve) => setTimeout(resolve, 3_000, new Response('{"ok":true}')));
  void isServerBack();
  await jest.advanceTimersByTimeAsync(60_000);
  const now = isServerBack();
  await jest.advanceTimersByTimeAsync(2_000);
  expect(await now).toBe(false);
});

describe('an effect that is one however often it is asked for', () => {
  const refusal = (code: ApiError['code'], status: number) => ({ error: { code, message: '', status } });
  const busy = refusal('OVERLOADED', 503);
  beforeEach(() => jest.useFakeTimers());

  it('is asked for again while the server cannot answer, and not after a refusal', async () => {
    const answers = [busy, busy, { data: 'done' }];
    const [ask, late] = [jest.fn(async () => answers.shift() ?? busy), jest.fn()];
    const asked = askUntilAnswered(ask, late);
    await jest.advanceTimersByTimeAsync(15_000);
    expect(await asked).toEqual({ data: 'done' });
    expect(late).toHaveBeenCalledTimes(2);
    expect(await askUntilAnswered(async () => refusal('NOT_PAID', 409), late)).toEqual(refusal('NOT_PAID', 409));
  });

  it('is not asked for by a computer that wakes after an hour: its person may have thought better of it', async () => {
    const ask = jest.fn(async () => busy);
    const asked = askUntilAnswered(ask, () => undefined);
    await jest.advanceTimersByTimeAsync(10);
    jest.setSystemTime(Date.now() + 3_600_000);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(await asked).toEqual(busy);
    expect(ask).toHaveBeenCalledTimes(1);
  });
});
