import { keepProviderEvent } from '../../shared/orders/provider-events.ts';
import { JOBS } from '../../shared/job-names.ts';
import { startTestApp, type TestApp } from '../../testing/index.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.stop());

const sweep = async () => {
  const job = test.claims.platform
    .features()
    .flatMap(({ jobs = [] }) => jobs)
    .find(({ name }) => name === 'ops.sweep');
  await job?.handle({}, { id: 'sweep', attempt: 0, isLastAttempt: true, signal: new AbortController().signal });
};
const jobsOf = async (name: string) => {
  const { rows } = await test.database.database.pool.query<{ n: number }>(
    'select count(*) as n from claims_jobs.job where name = $1',
    [name],
  );
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
  await test.database.database.pool.query('delete from claims_jobs.job where name = $1', [JOBS.stripeEvent]);
  await sweep();
  expect(await jobsOf(JOBS.stripeEvent)).toBe(1);
});
