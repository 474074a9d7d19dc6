/**
 * `npm run bench:jobs`: how long 1,000 queued mails, webhooks and postings take, how fast papers are made, and how long
 * a code for a new account takes meanwhile. Service, sandbox, mailbox and this program share one process; the database
 * is the tests' own, which does not wait for the disk, or that of DATABASE_URL. `--count=1000` per row; `--proof` writes
 * its part of docs/proof.md.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { register } from '@redress/contracts';
import { openProof, postgres, proofTable, proofWanted } from '@redress/tools/proof';
import { sql } from 'kysely';
import { emailNotice } from '../src/shared/account-emails.ts';
import { JOBS } from '../src/shared/job-names.ts';
import { keepProviderEvent } from '../src/shared/orders/provider-events.ts';
import { aBuyer, paidCase, pay, PASSWORD, startCaseWorld } from '../src/testing/index.ts';

const given = process.argv.find((argument) => argument.startsWith('--count='))?.split('=')[1];
const COUNT = Number(given ?? 1_000);
const LETTERS = 20;
const PAPER_ORDERS = 20;
const LIMIT_MS = 600_000;

const proof = openProof({
  name: 'jobs',
  title: 'Queued jobs',
  command: 'npm run bench:jobs -- --proof',
  database: postgres(),
});
const world = await startCaseWorld({
  roles: ['claims', 'worker'],
  config: { addressLimitFactor: 1_000_000, changeWindowMinutes: 0 },
});
// The tests' clock stands still, and the sandbox counts requests a second by it.
const ticking = setInterval(() => world.clock.advance({ seconds: 0.1 }), 100);
const { platform } = world.claims;
const { db, jobs } = platform;

async function until(isSo: () => Promise<boolean> | boolean): Promise<number> {
  const started = performance.now();
  while (!(await isSo())) {
    if (performance.now() - started > LIMIT_MS) throw new Error('Not done after ten minutes.');
    await wait(20);
  }
  return performance.now() - started;
}

const isNone = async (query: { limit: (count: number) => { execute: () => Promise<unknown[]> } }) =>
  (await query.limit(1).execute()).length === 0;

/** Signs up once a second. @returns how to stop, with the time each code took from the answer to the mailbox */
function probeCodes(): () => Promise<number[]> {
  const times: number[] = [];
  let stopped = false;
  let count = 0;
  const probing = (async () => {
    while (!stopped) {
      const email = `probe-${performance.now()}-${(count += 1)}@example.org`;
      const { status, refusal } = await world.browser().call(register, { email, password: PASSWORD });
      if (status !== 200) throw new Error(`register: ${JSON.stringify(refusal)}`);
      const asked = performance.now();
      await world.mailbox.arrival(email);
      times.push(performance.now() - asked);
      await wait(1_000);
    }
  })();
  return async () => {
    stopped = true;
    await probing;
    return times;
  };
}

const CODE_LIMIT_MS = 2_000;
const rows: string[][] = [];
const notReached: string[] = [];

/** @param limit - what must hold: a time for the whole, or a rate, and how it is written */
async function measure(
  what: string,
  unit: string,
  limit: { ms: number } | { perSecond: number },
  fill: () => Promise<number>,
  isDone: () => Promise<boolean> | boolean,
): Promise<void> {
  const started = performance.now();
  const count = await fill();
  const stopProbe = probeCodes();
  await until(isDone);
  const ms = performance.now() - started;
  process.stderr.write(`${count} ${what}: ${(ms / 1_000).toFixed(1)} s\n`);
  const codes = (await stopProbe()).sort((a, b) => a - b);
  const perSecond = (count * 1_000) / ms;
  const slowestCode = codes.at(-1) ?? 0;
  const measured = `${(ms / 1_000).toFixed(1)} s, ${perSecond.toFixed(1)} ${unit}/s`;
  const target = 'ms' in limit ? `${limit.ms / 1_000} s` : `${limit.perSecond}/s`;
  const isReached = 'ms' in limit ? ms <= limit.ms : perSecond >= limit.perSecond;
  rows.push([`${count} ${what}`, measured, target, `${Math.round(slowestCode)} ms`, proof.load()]);
  if (!isReached) notReached.push(`${count} ${what}: ${measured}; to reach: ${target}.`);
  if (slowestCode > CODE_LIMIT_MS) notReached.push(`A code during ${what}: ${Math.round(slowestCode)} ms.`);
}

const times = (count: number) => Array.from({ length: count }, (_, index) => index);

