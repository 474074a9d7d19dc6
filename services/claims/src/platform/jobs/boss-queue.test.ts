import { EventEmitter, once } from 'node:events';
import { SilentConnection } from '@redress/database';
import { createTestDatabase, type TestDatabase } from '@redress/database/testing';
import { createLogger, createMetrics } from '@redress/telemetry/server';
import { PgBoss } from 'pg-boss';
import * as z from 'zod/mini';
import type { Trx } from '../database.ts';
import type { Tables } from '../tables.ts';
import { createBossQueue, periodSeconds, type BossQueue } from './boss-queue.ts';
import { defineJob, type Job } from './job.ts';

let database: TestDatabase;
let queue: BossQueue;
let worked: { name: string; data: unknown }[] = [];
let failures = 0;
/** Jobs that fail at their first try. */
const failing = new Set<string>();
/** What the job `hang` waits for. */
let hanging: Promise<void> = Promise.resolve();

/** When jobs of a limited rate began. */
const paced: number[] = [];
/** Says `begun` whenever a job has begun. */
const jobsBegun = new EventEmitter();

const jobs: Job[] = [
  defineJob({
    name: 'letter.post',
    schema: z.object({ letterId: z.string() }),
    retry: { limit: 2, delaySeconds: 1, maxDelaySeconds: 2 },
    async handle(data) {
      worked.push({ name: 'letter.post', data });
      jobsBegun.emit('begun');
      if (failures-- > 0) {
        throw Object.assign(new Error('550 no such user <ada@example.org>, 12 Elm St'), {
          code: 'EENVELOPE',
          rejected: ['ada@example.org'],
          cause: new Error('ada@example.org'),
        });
      }
      if (data.letterId.startsWith('silent') && failing.delete(data.letterId)) throw new SilentConnection();
      if (failing.delete(data.letterId)) throw new Error('the carrier is down for this one');
      if (data.letterId === 'hang') await hanging;
    },
  }),
  defineJob({
    name: 'letter.paced',
    schema: z.object({}),
    perSecond: 50,
    async handle() {
      paced.push(performance.now());
      jobsBegun.emit('begun');
    },
  }),
];

const aQueue = (options: Partial<Parameters<typeof createBossQueue>[0]> = {}): BossQueue =>
  createBossQueue({
    databaseUrl: database.url,
    log: createLogger({ name: 'test', level: 'silent' }),
    metrics: createMetrics({ service: 'test' }),
    jobs: () => jobs,
    works: false,
    ...options,
  });

beforeAll(async () => {
  database = await createTestDatabase();
  queue = aQueue();
  await queue.start();
});
afterAll(async () => {
  await queue.stop();
  await database.drop();
});
beforeEach(async () => {
  worked = [];
  failures = 0;
  await database.database.pool.query('delete from claims_jobs.job');
});

const transaction = <T>(work: (trx: Trx) => Promise<T>) =>
  database.database.kysely<Tables>().transaction().execute(work);

