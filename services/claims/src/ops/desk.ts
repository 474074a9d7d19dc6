import { formatCents } from '@redress/domain/cents';
import { sql } from 'kysely';
import { bound } from '@redress/server/bound';
import type { Db, Trx } from '../platform/database.ts';
import type { BossQueue } from '../platform/jobs/boss-queue.ts';
import { JOBS } from '../shared/job-names.ts';
import { findLivePayment, type OrderRow } from '../shared/orders/order.repository.ts';
import { askRefund } from '../shared/orders/refund.ts';
import { findStuck } from '../shared/orders/stuck.ts';
import { eventsOf, operator, recordAct, rowsOf, when, type Printed } from './operator.ts';

export interface DeskDeps {
  db: Db;
  jobs: Pick<BossQueue, 'counts' | 'deadLetters' | 'redrive' | 'enqueue'>;
  now: () => Date;
  newId: () => string;
}

const WEEK_MS = 7 * 86_400_000;

async function findByNumber(db: Db, number: string): Promise<OrderRow> {
  const row = await db
    .selectFrom('claim_order')
    .selectAll()
    .where('order_number', '=', number.toUpperCase())
    .executeTakeFirst();
  if (!row) throw new Error(`There is no order ${number}.`);
  return row;
}

/** Does an act on an order, whose record with the reason stands before anything happens. */
const carryOut = (
  { db, now }: DeskDeps,
  { id }: OrderRow,
  { kind, reason }: { kind: string; reason: string },
  act: (trx: Trx) => Promise<void>,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await recordAct(trx, now(), { kind, subject: { kind: 'order', id }, reason });
    await act(trx);
  });

/** What was told of cases after their letter, and what was put right, in a week. */
async function afterLetters({ db, now }: DeskDeps): Promise<Printed> {
  const at = now();
  const since = new Date(at.getTime() - WEEK_MS);
  const { rows } = await sql<Record<'due' | 'sent' | 'held' | 'corrected', number>>`
    select (select count(*)::int from claims.letter where remind_at <= ${at}) as due,
      (select count(*)::int from claims.case_reminder where sent_at > ${since}) as sent,
      (select count(*)::int from claims.mail where status = 'held' and created_at > ${since}) as held,
      (select count(distinct form_session_id)::int from claims.case_report
        where replaces is not null and created_at > ${since}) as corrected`.execute(db);
  const [counts] = rows;
  return [
    '',
    `cases to look at for a reminder now\t${counts?.due}`,
    `reminders, 7 days\t${counts?.sent}`,
    `mails held back because their reason ended, 7 days\t${counts?.held}`,
    `ledgers put right, 7 days\t${counts?.corrected}`,
  ];
}

async function stuck({ db, now }: DeskDeps): Promise<Printed> {
  const found = await findStuck(db, now());
  if (found.length === 0) return ['Nothing is stuck.'];
  return [
    'since\torder\twhat\twill be tried again',
    ...found.map(({ what, since, orderNumber, job }) =>
      [when(since), orderNumber ?? '-', what, job ? 'yes' : 'no: needs you'].join('\t'),
    ),
  ];
}

async function order({ db }: DeskDeps, number: string): Promise<Printed> {
  const row = await findByNumber(db, number);
  const { payments, letter, mailings } = await rowsOf(db, row);
  const papers = await db
    .selectFrom('court_document')
    .select('id')
    .where('order_id', '=', row.id)
    .where('replaced_at', 'is', null)
    .execute();
  const subjects = [row.id, row.form_session_id, ...(letter ? [letter.id] : []), ...mailings.map(({ id }) => id)];
  return [
    `order\t${row.order_number}`,
    `state\t${row.status}${row.problem ? `, problem: ${row.problem}` : ''}`,
    `package\t${row.package_title ?? '-'}`,
    `paid\t${when(row.paid_at)}\t${row.total_cents === null ? '-' : formatCents(row.total_cents)}`,
    ...payments.map(
      (payment) =>
        `payment\t${payment.intent_id ?? '-'}\t${payment.status}\trefunded ${formatCents(payment.refunded_cents)}${payment.decline_code ? `\tdeclined: ${payment.decline_code}` : ''}`,
    ),
    letter
      ? `letter\t${letter.state}\tversion ${letter.version}, approved ${letter.approved_version ?? '-'}, posted ${letter.posted_version ?? '-'}\tuntil ${when(letter.window_ends_at)}${letter.problem ? `\tproblem: ${letter.problem}` : ''}`
      : 'letter\tnone yet',
    ...mailings.map(
      (mailing) =>
        `mailing ${mailing.recipient_no}\t${mailing.state}\t${mailing.carrier_id ?? '-'}\t${mailing.tracking_number ?? '-'}${mailing.problem ? `\tproblem: ${mailing.problem}` : ''}`,
    ),
    `papers\t${papers.length}`,
    ...(await eventsOf(db, subjects)).toReversed(),
  ];
}