await measure(
  'mails',
  'mails',
  { ms: 60_000 },
  async () => {
    await db.transaction().execute(async (trx) => {
      for (const index of times(COUNT)) {
        await emailNotice(trx, platform, { notice: 'password-changed', to: `person${index}@bulk.example.org` });
      }
    });
    return COUNT;
  },
  () => world.mailbox.received.filter(({ to }) => to.endsWith('@bulk.example.org')).length >= COUNT,
);

const buyer = await aBuyer(world);
const intentId = await pay(world, buyer);
await world.runJobs();
await measure(
  'webhooks',
  'events',
  { ms: 60_000 },
  async () => {
    for (const index of times(COUNT)) {
      await keepProviderEvent(platform, {
        provider: 'stripe',
        eventId: `evt_bench_${index}`,
        type: 'payment_intent.succeeded',
        subjectId: intentId,
        payload: Buffer.from('{}'),
        job: JOBS.stripeEvent,
      });
    }
    return COUNT;
  },
  () => isNone(db.selectFrom('provider_event').select('id').where('processed_at', 'is', null)),
);

const letterIds: string[] = [];
for (let index = 0; index < LETTERS; index += 1) {
  process.stderr.write('.');
  const letter = await paidCase(world);
  await letter.act('approve_and_send');
  await letter.act('send_now');
  letterIds.push(letter.demandId);
}
await world.runJobs();
const arePosted = () => isNone(db.selectFrom('mailing').select('id').where('state', '=', 'waiting'));
await until(arePosted);
await measure(
  'postings',
  'letters',
  { ms: 60_000 },
  async () => {
    const each = Math.ceil(COUNT / LETTERS);
    const { rows: added } = await sql<{ id: string }>`
      insert into claims.mailing
      select c.* from claims.mailing m cross join generate_series(1, ${each}::int) n
      cross join lateral jsonb_populate_record(m, jsonb_build_object(
        'id', substr(md5(m.id || n), 1, 24), 'recipient_no', 100 + n, 'state', 'waiting', 'carrier', null, 'carrier_id', null,
        'tracking_number', null, 'accepted_at', null, 'first_tried_at', null)) c
      where m.letter_id = any(${letterIds}) and m.recipient_no = 0
      returning id`.execute(db);
    await db.updateTable('letter').set({ state: 'posting' }).where('id', 'in', letterIds).execute();
    await db.transaction().execute(async (trx) => {
      for (const { id } of added) await jobs.enqueue(trx, JOBS.sendMailing, { mailingId: id }, { key: `bench:${id}` });
    });
    return added.length;
  },
  arePosted,
);

const orderIds: string[] = [];
for (let index = 0; index < PAPER_ORDERS; index += 1) {
  const person = await aBuyer(world);
  await pay(world, person, { package_id: 'small-claims' });
  orderIds.push((await world.orderOf(person)).id);
}
const papersOf = (ids: readonly string[]) => db.selectFrom('court_document').where('order_id', 'in', ids);
const complete = async (ids: readonly string[]) =>
  (await papersOf(ids).select('order_id').distinct().execute()).length === ids.length;
await until(() => complete(orderIds));
await world.runJobs();
const perOrder = (await papersOf(orderIds).select('id').execute()).length / orderIds.length;
const remake = async (ids: readonly string[], round: string) => {
  await db.deleteFrom('court_document').where('order_id', 'in', ids).execute();
  await db.transaction().execute(async (trx) => {
    for (const id of ids) await jobs.enqueue(trx, JOBS.makePapers, { orderId: id }, { key: `bench:${round}:${id}` });
  });
  return Math.round(ids.length * perOrder);
};
await measure(
  `papers of one order`,
  'papers',
  { ms: 10_000 },
  () => remake(orderIds.slice(0, 1), 'one'),
  () => complete(orderIds.slice(0, 1)),
);
await measure(
  `papers of ${PAPER_ORDERS} orders`,
  'papers',
  { perSecond: 15 },
  () => remake(orderIds, 'all'),
  () => complete(orderIds),
);
clearInterval(ticking);
await world.stop();

const table = proofTable(['what', 'measured', 'to reach', 'slowest code meanwhile (2 s)', 'load average'], rows);
const about =
  'Service, sandbox, mailbox and the measuring program share one process. The database does not wait for the disk, unless it is that of DATABASE_URL.';
process.stdout.write(`${about}\n\n${table}\n`);
if (proofWanted()) process.stdout.write(`${await proof.write({ body: `${about}\n\n${table}`, notReached })}\n`);
