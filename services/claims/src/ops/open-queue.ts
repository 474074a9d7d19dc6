import { createLogger, createMetrics } from '@redress/telemetry/server';
import * as z from 'zod/mini';
import { emailQueue } from '../platform/email/template.ts';
import { createBossQueue } from '../platform/jobs/boss-queue.ts';
import { defineJob } from '../platform/jobs/job.ts';
import { CODE_PURPOSES, JOBS } from '../shared/job-names.ts';

/** The queue of jobs, to be looked at and added to: this process works on none of them, so only their names are needed. */
export async function openQueue(databaseUrl: string) {
  const emailQueues = [undefined, ...CODE_PURPOSES].map(emailQueue);
  const jobs = [...Object.values(JOBS), ...emailQueues, 'mailing.poll', 'case.look', 'ops.sweep', 'ops.tidy'].map(
    (name) => defineJob({ name, schema: z.object({}), handle: () => Promise.resolve() }),
  );
  const queue = createBossQueue({
    databaseUrl,
    log: createLogger({ name: 'ops', level: 'warn' }),
    metrics: createMetrics({ service: 'ops' }),
    jobs: () => jobs,
    works: false,
  });
  await queue.start();
  return queue;
}
