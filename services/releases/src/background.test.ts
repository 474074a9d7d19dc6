import { startBackground, type BackgroundDeps } from './background.ts';
import { aReleaseWorld, type ReleaseWorld } from './testing/index.ts';

let world: ReleaseWorld;
beforeEach(async () => void (world = await aReleaseWorld()));
afterEach(async () => {
  jest.useRealTimers();
  await world.close();
});

/** Only the clock of the tasks stands still: statements to the database go on. */
const doNotFake = ['Date', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'setTimeout'] as const;

const start = (given: object) =>
  startBackground({
    core: world.core,
    channel: 'production',
    reader: { held: () => null, servedNumber: () => 0, refresh: async () => {} },
    health: { flush: async () => {} },
    errors: { flush: async () => {} },
    notices: { takeUpDue: async () => [] },
    archive: { copyAll: async () => {} },
    metrics: { measure: () => {}, gateActed: () => {} },
    minGroups: 1,
    healthGate: false,
    now: () => world.clock.now,
    log: () => {},
    ...given,
  } as unknown as BackgroundDeps);

it('begins no task again before its last run has ended, and stops when the runs have ended', async () => {
  jest.useFakeTimers({ doNotFake: [...doNotFake] });
  const gate = Promise.withResolvers<void>();
  const [flush, copyAll] = [jest.fn(() => gate.promise), jest.fn(() => gate.promise)];
  const background = start({ health: { flush }, archive: { copyAll } });
  jest.advanceTimersByTime(20_000);
  expect([flush, copyAll].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);

  let isStopped = false;
  const stopping = Promise.resolve(background.stop()).then(() => (isStopped = true));
  await new Promise(setImmediate);
  expect(isStopped).toBe(false);
  gate.resolve();
  await stopping;
  jest.advanceTimersByTime(20_000);
  expect([flush, copyAll].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

it('says why a task fails when it begins to, and when it fails again after it did not', async () => {
  jest.useFakeTimers({ doNotFake: [...doNotFake] });
  const lines: string[] = [];
  let fault: string | null = 'away';
  const takeUpDue = async () => {
    if (fault !== null) throw new Error(fault);
    return [];
  };
  const background = start({ notices: { takeUpDue }, log: (line: string) => lines.push(line) });
  const run = async () => {
    jest.advanceTimersByTime(1_000);
    await new Promise(setImmediate);
  };
  for (const next of ['away', 'away', 'refused', null, 'refused', 'refused']) {
    fault = next;
    await run();
  }
  expect(lines.filter((line) => ['away', 'refused'].includes(line))).toEqual(['away', 'refused', 'refused']);
  await background.stop();
});