it('has a job if and only if the transaction commits', async () => {
  await transaction((trx) => queue.enqueue(trx, 'letter.post', { letterId: 'kept' }));
  await expect(
    transaction(async (trx) => {
      await queue.enqueue(trx, 'letter.post', { letterId: 'taken back' });
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  await queue.drain();
  expect(worked.map(({ data }) => data)).toEqual([{ letterId: 'kept' }]);
});

it('uses only the connection of the transaction, so a pool of one connection is enough', async () => {
  const { createDatabase } = await import('@redress/database');
  const single = createDatabase({ url: database.url, name: 'single', maxConnections: 1 });
  await single
    .kysely<Tables>()
    .transaction()
    .execute((trx) => queue.enqueue(trx, 'letter.post', { letterId: 'alone' }));
  await single.close();
  expect(await queue.drain()).toBe(1);
});

it('has one job for a key, also when two transactions ask at once and after it was done', async () => {
  const ask = () => transaction((trx) => queue.enqueue(trx, 'letter.post', { letterId: 'once' }, { key: 'letter-1' }));
  await Promise.all([ask(), ask(), ask()]);
  expect(await queue.drain()).toBe(1);
  await ask();
  expect(await queue.drain()).toBe(0);
});

it('does a job again at once whose connection had been forgotten', async () => {
  failing.add('silent once');
  await transaction((trx) => queue.enqueue(trx, 'letter.post', { letterId: 'silent once' }));
  expect(await queue.drain()).toBe(1);
  expect(worked).toHaveLength(2);
  expect(await queue.deadLetters()).toEqual([]);
});

it('takes jobs that a person waits for before any number of repairs', async () => {
  await transaction(async (trx) => {
    for (let index = 0; index < 40; index += 1)
      await queue.enqueue(trx, 'letter.post', { letterId: `found stuck ${index}` }, { isRepair: true });
  });
  await transaction((trx) => queue.enqueue(trx, 'letter.post', { letterId: 'just paid' }));
  expect(await queue.drain()).toBe(41);
  // Jobs are taken twenty at a time.
  expect(worked.slice(0, 20).map(({ data }) => data)).toContainEqual({ letterId: 'just paid' });
});

it('waits until a job is due', async () => {
  const startAfter = new Date(Date.now() + 3_600_000);
  await transaction((trx) => queue.enqueue(trx, 'letter.post', { letterId: 'later' }, { startAfter }));
  expect(await queue.drain()).toBe(0);
  expect(await queue.drain({ includeDelayed: true })).toBe(1);
});

it('tries again as often as it may, keeps what it gave up, and gives it another round when asked', async () => {
  failures = 3;
  await transaction((trx) => queue.enqueue(trx, 'letter.post', { letterId: 'hard' }));
  await queue.drain({ includeDelayed: true });
  expect(worked).toHaveLength(3);
  expect(await queue.deadLetters()).toMatchObject([{ queue: 'letter.post', data: { letterId: 'hard' } }]);
  expect(await queue.redrive('letter.post')).toBe(1);
  await queue.drain({ includeDelayed: true });
  expect(worked).toHaveLength(4);
  expect(await queue.deadLetters()).toEqual([]);
});

it('keeps the code of a failed try and no address', async () => {
  failures = 1;
  await transaction((trx) => queue.enqueue(trx, 'letter.post', { letterId: 'refused' }));
  await queue.drain();
  const { rows } = await database.database.pool.query<{ output: string }>(
    'select output::text as output from claims_jobs.job where output is not null',
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const { output } of rows) expect(output).not.toMatch(/ada@example.org|Elm St/);
  expect(rows.some(({ output }) => output.includes('EENVELOPE'))).toBe(true);
  await queue.drain({ includeDelayed: true });
});

it('gives up at once what does not fit its schema, without working on it', async () => {
  await transaction((trx) => queue.enqueue(trx, 'letter.post', { letterId: 12 }));
  await queue.drain({ includeDelayed: true });
  expect(worked).toEqual([]);
  expect(await queue.deadLetters()).toHaveLength(1);
});

it('knows what is queued by its data, and not what waits for a later try', async () => {
  await transaction(async (trx) => {
    await queue.enqueue(trx, 'letter.post', { letterId: 'queued' });
    await queue.enqueue(trx, 'letter.post', { letterId: 'later' }, { startAfter: new Date(Date.now() + 3_600_000) });
  });
  const wanted = ['queued', 'later', 'unknown'].map((letterId) => ({ name: 'letter.post', data: { letterId } }));
  expect(await queue.queued(wanted)).toEqual([true, false, false]);
  expect(await queue.queued([])).toEqual([]);
  await queue.drain({ includeDelayed: true });
  expect(await queue.queued(wanted)).toEqual([false, false, false]);
});

describe('a worker', () => {
  let worker: BossQueue;
  beforeEach(async () => {
    worker = aQueue({ works: true });
    await worker.start();
  });
  afterEach(() => worker.stop());

  const until = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) await once(jobsBegun, 'begun');
  };
  const enqueue = (letterIds: readonly string[]) =>
    transaction(async (trx) => {
      for (const letterId of letterIds) await queue.enqueue(trx, 'letter.post', { letterId });
    });

  it('works by itself, woken by the commit', async () => {
    await enqueue(['by itself']);
    await until(() => worked.length === 1);
    expect(worked.map(({ data }) => data)).toEqual([{ letterId: 'by itself' }]);
  });

  it('empties a queue without waiting between its jobs', async () => {
    await enqueue(Array.from({ length: 100 }, (_, index) => `burst ${index}`));
    await until(() => worked.length === 100);
  });

  it('looks again when a failed job is due, before it would poll', async () => {
    const looks = jest.spyOn(PgBoss.prototype, 'notifyWorker');
    try {
      failing.add('again');
      await enqueue(['again']);
      await until(() => worked.length === 2);
      // Behind the first try, and when the second was due. The poll comes after ten seconds and is none of these.
      expect(looks.mock.calls.length).toBeGreaterThanOrEqual(2);
    } finally {
      looks.mockRestore();
    }
  });

  it('begins no more jobs in a second than a provider takes', async () => {
    await transaction(async (trx) => {
      for (let index = 0; index < 11; index += 1) await queue.enqueue(trx, 'letter.paced', {});
    });
    await until(() => paced.length === 11);
    // Ten pauses of 1/50 s; timers may be early by a millisecond each.
    expect(paced.at(-1)! - paced[0]!).toBeGreaterThan(180);
  });

  it('continues with others while one job hangs', async () => {
    let release = () => {};
    hanging = new Promise((resolve) => (release = resolve));
    await enqueue(['hang', ...Array.from({ length: 30 }, (_, index) => `other ${index}`)]);
    // The jobs fetched together with the hanging one are done as well; all others are in the other worker's hands.
    await until(() => worked.length === 31);
    release();
  });

  it('lets a job that is being finished at a stop add another', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    hanging = released.then(() =>
      transaction((trx) => worker.enqueue(trx, 'letter.post', { letterId: 'added at the stop' })),
    );
    await enqueue(['hang']);
    await until(() => worked.length === 1);
    const stopped = worker.stop();
    release();
    await stopped;
    const late = transaction((trx) => worker.enqueue(trx, 'letter.post', { letterId: 'added after it' }));
    await expect(late).rejects.toMatchObject({ code: 'OVERLOADED' });
    await queue.drain();
    expect(worked.at(-1)?.data).toEqual({ letterId: 'added at the stop' });
  });

  it('tries the one of several again that failed, and no other', async () => {
    failing.add('bad');
    await enqueue(['good 1', 'bad', 'good 2', 'good 3']);
    await until(() => worked.length === 5);
    expect(worked.filter(({ data }) => (data as { letterId: string }).letterId === 'bad')).toHaveLength(2);
  });
});

