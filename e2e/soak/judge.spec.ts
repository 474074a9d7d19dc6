import { expect, test } from '@playwright/test';
import { judgeSeries, judgeTables } from './judge.ts';

const MINUTE = 60_000;
const samples = (valueAt: (minute: number) => number) =>
  Array.from({ length: 30 }, (_, minute) => ({ at: minute * MINUTE, value: valueAt(minute) }));

test('a process that grows is told from one that does not, and the sandbox is not judged', () => {
  const series = new Map([
    ['claims-1 heap, MB', samples(() => 100)],
    ['claims-2 heap, MB', samples((minute) => 100 + minute)],
    ['sandbox heap, MB', samples((minute) => 100 + minute)],
  ]);
  expect(judgeSeries(series, { from: 0, idle: 0.5 }).map(({ name, isFlat }) => [name, isFlat])).toEqual([
    ['claims-1 heap, MB', true],
    ['claims-2 heap, MB', false],
    ['sandbox heap, MB', null],
  ]);
});

test('what rose before the warm-up was over does not count', () => {
  const series = new Map([['site-1 memory, MB', samples((minute) => (minute < 20 ? 100 + 10 * minute : 300))]]);
  expect(judgeSeries(series, { from: 20 * MINUTE, idle: 0.5 })[0]?.isFlat).toBe(true);
  expect(judgeSeries(series, { from: 0, idle: 0.5 })[0]?.isFlat).toBe(false);
});

test('a figure that was looked at twice is not shown to be flat', () => {
  const [judged] = judgeSeries(new Map([['site-1 memory, MB', samples(() => 100).slice(0, 2)]]), {
    from: 0,
    idle: 0.5,
  });
  expect(judged).toMatchObject({ trend: null, isFlat: false });
});

test('delays are not judged on a machine without time left, memory is', () => {
  const growing = samples((minute) => 100 + 10 * minute);
  const series = new Map([
    ['site-1 memory, MB', growing],
    ['site-1 event loop delay p99, ms', growing],
    ['calls, p99 in ms', growing],
  ]);
  const flatWith = (idle: number) => judgeSeries(series, { from: 0, idle }).map(({ isFlat }) => isFlat);
  expect(flatWith(0.02)).toEqual([false, null, null]);
  expect(flatWith(0.5)).toEqual([false, false, false]);
});

test('a figure without a rule is an error', () => {
  expect(() => judgeSeries(new Map([['temperature', samples(() => 1)]]), { from: 0, idle: 0.5 })).toThrow(
    'temperature',
  );
});

test('a table of claims may grow with the claims, one of releases with the releases, and no other', () => {
  const before = new Map([
    ['claims.order_quote', 10],
    ['releases.snapshot', 5],
    ['claims.forgotten', 0],
  ]);
  const bounded = (after: [string, number][]) =>
    judgeTables([before, new Map(after)], { claims: 1_000, releases: 30 }).map(({ isBounded }) => isBounded);
  expect(
    bounded([
      ['claims.order_quote', 1_010],
      ['releases.snapshot', 95],
      ['claims.forgotten', 3],
    ]),
  ).toEqual([true, true, true]);
  expect(
    bounded([
      ['claims.order_quote', 3_000],
      ['releases.snapshot', 900],
      ['claims.forgotten', 900],
      ['claims.new', 900],
    ]),
  ).toEqual([false, false, false, false]);
});
