import { sql } from 'kysely';
import type { Db } from '../platform/database.ts';
import type { OrderRow } from '../shared/orders/order.repository.ts';
import { findStuck } from '../shared/orders/stuck.ts';
import { eventsOf, rowsOf, when, type Printed } from './operator.ts';

/** One screen of a terminal. */
const MOST_LINES = 24;
const MOST_JOBS = 6;
const MOST_EVENTS = 5;
const MOST_ORDERS = 10;

/** What a person does about a state that does not go on by itself. */
const PRESS: Readonly<Record<string, (number: string) => string>> = {
  'payment-mismatch': (number) => `compare the payment at Stripe, then: npm run ops -- refund ${number} --reason …`,
  'refund-failed': (number) => `ask the payer, then once more: npm run ops -- refund ${number} --reason …`,
  'letter-problem': (number) => `correct what the carrier names, then: npm run ops -- repost ${number} --reason …`,
  'copy-not-mailed': () => 'give the price of the copy back at Stripe: a partial refund, with its tax',
  'left-behind': () => 'docs/runbooks/stuck-orders.md: an order without its account',
};

async function findOrders(db: Db, asked: string): Promise<OrderRow[]> {
  const orders = db
    .selectFrom('claim_order')
    .selectAll('claim_order')
    .orderBy('claim_order.created_at', 'desc')
    .limit(MOST_ORDERS);
  if (/^r-/i.test(asked)) return orders.where('order_number', '=', asked.toUpperCase()).execute();
  const address = asked.toLowerCase();
  if (asked.includes('@'))
    return orders
      .leftJoin('account', 'account.id', 'claim_order.user_id')
      .where((is) => is.or([is('account.email', '=', address), is('claim_order.email', '=', address)]))
      .execute();
  return orders.innerJoin('letter', 'letter.order_id', 'claim_order.id').where('letter.id', '=', asked).execute();
}

/** Jobs that speak of one of these rows, with the last error of each, its tries and when it is tried next. */
async function jobsOf(db: Db, ids: readonly string[]): Promise<Printed> {
  const { rows } = await sql<{
    name: string;
    state: string;
    tries: number;
    limit: number;
    next: Date;
    code: string | null;
  }>`
    select name, state::text as state, retry_count as tries, retry_limit as limit, start_after as next,
      coalesce(output->>'code', output->>'message') as code
    from claims_jobs.job
    where (state in ('created', 'retry', 'active') or name like '%.dead')
      and exists (select from jsonb_each_text(data->'data') as field where field.value = any(${ids}))
    order by created_on desc limit ${MOST_JOBS}`.execute(db);
  return rows.map(({ name, state, tries, limit, next, code }) =>
    name.endsWith('.dead')
      ? `job\t${name.slice(0, -'.dead'.length)}\tgiven up${code ? `: ${code}` : ''}`
      : `job\t${name}\t${state}, try ${tries + 1} of ${limit + 1}, next ${when(next)}${code ? `, last error ${code}` : ''}`,
  );
}

/**
 * Why an order stands where it stands, on one screen: its state, what was tried and is tried next, and what to press. No names,
 * addresses or texts.
 * @param asked - number of an order, e-mail address of its buyer, or id of a letter
 */
export async function why(deps: { db: Db; now: () => Date }, asked: string): Promise<Printed> {
  const { db, now } = deps;
  const [order, ...others] = await findOrders(db, asked);
  if (!order) throw new Error(`There is no order, buyer or letter ${asked}.`);
  const number = order.order_number;
  const { payments, letter, mailings } = await rowsOf(db, order);
  const payment = payments.at(-1);
  const session = await db
    .selectFrom('form_session')
    .select('address_check')
    .where('id', '=', order.form_session_id)
    .executeTakeFirst();
  const addresses = (session?.address_check ?? []).filter(({ verdict }) => verdict !== 'deliverable');
  const ids = [
    order.id,
    ...(payment ? [payment.id, payment.intent_id ?? ''] : []),
    ...(letter ? [letter.id] : []),
    ...mailings.map(({ id }) => id),
  ];
  const events = await eventsOf(db, [...ids, order.form_session_id]);
  const stuck = (await findStuck(db, now())).filter(({ orderNumber }) => orderNumber === number);
  const dead = (await jobsOf(db, ids)).toSorted();
  const presses = [
    ...stuck.flatMap(({ what }) => PRESS[what]?.(number) ?? []),
    ...dead.filter((line) => line.includes('\tgiven up')).map((line) => `npm run ops -- retry ${line.split('\t')[1]}`),
  ];
  const waits =
    stuck.length > 0 || dead.length > 0 ? 'nothing: it is tried again by itself' : 'nothing: nothing is overdue';
  return [
    `order\t${number}\t${order.status}${order.problem ? `, problem: ${order.problem}` : ''}${order.left_as ? `, account left: ${order.left_as}` : ''}`,
    `paid\t${when(order.paid_at)}\tpayment ${payment?.intent_id ?? '-'} ${payment?.status ?? 'none'}${payment?.decline_code ? `, declined: ${payment.decline_code}` : ''}`,
    letter
      ? `letter\t${letter.id}\t${letter.state}, version ${letter.version}${letter.problem ? `, problem: ${letter.problem}` : ''}, until ${when(letter.window_ends_at)}`
      : 'letter\t-\tnone yet',
    ...addresses.map(
      ({ verdict, insists }) =>
        `address\t${verdict}\tsaid before paying; its claimant ${insists ? 'insists' : 'went on'}`,
    ),
    ...mailings
      .slice(0, 3)
      .map(
        ({ recipient_no, state, tracking_number, problem, first_tried_at }) =>
          `mailing ${recipient_no}\t${tracking_number ?? '-'}\t${state}, first tried ${when(first_tried_at)}${problem ? `, problem: ${problem}` : ''}`,
      ),
    ...stuck.slice(0, 3).map(({ what, since }) => `overdue\t${what}\tsince ${when(since)}`),
    ...dead,
    ...[...new Set(presses.length > 0 ? presses : [waits])].slice(0, 3).map((press) => `press\t${press}`),
    ...events.slice(0, MOST_EVENTS),
    ...(others.length > 0 ? [`others\t${others.map((each) => each.order_number).join(' ')}`] : []),
  ].slice(0, MOST_LINES);
}
