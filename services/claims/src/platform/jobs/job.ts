import * as z from 'zod/mini';
import type { Trx } from '../database.ts';

export interface JobRun {
  id: string;
  /** 0 for the first try. */
  attempt: number;
  /** True when no try follows this one: the place to mark the row as failed before throwing. */
  isLastAttempt: boolean;
  /** Aborted when the lease is lost or the program stops; hand it to every wait. */
  signal: AbortSignal;
}

export interface JobRetry {
  /** Tries after the first. */
  limit: number;
  /** First pause; doubles each time. */
  delaySeconds: number;
  maxDelaySeconds: number;
}

export interface JobSpec<S extends z.core.$ZodType> {
  /** Name of its queue: `mail.send`. */
  name: string;
  schema: S;
  /**
   * Does the work; may run twice when a worker dies between doing and saying so, so what it does outside carries an
   * idempotency key of our own row. Throwing means: try again later, and after the last try the dead-letter queue.
   */
  handle: (data: z.output<S>, run: JobRun) => Promise<void>;
  retry?: JobRetry;
  /** How long one try may take; at most 60 s (docs/reliability.md, Time limits). */
  leaseSeconds?: number;
  /** Jobs of this name worked on at once by one process; 4 unless said. */
  concurrency?: number;
  /** Most that one process begins in a second, where a provider counts requests; what exceeds its limit is tried late. */
  perSecond?: number;
  /** Five-field cron in UTC: run by itself, with `data` null parsed by the schema as `{}`. */
  cron?: string;
}

/** A job with its type forgotten, as lists of them hold it. */
export type Job = JobSpec<z.core.$ZodType>;

/** @example defineJob({ name: 'mail.send', schema: z.object({ mailId: Id24 }), handle: async ({ mailId }) => … }) */
export const defineJob = <S extends z.core.$ZodType>(spec: JobSpec<S>): JobSpec<S> & Job => spec as JobSpec<S> & Job;

/** Job on one row, whose id is in `field`. @example jobAbout('mail.send', 'mailId', (mailId) => …) */
export const jobAbout = (
  name: string,
  field: string,
  handle: (id: string, run: JobRun) => Promise<unknown>,
  settings: Omit<JobSpec<never>, 'name' | 'schema' | 'handle'> = {},
): Job =>
  defineJob({
    name,
    schema: z.object({ [field]: z.string() }),
    handle: async (data, run) => void (await handle(data[field]!, run)), // The `!`: the schema has the field.
    ...settings,
  });

export const DEFAULT_RETRY: JobRetry = { limit: 8, delaySeconds: 2, maxDelaySeconds: 600 };

export const DEFAULT_CONCURRENCY = 4;

export interface EnqueueOptions {
  /** Enqueued twice under one key is one job. */
  key?: string;
  /** A time; or so many milliseconds from now by the clock of the database, which starts jobs. */
  startAfter?: Date | { ms: number };
  /** Waits until no other job of its queue does: a repair of many delays no person who waits. */
  isRepair?: boolean;
}

export interface JobQueue {
  /** Adds a job in the caller's transaction: it exists if and only if the transaction commits. */
  enqueue(trx: Trx, name: string, data: Record<string, unknown>, options?: EnqueueOptions): Promise<void>;
}
