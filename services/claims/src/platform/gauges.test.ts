import type { Database } from '@redress/database';
import { createLogger, createMetrics } from '@redress/telemetry/server';
import { createGauges } from './gauges.ts';
import type { BossQueue } from './jobs/boss-queue.ts';

afterEach(() => void jest.useRealTimers());

it('asks a database that hangs once, and stops when it has answered', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  const answer = Promise.withResolvers<Awaited<ReturnType<BossQueue['counts']>>>();
  const counts = jest.fn(() => answer.promise);
  const gauges = createGauges({
    database: { pool: { totalCount: 0, idleCount: 0, waitingCount: 0 } } as unknown as Database,
    queue: { counts } as unknown as BossQueue,
    metrics: createMetrics({ service: 'claims' }),
    log: createLogger({ name: 'claims', level: 'silent' }),
  });
  gauges.start();
  jest.advanceTimersByTime(120_000);
  expect(counts).toHaveBeenCalledTimes(1);

  let isStopped = false;
  const stopping = gauges.stop().then(() => (isStopped = true));
  await new Promise(setImmediate);
  expect(isStopped).toBe(false);
  answer.resolve([]);
  await stopping;
});
