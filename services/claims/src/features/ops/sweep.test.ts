import { createDatabase } from '@redress/database';
import { SCHEMA } from '../../platform/database.ts';
import type { Tables } from '../../platform/tables.ts';
import { sweepForStuck } from '../../shared/orders/stuck.ts';
import { keepProviderEvent } from '../../shared/orders/provider-events.ts';
import { JOBS } from '../../shared/job-names.ts';
import { runJob, useTestApp } from '../../testing/index.ts';

const test = useTestApp();

const sweep = () => runJob(test, 'ops.sweep');
const jobsOf = async (name: string) => {
  const rows = await test.sql<{ n: number }>('select count(*) as n from claims_jobs.job where name = $1', [name]);
  return rows[0]!.n;
};

it('adds a job for an event only when none is queued', async () => {
  await keepProviderEvent(test.claims.platform, {
    provider: 'stripe',
    eventId: 'evt_1',
    type: 'payment_intent.succeeded',
    subjectId: 'pi_1',
    payload: Buffer.from('{}'),
    job: JOBS.stripeEvent,
  });
  test.clock.advance({ minutes: 5 });
  await sweep();
  expect(await jobsOf(JOBS.stripeEvent)).toBe(1);
  await test.sql('delete from claims_jobs.job where name = $1', [JOBS.stripeEvent]);
  await sweep();
  expect(await jobsOf(JOBS.stripeEvent)).toBe(1);
});

const figure = async (line: string) =>
  (await test.claims.platform.metrics.render()).split('\n').find((each) => each.startsWith(line));

it('writes zero for what is not stuck, and when it looked', async () => {
  await sweep();
  expect(await figure('claims_stuck{what="letter-not-made"')).toMatch(/ 0$/);
  expect(await figure('claims_stuck_looked_seconds{what="letter-not-made"')).toMatch(
    ` ${test.clock.now().getTime() / 1_000}`,
  );
});

it('asks one question after the other', async () => {
  const one = createDatabase({ url: test.database.url, name: 'sweep', maxConnections: 1 });
  let most = 0;
  one.pool.on('acquire', () => (most = Math.max(most, one.pool.waitingCount)));
  const { failures } = await sweepForStuck(one.kysely<Tables>().withSchema(SCHEMA), test.clock.now());
  expect({ failures, most }).toEqual({ failures: [], most: 1 });
  await one.close();
});

it('one look that fails undoes no other, and leaves its figure as it was', async () => {
  const { pool } = test.database.database;
  await sweep();
  test.clock.advance({ minutes: 1 });
  await pool.query('alter table claims.provider_event rename to provider_event_away');
  const [before, beside] = ['event-unprocessed', 'letter-problem'].map(
    (what) => `claims_stuck_looked_seconds{what="${what}"`,
  );
  const then = await figure(before!);
  await expect(sweep()).rejects.toThrow('provider_event');
  await pool.query('alter table claims.provider_event_away rename to provider_event');
  expect(await figure(before!)).toBe(then);
  expect(await figure(beside!)).toMatch(` ${test.clock.now().getTime() / 1_000}`);
});
