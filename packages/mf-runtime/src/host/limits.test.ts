import { LIMITS_MS, LONGEST_WAIT_MS, lineFactor, withinLimit } from './limits.ts';

const never = new Promise<never>(() => {});
let now = 0;
let files: { initiatorType: string; transferSize: number; duration: number }[] = [];

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['performance'] });
  now = 0;
  files = [];
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  performance.getEntriesByType = () => files as unknown as PerformanceEntryList;
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** Time that passes on a device: each tick of a timer comes after `tickMs` on the wall. */
async function pass(ticks: number, tickMs: number): Promise<void> {
  for (let tick = 0; tick < ticks; tick += 1) {
    now += tickMs;
    await jest.advanceTimersByTimeAsync(100);
  }
}
const outcome = (waiting: Promise<unknown>) => {
  const seen: { kind: unknown } = { kind: 'waits' };
  waiting.catch((error: { kind: unknown }) => (seen.kind = error.kind));
  return seen;
};

it('gives a hung file its limit on a usual device', async () => {
  const seen = outcome(withinLimit(never, LIMITS_MS.entry, 'entry', lineFactor));
  await pass(29, 100);
  expect(seen.kind).toBe('waits');
  await pass(1, 100);
  expect(seen.kind).toBe('timed-out');
});

it('does not count the time in which the thread of a starved device was held up', async () => {
  const seen = outcome(withinLimit(never, LIMITS_MS.entry, 'entry'));
  await pass(20, 1_000);
  expect(seen.kind).toBe('waits');
});

it('waits for nobody longer than the longest wait', async () => {
  const seen = outcome(withinLimit(never, LIMITS_MS.chunk, 'chunk'));
  await pass(LONGEST_WAIT_MS / 5_000, 5_000);
  expect(seen.kind).toBe('timed-out');
});

it('waits longer on a line on which every file takes long', async () => {
  files = [3_000, 2_500, 4_000].map((duration) => ({ initiatorType: 'script', transferSize: 9_000, duration }));
  const seen = outcome(withinLimit(never, LIMITS_MS.entry, 'entry', lineFactor));
  await pass(179, 100);
  expect(seen.kind).toBe('waits');
  await pass(1, 100);
  expect(seen.kind).toBe('timed-out');
});

it('takes neither one hung file nor what a cache held for a slow line', () => {
  files = [
    ...[40, 50, 60].map((duration) => ({ initiatorType: 'script', transferSize: 9_000, duration })),
    { initiatorType: 'script', transferSize: 9_000, duration: 30_000 },
    ...[0, 0, 0].map((duration) => ({ initiatorType: 'link', transferSize: 0, duration })),
  ];
  expect(lineFactor()).toBe(1);
});
