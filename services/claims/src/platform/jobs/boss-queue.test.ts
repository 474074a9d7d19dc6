import { createTestDatabase, type TestDatabase } from '@redress/database/testing';
import { createLogger, createMetrics } from '@redress/telemetry/server';
import * as z from 'zod/mini';
import type { Trx } from '../database.ts';
import type { Tables } from '../tables.ts';
import { createBossQueue, type BossQueue } from './boss-queue.ts';
import { defineJob, type Job } from './job.ts';

let database: TestDatabase;
let queue: BossQueue;
let worked: { name: string; data: unknown }[] = [];
let failures = 0;

const jobs: Job[] = [
  defineJob({
    name: 'letter.post',
    schema: z.object({ letterId: z.string() }),
    retry: { limit: 2, delaySeconds: 1, maxDelaySeconds: 2 },
    async handle(data) {
      worked.push({ name: 'letter.post', data });
      if (failures-- > 0) throw new Error('the carrier is down');
    },
  }),
];

beforeAll(async () => {
  database = await createTestDatabase();
  queue = createBossQueue({
    databaseUrl: database.url,
    log: createLogger({ name: 'test', level: 'silent' }),
    metrics: createMetrics({ service: 'test' }),
    jobs: () => jobs,
    works: false,
  });
  await queue.start();
});
afterAll(async () => {
  await queue.stop();
  await database.drop();
});
beforeEach(() => {
  worked = [];
  failures = 0;
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

it('asks nobody but the transaction, so a pool of one connection is enough', async () => {
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

it('takes who waits before any number of repairs', async () => {
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

it('gives up at once what does not fit its schema, without working on it', async () => {
  await transaction((trx) => queue.enqueue(trx, 'letter.post', { letterId: 12 }));
  await queue.drain({ includeDelayed: true });
  expect(worked).toEqual([]);
  expect(await queue.deadLetters()).toHaveLength(1);
});

it('works by itself in the worker role, woken by the commit', async () => {
  const worker = createBossQueue({
    databaseUrl: database.url,
    log: createLogger({ name: 'test', level: 'silent' }),
    metrics: createMetrics({ service: 'test' }),
    jobs: () => jobs,
    works: true,
  });
  await worker.start();
  const done = new Promise<void>((resolve) => {
    const push = worked.push.bind(worked);
    worked.push = (...entries) => {
      resolve();
      return push(...entries);
    };
  });
  await transaction((trx) => queue.enqueue(trx, 'letter.post', { letterId: 'by itself' }));
  await done;
  await worker.stop();
  expect(worked.map(({ data }) => data)).toEqual([{ letterId: 'by itself' }]);
});