async function dead(context: DeskDeps): Promise<Printed> {
  const { jobs } = context;
  const [letters, counts] = [await jobs.deadLetters(), await jobs.counts()];
  const waiting = counts.filter(({ waiting: count, active, dead }) => count + active + dead > 0);
  return [
    'job\twaiting\tactive\tgiven up',
    ...waiting.map(({ queue: name, waiting: count, active, dead }) => [name, count, active, dead].join('\t')),
    ...(letters.length ? ['', 'since\tjob\tabout'] : ['', 'No job has been given up.']),
    ...letters.map(({ queue: name, createdAt, data }) => [when(createdAt), name, JSON.stringify(data)].join('\t')),
    ...(await afterLetters(context)),
  ];
}

/** @param job - the name of its queue, as `dead` prints it */
async function retry({ jobs }: DeskDeps, job: string): Promise<Printed> {
  const count = await jobs.redrive(job).catch((error: Error) => {
    if (!error.message.includes('does not exist')) throw error;
    throw new Error(`There is no job ${job}: npm run ops -- dead names those given up.`, { cause: error });
  });
  return [`${count} ${count === 1 ? 'job' : 'jobs'} of ${job} will be tried again.`];
}

async function refund(context: DeskDeps, number: string, reason: string): Promise<Printed> {
  const { db, jobs, now } = context;
  const row = await findByNumber(db, number);
  const payment = await findLivePayment(db, row.id);
  if (payment?.status !== 'succeeded') throw new Error(`Order ${row.order_number} has not been paid.`);
  if (payment.refunded_cents >= payment.amount_cents)
    throw new Error(`Order ${row.order_number} was refunded already.`);
  if (payment.disputed)
    throw new Error(
      `The bank looks into the payment of order ${row.order_number}: answer there, and nothing is given back twice.`,
    );
  // All of a claim and its letter, which the words that only look do not need.
  const [{ lockLetter }, { stopForRefund }] = await Promise.all([
    import('../shared/letters/letter.repository.ts'),
    import('../shared/letters/take-back.ts'),
  ]);
  await carryOut(context, row, { kind: 'order.refund-ordered', reason }, async (trx) => {
    const known = await trx.selectFrom('letter').select('id').where('order_id', '=', row.id).executeTakeFirst();
    const letter = known && (await lockLetter(trx, known.id));
    if (letter) await stopForRefund(trx, { now }, letter, operator());
    await askRefund(trx, jobs, payment, { dueCents: payment.amount_cents, reason, at: now() });
  });
  return [
    `${formatCents(payment.amount_cents - payment.refunded_cents)} of order ${row.order_number} will be sent back. See: order ${row.order_number}`,
  ];
}

async function repost(context: DeskDeps, number: string, reason: string): Promise<Printed> {
  const { db, jobs, newId } = context;
  const row = await findByNumber(db, number);
  const letter = await db
    .selectFrom('letter')
    .select(['id', 'state'])
    .where('order_id', '=', row.id)
    .executeTakeFirst();
  if (letter?.state !== 'problem')
    throw new Error(`The letter of order ${row.order_number} is not one the carrier refused.`);
  await carryOut(context, row, { kind: 'letter.repost-ordered', reason }, (trx) =>
    jobs.enqueue(trx, JOBS.repost, { letterId: letter.id }, { key: newId() }),
  );
  return [`The letter of order ${row.order_number} will be handed over again.`];
}

/** What an operator can see and do. No names, addresses or letter texts are shown: numbers, states and times. */
export const createDesk = (deps: DeskDeps) => bound(deps, { stuck, order, dead, retry, refund, repost });
