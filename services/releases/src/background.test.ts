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

it('begins no task again before its last run has ended, and stops when the runs have ended', async () => {
  jest.useFakeTimers({ doNotFake: [...doNotFake] });
  const gate = Promise.withResolvers<void>();
  const [flush, copyAll, takeUpDue] = [
    jest.fn(() => gate.promise),
    jest.fn(() => gate.promise),
    jest.fn(async () => []),
  ];
  const background = startBackground({
    core: world.core,
    channel: 'production',
    reader: { held: () => null, servedNumber: () => 0, refresh: async () => {} },
    health: { flush },
    errors: { flush: async () => {} },
    notices: { takeUpDue },
    archive: { copyAll },
    metrics: { measure: () => {}, gateActed: () => {} },
    minGroups: 1,
    healthGate: false,
    now: () => world.clock.now,
    log: () => {},
  } as unknown as BackgroundDeps);
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
