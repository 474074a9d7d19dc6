import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { clientOf, guardedStream, listen, SilentConnection, watchedClient } from '@redress/database';
import { AppError } from '@redress/contracts/errors';
import { present, type Secret } from '@redress/server/secrets';
import type { Logger, Metrics } from '@redress/telemetry/server';
import {
  currentCorrelationId,
  currentTraceparent,
  describeError,
  inSpan,
  newCorrelationId,
  withCorrelation,
} from '@redress/telemetry/server';
import { PgBoss, fromKysely, type Job as BossJob, type JobResult } from 'pg-boss';
import * as z from 'zod/mini';
import { bound } from '@redress/server/bound';
import type { Trx } from '../database.ts';
import { JobFailure, NotYet } from './job-failure.ts';
import { DEFAULT_CONCURRENCY, DEFAULT_RETRY, type EnqueueOptions, type Job } from './job.ts';

const JOBS_SCHEMA = 'claims_jobs';
const DEFAULT_LEASE_SECONDS = 60;
/** A worker that says nothing for this long is dead, and its job goes to another: 15 s, and 10 s until it is noticed. */
const HEARTBEAT_SECONDS = 15;
const HEARTBEAT_REFRESH_SECONDS = 5;
const SUPERVISE_SECONDS = 10;
const DAY_SECONDS = 86_400;
/** Workers of one queue in one process: while one of them waits for a slow job, the other takes the next ones. */
const LOOPS = 2;
/** A job that is due this soon is left to its own time; one that waits longer after a failure may be done sooner. */
const DUE_SOON_SECONDS = 60;
const STOP_MS = 15_000;
/**
 * A connection that is silent for longer while it waits for an answer is lost, and a worker with it: within this the queue works
 * again, as whatever else needs the database (docs/reliability.md, Invariants). Maintenance of a long table may take longer: the
 * server completes the statement all the same, and the next round begins behind it.
 */
const SILENCE_LIMIT_MS = 8_000;
/** Connections end after this time, so that none outlives the login it was opened with for longer. */
const CONNECTION_SECONDS = 60;
const NIL_ID = '00000000-0000-0000-0000-000000000000';

export interface BossQueueOptions {
  databaseUrl: Secret;
  log: Logger;
  metrics: Metrics;
  /** Late, because features need the queue to be built. */
  jobs: () => readonly Job[];
  /** Works on jobs; otherwise this process only adds them. */
  works: boolean;
}

export interface DeadLetter {
  queue: string;
  id: string;
  createdAt: Date;
  data: unknown;
}

/** @returns a wait that lets at most so many through in a second, evenly */
function createPace(perSecond: number): () => Promise<void> {
  let nextAt = 0;
  return async () => {
    const at = performance.now();
    const startsAt = Math.max(at, nextAt);
    nextAt = startsAt + 1_000 / perSecond;
    if (startsAt > at) await wait(startsAt - at);
  };
}

/** Of the expressions in use: every minute or every so many, at a minute of each hour, at a time of each day. */
export function periodSeconds(cron: string): number {
  const [minute = '', hour = ''] = cron.split(' ');
  if (hour !== '*') return DAY_SECONDS;
  const step = /^(?:\*|\d+-\d+)(?:\/(\d+))?$/.exec(minute);
  return step ? 60 * Number(step[1] ?? 1) : 3_600;
}

const deadLetterQueueOf = (name: string) => `${name}.dead`;

/** The longest that pg-boss waits behind a failed try: doubled with each, of which it takes away up to a half. */
const retryMs = ({ retry = DEFAULT_RETRY }: Job, retryCount: number): number =>
  Math.min(retry.maxDelaySeconds, retry.delaySeconds * 2 ** retryCount) * 1_000;
/** The outcome of a job is stored behind the end of its work. */
const SETTLED_MS = 2_000;

