import { expect, test } from '@playwright/test';
import { proofBody, type SoakResult } from './report.ts';

const quiet: SoakResult = {
  wizards: 300,
  minutes: 30,
  warmUpSeconds: 300,
  counts: { begun: 10, previewed: 9, paid: 9, posted: 9 },
  calls: 20_000,
  stretch: { calls: 15_000, refusals: 0, idle: 0.5 },
  refusalsBefore: 40,
  failures: { count: 0, examples: [] },
  turns: 30,
  jobsLeft: 0,
  tabErrors: [],
  restarted: [],
  series: [],
  tables: [],
};
const faultsWith = (stretch: Partial<SoakResult['stretch']>) =>
  proofBody({ ...quiet, stretch: { ...quiet.stretch, ...stretch } }).notReached;

test('refusals at a load that the machine carries are a fault; those of a machine without time, and of the warm-up, are told', () => {
  expect(faultsWith({})).toEqual([]);
  expect(faultsWith({ refusals: 16 })).toEqual([expect.stringContaining('16 of 15000 calls were asked to come later')]);
  expect(faultsWith({ refusals: 5_000, idle: 0.02 })).toEqual([]);
  expect(proofBody(quiet).body).toContain('40 calls while warming up, 0 of the 15000 after it, with 50 % of the');
});

test('a figure that was looked at too seldom is not said to grow', () => {
  const judged = { name: 'site-1 heap, MB', trend: null, limit: { share: 0.05, atLeast: 4 }, isFlat: false };
  expect(proofBody({ ...quiet, series: [judged] }).notReached).toEqual([
    'It was looked at too seldom: site-1 heap, MB.',
  ]);
});
