import { isRising, lowsOf, trendOf, type Sample } from '../proof/trend.ts';

const MINUTE = 60_000;
const every = (count: number, valueAt: (minute: number) => number): Sample[] =>
  Array.from({ length: count }, (_, minute) => ({ at: minute * MINUTE, value: valueAt(minute) }));
/** Between -1 and 1, the same in every run. */
const noise = (index: number) => ((index * 7919) % 201) / 100 - 1;
const LIMIT = { share: 0.05, atLeast: 1 };

it('finds the slope of a line, whatever a few outliers say', () => {
  const samples = every(30, (minute) => 100 + 2 * minute);
  samples[10] = { at: 10 * MINUTE, value: 5_000 };
  samples[20] = { at: 20 * MINUTE, value: 0 };
  expect(trendOf(samples)).toMatchObject({ perMinute: 2, minutes: 29 });
});

it('has the slope within its interval', () => {
  const { perMinute, low, high } = trendOf(every(60, (minute) => 200 + minute + 5 * noise(minute)));
  expect(low).toBeLessThan(1);
  expect(high).toBeGreaterThan(1);
  expect(perMinute).toBeCloseTo(1, 1);
});

it('says of noise that it does not rise', () => {
  expect(isRising(trendOf(every(60, (minute) => 200 + 30 * noise(minute))), LIMIT)).toBe(false);
});

it('says of a slow leak under noise that it rises', () => {
  expect(isRising(trendOf(every(60, (minute) => 200 + 0.5 * minute + 10 * noise(minute))), LIMIT)).toBe(true);
});

it('allows a growth below the share, and below the least', () => {
  expect(isRising(trendOf(every(60, (minute) => 200 + 0.1 * minute)), LIMIT)).toBe(false);
  expect(isRising(trendOf(every(60, (minute) => 1 + 0.01 * minute)), LIMIT)).toBe(false);
});

it('says of what falls that it does not rise', () => {
  expect(isRising(trendOf(every(60, (minute) => 200 - minute)), LIMIT)).toBe(false);
});

it('sees under a saw-tooth what stays', () => {
  const samples = every(60, (minute) => 100 + minute + (minute % 5) * 50);
  expect(trendOf(lowsOf(samples, 5 * MINUTE)).perMinute).toBeCloseTo(1);
});

it('says nothing of two samples', () => {
  expect(() => trendOf(every(2, () => 1))).toThrow(RangeError);
});