/** A key as the id of its job: the second insert under it changes nothing. */
const idOfKey = (queue: string, key: string): string => {
  const hex = createHash('sha256').update(`${queue}\0${key}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

interface Envelope {
  data: unknown;
  requestId: string | undefined;
  /** Of the span that added it. A row of an earlier release has none. */
  traceparent?: string | undefined;
}

interface Context extends Omit<BossQueueOptions, 'metrics'> {
  outcomes: ReturnType<Metrics['counter']>;
  succeededAt: ReturnType<Metrics['gauge']>;
  every: ReturnType<Metrics['gauge']>;
  boss: PgBoss | null;
}

/** @throws {AppError} OVERLOADED to a call that outlives the stop of its program: another answers it */
const running = ({ boss }: Context): PgBoss => {
  if (!boss) throw new AppError('OVERLOADED', { details: { reason: 'no job queue' }, retryAfterSeconds: 2 });
  return boss;
};

/** What a question to the tables of the queue answers, of which its library knows no types. */
const rowsOf = async <Row>(target: PgBoss, query: string, values: unknown[]): Promise<Row[]> =>
  (await target.getDb().executeSql(query, values)).rows as Row[];

async function createQueues({ jobs, works }: Context, target: PgBoss): Promise<void> {
  const there = new Map((await target.getQueues()).map((queue) => [queue.name, queue]));
  for (const job of jobs()) {
    const retry = job.retry ?? DEFAULT_RETRY;
    const dead = deadLetterQueueOf(job.name);
    const retention = { retentionSeconds: 90 * DAY_SECONDS, deleteAfterSeconds: 14 * DAY_SECONDS };
    if (!there.has(dead)) await target.createQueue(dead, retention);
    const settings = {
      ...retention,
      retryLimit: retry.limit,
      retryDelay: retry.delaySeconds,
      retryBackoff: true,
      retryDelayMax: retry.maxDelaySeconds,
      expireInSeconds: job.leaseSeconds ?? DEFAULT_LEASE_SECONDS,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      deadLetter: dead,
      notify: true,
    };
    const known = there.get(job.name);
    if (!known) await target.createQueue(job.name, settings);
    // Another release worked with others. Who works on no job may not know them.
    else if (works && Object.entries(settings).some(([name, value]) => known[name as keyof typeof settings] !== value))
      await target.updateQueue(job.name, settings);
    // The first use of a queue reads its settings on another connection. Inside a transaction of ours that could
    // wait for ever on an exhausted pool, so it happens here.
    await target.findJobs(job.name, { id: NIL_ID });
  }
}

async function work(context: Context, job: Job, { id, data, retryCount, signal }: BossJob<Envelope>): Promise<void> {
  const { log, outcomes, succeededAt } = context;
  const limit = (job.retry ?? DEFAULT_RETRY).limit;
  const requestId = data?.requestId ?? newCorrelationId();
  const start = {
    kind: 'job' as const,
    name: `job ${job.name}`,
    facts: { 'messaging.destination.name': job.name, 'redress.job.attempt': retryCount },
    parent: data?.traceparent,
  };
  const attempt = async () => {
    try {
      const parsed = z.parse(job.schema, data?.data ?? {});
      const handle = () => job.handle(parsed, { id, attempt: retryCount, isLastAttempt: retryCount >= limit, signal });
      // At once, not at its next try: the network forgot a connection, and somebody may be waiting for a code.
      await handle().catch((error: unknown) => {
        if (!(error instanceof SilentConnection)) throw error;
        return handle();
      });
      outcomes.inc({ queue: job.name, outcome: 'done' });
      if (job.cron) succeededAt.set({ queue: job.name }, Date.now() / 1_000);
    } catch (error) {
      const isLast = retryCount >= limit;
      outcomes.inc({ queue: job.name, outcome: isLast ? 'dead' : 'retry' });
      log[isLast ? 'error' : error instanceof NotYet ? 'debug' : 'warn'](
        { job: job.name, jobId: id, attempt: retryCount, err: error },
        'job failed',
      );
      throw new JobFailure(error);
    }
  };
  await withCorrelation(requestId, () => inSpan(start, attempt));
}

/** Works on the jobs of one fetch side by side; each is settled by its own outcome. */
const workOnAll = (context: Context, job: Job, fetched: readonly BossJob<Envelope>[], pace?: () => Promise<void>) =>
  Promise.all(
    fetched.map(async (entry): Promise<JobResult> => {
      try {
        await pace?.();
        await work(context, job, entry);
        return { id: entry.id, status: 'completed' };
      } catch (error) {
        return { id: entry.id, status: 'failed', output: describeError(error) };
      }
    }),
  );

/**
 * A worker that has done something looks again at once, and again when what failed is due. By itself pg-boss waits for
 * the next notification or for its polling interval, also when more jobs are waiting: two jobs every ten seconds.
 */
async function startWorkers(context: Context, target: PgBoss): Promise<void> {
  for (const job of context.jobs()) {
    const concurrency = job.concurrency ?? DEFAULT_CONCURRENCY;
    const loops = Math.min(LOOPS, concurrency);
    const pace = job.perSecond === undefined ? undefined : createPace(job.perSecond);
    for (let loop = 0; loop < loops; loop += 1) {
      const workerId: string = await target.work(
        job.name,
        {
          batchSize: Math.ceil(concurrency / loops),
          perJobResults: true,
          pollingIntervalSeconds: 1,
          notifyPollingIntervalSeconds: 10,
          heartbeatRefreshSeconds: HEARTBEAT_REFRESH_SECONDS,
        },
        async (fetched: BossJob<Envelope>[]) => {
          const results = await workOnAll(context, job, fetched, pace);
          const lookAgain = () => target.notifyWorker(workerId);
          lookAgain();
          for (const [index, { status }] of results.entries()) {
            const { retryCount } = fetched[index]!;
            if (status === 'failed') setTimeout(lookAgain, retryMs(job, retryCount) + SETTLED_MS).unref();
          }
          return results;
        },
      );
    }
    if (job.cron) await target.schedule(job.name, job.cron, { data: {} });
  }
  await sayLastSuccesses(context, target);
}

/** From the rows, so that a start does not look like a success; what never ran is counted from now. */
async function sayLastSuccesses({ jobs, succeededAt, every }: Context, target: PgBoss): Promise<void> {
  const crons = jobs().filter(({ cron }) => cron);
  const rows = await rowsOf<{ name: string; at: number }>(
    target,
    `select name, extract(epoch from max(completed_on))::float8 as at from ${JOBS_SCHEMA}.job
     where name = any($1) and state = 'completed' group by name`,
    [crons.map(({ name }) => name)],
  );
  const last = new Map(rows.map(({ name, at }) => [name, at]));
  for (const { name, cron = '' } of crons) {
    every.set({ queue: name }, periodSeconds(cron));
    succeededAt.set({ queue: name }, last.get(name) ?? Date.now() / 1_000);
  }
}

async function start(context: Context): Promise<void> {
  const { databaseUrl, log, works } = context;
  const target = new PgBoss({
    connectionString: present(databaseUrl),
    application_name: 'redress-claims-jobs',
    schema: JOBS_SCHEMA,
    max: works ? 6 : 2,
    // A login may take as long, and who waits for one is a worker that has nothing else to do.
    connectionTimeoutMillis: 10_000,
    // pg-boss hands these to its pool without declaring them. An answer that never comes would hold a worker.
    ...{
      keepAlive: true,
      stream: guardedStream,
      Client: watchedClient(SILENCE_LIMIT_MS, clientOf(databaseUrl)),
      maxLifetimeSeconds: CONNECTION_SECONDS,
    },
    supervise: works,
    schedule: works,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    useListenNotify: works,
  });
  // By itself pg-boss connects past the gate, never listens when the first attempt fails, and waits for up to 30 s between others.
  target.getDb().listen = (channel, onNotification, onConnected) => {
    const close = listen(databaseUrl, {
      name: 'claims-jobs',
      channels: [channel],
      onNotification: (_, payload) => onNotification(payload ?? ''),
      onConnected,
      onLost: (error) => log.warn({ err: error }, 'the connection for job notifications was lost'),
      log: (message) => log.warn(message),
    });
    return Promise.resolve({ close });
  };
  // The queue works again by itself when the database is back; without a listener the event would end the program.
  target.on('error', (error) => log.warn({ err: error }, 'job queue'));
  try {
    await target.start();
    await createQueues(context, target);
    context.boss = target;
    if (works) await startWorkers(context, target);
  } catch (error) {
    // What it has begun would go on beside the next start.
    context.boss = null;
    await target.stop({ graceful: false }).catch(() => {});
    throw error;
  }
}

async function stop(context: Context): Promise<void> {
  // Jobs that are finishing add others.
  await context.boss?.stop({ graceful: true, timeout: STOP_MS, close: true });
  context.boss = null;
}

async function enqueue(
  context: Context,
  trx: Trx,
  name: string,
  data: Record<string, unknown>,
  { key, startAfter, isRepair }: EnqueueOptions = {},
): Promise<void> {
  const envelope: Envelope = { data, requestId: currentCorrelationId(), traceparent: currentTraceparent() };
  await running(context).send(name, envelope, {
    db: fromKysely(trx),
    ...(key === undefined ? {} : { id: idOfKey(name, key) }),
    ...(startAfter === undefined ? {} : { startAfter: 'ms' in startAfter ? startAfter.ms / 1_000 : startAfter }),
    ...(isRepair ? { priority: -1 } : {}),
  });
}

/** Jobs waiting now, being worked on, and given up, by queue. */
async function counts(context: Context) {
  const queues = await running(context).getQueues();
  const byName = new Map(queues.map((queue) => [queue.name, queue]));
  return context.jobs().map(({ name, cron }) => ({
    queue: name,
    waiting: byName.get(name)?.queuedCount ?? 0,
    active: byName.get(name)?.activeCount ?? 0,
    // The next run of the clock does what this one did not: that none succeeds is what somebody is called for.
    dead: cron ? 0 : (byName.get(deadLetterQueueOf(name))?.queuedCount ?? 0),
  }));
}

async function deadLetters(context: Context): Promise<DeadLetter[]> {
  const found: DeadLetter[] = [];
  for (const { name } of context.jobs().filter(({ cron }) => !cron)) {
    const letters = await running(context).findJobs<Envelope>(deadLetterQueueOf(name), { queued: true });
    found.push(
      ...letters.map(({ id, createdOn: createdAt, data }) => ({ queue: name, id, createdAt, data: data?.data })),
    );
  }
  return found;
}

interface Wanted {
  name: string;
  data: Record<string, unknown>;
}

/** Which of these are queued already or being worked on, by position; a job is known by its queue and its data. */
async function queued(context: Context, wanted: readonly Wanted[]): Promise<boolean[]> {
  const rows = await rowsOf<{ position: string }>(
    running(context),
    `select position from unnest($1::text[], $2::jsonb[]) with ordinality as wanted (name, data, position)
       where (name, data) in (
         select name, data->'data' from ${JOBS_SCHEMA}.job
         where name = any($1) and state in ('created', 'retry', 'active')
           and (state = 'active' or start_after <= now() + make_interval(secs => $3)))`,
    [wanted.map(({ name }) => name), wanted.map(({ data }) => JSON.stringify(data)), DUE_SOON_SECONDS],
  );
  const positions = new Set(rows.map(({ position }) => Number(position)));
  return wanted.map((_, index) => positions.has(index + 1));
}

/** Gives the dead letters of a queue another round. @returns how many */
const redrive = (context: Context, queue: string): Promise<number> =>
  running(context).redrive(deadLetterQueueOf(queue));

/** Works on everything that is due until nothing is: tests, and an operator's one-off run. */
async function drain(context: Context, { includeDelayed = false } = {}) {
  let done = 0;
  for (let round = 0, found = -1; found !== 0 && round < 200; round += 1) {
    found = 0;
    // One question instead of one for each queue: most have nothing to do.
    const rows = await rowsOf<{ name: string }>(
      running(context),
      `select distinct name from ${JOBS_SCHEMA}.job
         where state in ('created', 'retry') and ($1 or start_after <= now())`,
      [includeDelayed],
    );
    const due = new Set(rows.map(({ name }) => name));
    for (const job of context.jobs().filter(({ name }) => due.has(name))) {
      const fetched = await running(context).fetch<Envelope>(job.name, {
        batchSize: 20,
        ignoreStartAfter: includeDelayed,
      });
      for (const entry of fetched) {
        found += 1;
        try {
          await work(context, job, entry as BossJob<Envelope>);
          await running(context).complete(job.name, entry.id);
        } catch (error) {
          await running(context).fail(job.name, entry.id, { message: (error as Error).message });
        }
      }
    }
    done += found;
  }
  return done;
}

/** pg-boss over the same database, so that a job commits with what asked for it. */
export const createBossQueue = ({ metrics, ...options }: BossQueueOptions) =>
  bound(
    {
      ...options,
      outcomes: metrics.counter('claims_jobs_total', 'Finished tries of jobs', ['queue', 'outcome']),
      succeededAt: metrics.gauge('claims_cron_succeeded_seconds', 'When a job of the clock last succeeded', ['queue']),
      every: metrics.gauge('claims_cron_period_seconds', 'How often a job of the clock runs', ['queue']),
      boss: null,
    },
    { start, stop, enqueue, counts, deadLetters, queued, redrive, drain },
  );
export type BossQueue = ReturnType<typeof createBossQueue>;
