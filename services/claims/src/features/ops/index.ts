import * as z from 'zod/mini';
import type { Feature } from '../../platform/feature.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import type { Platform } from '../../platform/platform.ts';
import { JOBS } from '../../shared/job-names.ts';
import { emptyEvents } from '../../shared/orders/provider-events.ts';
import { findStuckOlder, findUnsettled, sweepForStuck, type Stuck } from '../../shared/orders/stuck.ts';

/** A stuck thing gets a new job this often at first; one that stays stuck for hours, less often. */
const ROUND_SECONDS = 120;
const LATER_ROUND_SECONDS = 1_800;
/**
 * A payment whose webhook is missing settles within a minute: it is checked every 20 s, from 10 s after the last action
 * of the buyer until 15 minutes later (decision 0401).
 */
const PAYMENT_PATIENCE_SECONDS = 10;
const PAYMENT_ROUND_SECONDS = 20;
const PAYMENT_ROUNDS_SECONDS = 900;

const secondsBetween = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / 1_000;

/** The same thing in the same round is one job, whichever process sweeps. */
function roundOf({ since, what }: Stuck, now: Date): string {
  const age = secondsBetween(since, now);
  const isFresh = what === 'payment-unsettled' && age < PAYMENT_ROUNDS_SECONDS;
  const seconds = isFresh ? PAYMENT_ROUND_SECONDS : age > 7_200 ? LATER_ROUND_SECONDS : ROUND_SECONDS;
  return `${seconds}:${Math.floor(now.getTime() / 1_000 / seconds)}`;
}

/** Finds what is stuck before a customer does, and gives it another try. */
export function createOpsFeature(platform: Platform): Feature {
  const { db, now, jobs, log, metrics } = platform;
  const gauge = metrics.gauge('claims_stuck', 'Orders, letters and events that are overdue', ['what']);
  const lookedAt = metrics.gauge('claims_stuck_looked_seconds', 'When this process last counted claims_stuck', [
    'what',
  ]);
  /** Stuck orders of the last night, in the process that looked. */
  let older: readonly Stuck[] = [];

  /** What only waits for its turn needs no repair: a second job for it would make the queue longer. */
  async function repair(stuck: readonly Stuck[], at: Date): Promise<void> {
    const repairable = stuck.flatMap((entry) => (entry.job ? [{ entry, job: entry.job }] : []));
    const queued = await jobs.queued(repairable.map(({ job }) => job));
    for (const { entry, job } of repairable.filter((_, index) => !queued[index])) {
      const key = `sweep:${job.key}:${roundOf(entry, at)}`;
      await db.transaction().execute((trx) => jobs.enqueue(trx, job.name, job.data, { key, isRepair: true }));
    }
  }

  return {
    name: 'ops',
    jobs: [
      defineJob({
        name: 'ops.sweep',
        schema: z.object({}),
        cron: '* * * * *',
        retry: { limit: 0, delaySeconds: 1, maxDelaySeconds: 1 },
        async handle() {
          const at = now();
          const { found: stuck, looked, failures } = await sweepForStuck(db, at);
          const counts = Map.groupBy([...stuck, ...older], ({ what }) => what);
          // None found is written: a figure that is not there says that nobody looked.
          for (const what of looked) {
            gauge.set({ what }, counts.get(what)?.length ?? 0);
            lookedAt.set({ what }, at.getTime() / 1_000);
          }
          await repair(stuck, at);
          // A cron cannot run more often than once a minute.
          await db.transaction().execute(async (trx) => {
            for (const seconds of [0, PAYMENT_ROUND_SECONDS, 2 * PAYMENT_ROUND_SECONDS]) {
              const startAfter = new Date(at.getTime() + seconds * 1_000);
              const key = `${Math.floor(at.getTime() / 60_000)}:${seconds}`;
              await jobs.enqueue(trx, JOBS.sweepPayments, {}, { key, startAfter });
            }
          });
          if (stuck.length > 0) log.warn({ count: stuck.length }, 'stuck orders found');
          for (const { kinds, error } of failures) log.warn({ kinds, err: error }, 'the sweep could not look');
          if (failures[0]) throw failures[0].error;
        },
      }),
      defineJob({
        name: JOBS.sweepPayments,
        schema: z.object({}),
        retry: { limit: 0, delaySeconds: 1, maxDelaySeconds: 1 },
        async handle() {
          const at = now();
          const before = new Date(at.getTime() - PAYMENT_PATIENCE_SECONDS * 1_000);
          await repair(await findUnsettled(db, at, before), at);
        },
      }),
      defineJob({
        name: 'ops.tidy',
        schema: z.object({}),
        cron: '41 4 * * *',
        // Hundreds of weeks, one after the other; its heartbeat says sooner that its process has died.
        leaseSeconds: 900,
        async handle() {
          const at = now();
          older = await findStuckOlder(db, at);
          await repair(older, at);
          if (older.length > 0) log.error({ count: older.length }, 'stuck orders found that are older than a week');
          await emptyEvents(db, at);
        },
      }),
    ],
  };
}
