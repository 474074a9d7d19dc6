import { longestGap } from './longest-gap.ts';

it.each([
  ['between two', [10, 90, 20], 70],
  ['before the first', [80, 90], 80],
  ['after the last, as when a process never answers again', [10, 20], 80],
  ['when nothing happened', [], 100],
])('%s', (_, times, gap) => {
  expect(longestGap(times, { from: 0, to: 100 })).toBe(gap);
});
