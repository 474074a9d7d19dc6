import type { Logger } from '@redress/telemetry/server';
import { describeError } from '@redress/telemetry/server';
import { createWorldClock } from './clock.ts';
import { createFaultPlan } from './faults.ts';
import { createIdSource } from './ids.ts';
import { createSchedule } from './schedule.ts';
import { openWorldStore } from './store.ts';
import { type Delivery, createWebhookSender } from './webhooks.ts';

/** Each holds its event as it was sent. Of those that are over so many can be looked at and sent again. */
const DELIVERIES_KEPT = 5_000;

/** What all stand-ins share: one clock, one memory, one plan of what goes wrong. */
export function createWorld(options: { dataDir: string; now: () => number; seed?: string; logger: Logger }) {
  const store = openWorldStore(options.dataDir);
  const meta = store.collection<unknown>('meta');
  const ids = createIdSource(meta, options.seed);
  const clock = createWorldClock({
    now: options.now,
    offset: { read: () => Number(meta.get('offset') ?? 0), write: (ms) => void meta.put('offset', ms) },
  });
  let count = 0;
  const schedule = createSchedule({
    tasks: store.collection('tasks'),
    clock,
    nextId: () => `${clock.wall()}.${(count += 1)}`,
    onError: (error) => options.logger.error({ err: describeError(error) }, 'a scheduled event failed'),
  });
  const faults = createFaultPlan();
  const webhooks = createWebhookSender({
    deliveries: store.collection<Delivery>('deliveries', {
      most: DELIVERIES_KEPT,
      isOver: ({ state }) => state !== 'pending',
    }),
    settings: store.collection('webhook-modes'),
    schedule,
    clock,
    nextId: () => ids.next('whd_', 16),
  });
  return {
    store,
    clock,
    ids,
    schedule,
    faults,
    webhooks,
    /** Moves the clock and returns when everything that fell due has happened and its webhooks are sent. */
    async advance(ms: number): Promise<void> {
      clock.moveForward(ms);
      schedule.runDue();
      await webhooks.idle();
    },
    /** Empties the world; the clock and the ids go on from where they were. */
    reset(): void {
      store.clear(['meta']);
      faults.clear();
    },
    start(): void {
      schedule.start();
      webhooks.start();
    },
    stop(): void {
      schedule.stop();
      webhooks.stop();
    },
  };
}
export type World = ReturnType<typeof createWorld>;