/** The server is shared with the databases of other test files, whose queues have the same name. */
const OWN_SESSIONS = `application_name = 'redress-claims-jobs' and datname = current_database()`;

it('takes another login of the database: new connections at once, the listener when its own is ended', async () => {
  const name = `jobs_${process.pid}`;
  await database.database.pool.query(`create role ${name} login superuser password 'next'`);
  let url = database.url;
  const own = aQueue({ databaseUrl: () => url, jobs: () => [], works: true });
  await own.start();
  const before = await sessions();
  const next = new URL(database.url);
  if (next.searchParams.has('user')) next.searchParams.set('user', name);
  else Object.assign(next, { username: name, password: 'next' });
  url = next.href;
  try {
    await database.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where ${OWN_SESSIONS} and usename <> $1`,
      [name],
    );
    const isListening = async () =>
      (await sessions()).some(({ login, query }) => login === name && /^LISTEN/i.test(query));
    // It connects again after a second; asked without a pause, which is a statement of its own each time.
    while (!(await isListening()));
    expect(before.some(({ query }) => /^LISTEN/i.test(query))).toBe(true);
    await own.counts();
    expect(new Set((await sessions()).map(({ login }) => login))).toContain(name);
  } finally {
    await own.stop();
    await database.database.pool.query(`drop role ${name}`);
  }

  async function sessions() {
    const { rows } = await database.database.pool.query<{ login: string; query: string }>(
      `select usename as login, query from pg_stat_activity where ${OWN_SESSIONS}`,
    );
    return rows;
  }
});

it.each([
  ['* * * * *', 60],
  ['2-59/5 * * * *', 300],
  ['17 * * * *', 3_600],
  ['41 4 * * *', 86_400],
])('knows how often %s comes', (cron, seconds) => expect(periodSeconds(cron)).toBe(seconds));

it('tries as often as the release that works says, not the one that made the queue', async () => {
  const startedWith = async (limit: number, works: boolean) => {
    const own = aQueue({
      jobs: () => [{ ...(jobs[0] as Job), retry: { limit, delaySeconds: 1, maxDelaySeconds: 2 } }],
      works,
    });
    await own.start();
    await own.stop();
    const { rows } = await database.database.pool.query(
      `select retry_limit from claims_jobs.queue where name = 'letter.post'`,
    );
    return rows[0].retry_limit;
  };
  expect([await startedWith(7, true), await startedWith(9, false), await startedWith(2, true)]).toEqual([7, 7, 2]);
});

it('says of a job of the clock when it last succeeded, and calls nobody for a single run that was given up', async () => {
  const metrics = createMetrics({ service: 'test' });
  let isFailing = true;
  const own = aQueue({
    metrics,
    jobs: () => [
      defineJob({
        name: 'clock.look',
        schema: z.object({}),
        // Not while this test runs.
        cron: '1 1 29 2 *',
        retry: { limit: 0, delaySeconds: 1, maxDelaySeconds: 1 },
        async handle() {
          if (isFailing) throw new Error('no');
        },
      }),
    ],
  });
  await own.start();
  const succeeded = async () => /claims_cron_succeeded_seconds\{queue="clock\.look"/.test(await metrics.render());
  await transaction((trx) => own.enqueue(trx, 'clock.look', {}));
  await own.drain();
  expect(await succeeded()).toBe(false);
  expect([await own.deadLetters(), await own.counts()]).toMatchObject([[], [{ queue: 'clock.look', dead: 0 }]]);
  isFailing = false;
  await transaction((trx) => own.enqueue(trx, 'clock.look', {}));
  await own.drain();
  expect(await succeeded()).toBe(true);
  await own.stop();
});
