import * as z from 'zod/mini';
import type { Feature } from '../../platform/feature.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import type { Platform } from '../../platform/platform.ts';
import { findStuck, type Stuck } from '../../shared/orders/stuck.ts';

/** A stuck thing gets a new job this often at first; one that stays stuck for hours, less often. */
const ROUND_MINUTES = 2;
const LATER_ROUND_MINUTES = 30;
const EVENT_PAYLOAD_DAYS = 90;

/** The same thing in the same round is one job, whichever process sweeps. */
function roundOf({ since }: Stuck, now: Date): string {
  const hours = (now.getTime() - since.getTime()) / 3_600_000;
  const minutes = hours > 2 ? LATER_ROUND_MINUTES : ROUND_MINUTES;
  return `${minutes}:${Math.floor(now.getTime() / 60_000 / minutes)}`;
}

/** Finds what is stuck before a customer does, and gives it another try. */
export function createOpsFeature(platform: Platform): Feature {
  const { db, now, jobs, log, metrics } = platform;
  const gauge = metrics.gauge('claims_stuck', 'Orders, letters and events that should have gone on', ['what']);

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
          const stuck = await findStuck(db, at);
          const counts = new Map<string, number>();
          for (const { what } of stuck) counts.set(what, (counts.get(what) ?? 0) + 1);
          gauge.reset();
          for (const [what, count] of counts) gauge.set({ what }, count);
          for (const entry of stuck) {
            const { job } = entry;
            if (!job) continue;
            const key = `sweep:${job.key}:${roundOf(entry, at)}`;
            await db.transaction().execute((trx) => jobs.enqueue(trx, job.name, job.data, { key, isRepair: true }));
          }
          if (stuck.length > 0) log.warn({ count: stuck.length }, 'stuck orders found');
        },
      }),
      defineJob({
        name: 'ops.tidy',
        schema: z.object({}),
        cron: '41 4 * * *',
        async handle() {
          // What providers sent holds names and addresses: kept as long as it can settle a dispute, then emptied.
          const before = new Date(now().getTime() - EVENT_PAYLOAD_DAYS * 86_400_000);
          await db
            .updateTable('provider_event')
            .set({ payload: null })
            .where('received_at', '<', before)
            .where('payload', 'is not', null)
            .execute();
        },
      }),
    ],
  };
}
