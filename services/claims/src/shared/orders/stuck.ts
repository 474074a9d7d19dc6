import { FURTHER_LETTERS, hasCourtPapers } from '@redress/domain/packages';
import { sql, type NotNull } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { JOBS } from '../job-names.ts';
import { REFUNDED, REFUNDING } from '../letters/letter-problem.ts';
import { REFUND_FAILED, refundsDue } from './refund.ts';
import { LIMIT, overdue, type Stuck, type Window } from './stuck-entry.ts';
import { lettersLeaving, lettersLeft, ordersLeaving, ordersLeftBehind } from './stuck-left.ts';

export type { Stuck } from './stuck-entry.ts';

const ago = (now: Date, minutes: number): Date => new Date(now.getTime() - minutes * 60_000);

/** How long each step may take before it counts as stuck: its job and some of its retries fit into that. */
const PATIENCE_MINUTES = 1;
/** An unfinished payment is checked for two days after the last action of the buyer. */
const PAYMENT_DAYS = 2;
const DAY_MINUTES = 1_440;
/** What no index leads to is looked for among the rows of these days by the minute, and among all rows by night. */
const RECENT_DAYS = 7;
/** Rows whose account is not there: each row of the window asks for its account, so the window of each minute is a day. */
const RECENT_LEFT_DAYS = 1;
/**
 * By night so many days at once, and fewer where that took long: a statement that nears its limit would end the whole run,
 * and saves wait beside it.
 */
const WINDOW_DAYS = { first: 1, fewest: 1 / 24, most: 7 };
const LONG_MS = 400;
const SHORT_MS = 100;

const oldestFirst = (lists: readonly Stuck[][]): Stuck[] =>
  lists.flat().sort((a, b) => a.since.getTime() - b.since.getTime());

interface Look {
  /** What it may find. */
  kinds: readonly Stuck['what'][];
  at(db: Db, now: Date, patience: Date): Promise<Stuck[]>;
}

const LOOKS: readonly Look[] = [
  { kinds: ['letter-not-made'], at: (db, _, patience) => lettersNotMade(db, patience) },
  { kinds: ['letter-not-posted'], at: (db, _, patience) => lettersNotPosted(db, patience) },
  { kinds: ['mailing-not-taken'], at: (db, _, patience) => mailingsNotTaken(db, patience) },
  { kinds: ['payment-unsettled'], at: findUnsettled },
  { kinds: ['payment-unopened'], at: (db, _, patience) => paymentsUnopened(db, patience) },
  { kinds: ['coupon-still-held'], at: (db, _, patience) => couponsStillHeld(db, patience) },
  { kinds: ['refund-not-done'], at: (db, _, patience) => refundsDue(db, patience) },
  { kinds: ['left-open', 'left-behind'], at: (db, _, patience) => ordersLeaving(db, patience) },
  { kinds: ['erasure-waiting'], at: (db, _, patience) => lettersLeaving(db, patience) },
  { kinds: ['event-unprocessed'], at: (db, _, patience) => eventsUnprocessed(db, patience) },
  { kinds: ['payment-mismatch', 'refund-failed', 'letter-problem'], at: problems },
  {
    kinds: ['papers-not-made'],
    at: (db, now, to) => papersNotMade(db, { from: ago(now, RECENT_DAYS * DAY_MINUTES), to }),
  },
  {
    kinds: ['left-behind', 'erasure-waiting'],
    at: (db, now, to) => leftWithin(db, { from: ago(now, RECENT_LEFT_DAYS * DAY_MINUTES), to }, to),
  },
];

export interface Sweep {
  /** Oldest first. */
  found: Stuck[];
  /** Of what all was looked for: none found of one of these is none there. */
  looked: readonly Stuck['what'][];
  failures: { kinds: readonly Stuck['what'][]; error: unknown }[];
}

/**
 * Everything stuck now. Read from the rows themselves, so a job that was lost is found as well. What can only be found by looking
 * at every row is looked for among the last days; {@link findStuckOlder} looks at the others. One look follows the other: a dozen
 * at once wait for each other's connections, on a busy machine for longer than one may. One that fails keeps no other from its turn.
 */
export async function sweepForStuck(db: Db, now: Date): Promise<Sweep> {
  const lists: Stuck[][] = [];
  const failures: Sweep['failures'] = [];
  for (const { kinds, at } of LOOKS) {
    try {
      lists.push(await at(db, now, ago(now, PATIENCE_MINUTES)));
    } catch (error) {
      failures.push({ kinds, error });
    }
  }
  const unknown = new Set(failures.flatMap(({ kinds }) => kinds));
  const looked = [...new Set(LOOKS.flatMap(({ kinds }) => kinds))].filter((what) => !unknown.has(what));
  return { found: oldestFirst(lists), looked, failures };
}

/** @returns what {@link sweepForStuck} finds @throws why a look failed: a list with a gap is none */
export async function findStuck(db: Db, now: Date): Promise<Stuck[]> {
  const { found, failures } = await sweepForStuck(db, now);
  if (failures[0]) throw failures[0].error;
  return found;
}

/** What {@link findStuck} leaves out, some days at a time, so that no statement grows with the years. */
export async function findStuckOlder(db: Db, now: Date): Promise<Stuck[]> {
  const first = await db
    .selectFrom('claim_order')
    .select('paid_at')
    .where('status', '=', 'paid')
    .where('paid_at', 'is not', null)
    .orderBy('paid_at')
    .limit(1)
    .executeTakeFirst();
  const patience = ago(now, PATIENCE_MINUTES);
  const lists: Stuck[][] = [];
  for (let day = RECENT_LEFT_DAYS; day < RECENT_DAYS; day += 1)
    lists.push(
      await leftWithin(db, { from: ago(now, (day + 1) * DAY_MINUTES), to: ago(now, day * DAY_MINUTES) }, patience),
    );
  let to = ago(now, RECENT_DAYS * DAY_MINUTES);
  // An order is made before it is paid.
  const end = first?.paid_at ? ago(first.paid_at, RECENT_DAYS * DAY_MINUTES) : to;
  for (let days = WINDOW_DAYS.first; to > end;) {
    const from = ago(to, days * DAY_MINUTES);
    const startedAt = performance.now();
    lists.push(await papersNotMade(db, { from, to }), await leftWithin(db, { from, to }, patience));
    const taken = performance.now() - startedAt;
    if (taken > LONG_MS) days = Math.max(WINDOW_DAYS.fewest, days / 2);
    else if (taken < SHORT_MS) days = Math.min(WINDOW_DAYS.most, days * 2);
    to = from;
  }
  return oldestFirst(lists);
}

const leftWithin = async (db: Db, window: Window, patience: Date): Promise<Stuck[]> => [
  ...(await ordersLeftBehind(db, window)),
  ...(await lettersLeft(db, window, patience)),
];

async function lettersNotMade(db: Db, before: Date): Promise<Stuck[]> {
  const rows = await db
    .selectFrom('claim_order')
    .innerJoin('form_session', 'form_session.id', 'claim_order.form_session_id')
    .select(['claim_order.id', 'claim_order.order_number as orderNumber', 'claim_order.paid_at as since'])
    .where('claim_order.status', '=', 'paid')
    .where('claim_order.paid_at', '<', before)
    // Written when the letter is there: without it each sweep would look at every order that was ever paid.
    .where((is) => is.or([is('claim_order.advanced_at', 'is', null), is('claim_order.problem', 'is not', null)]))
    // For each of these few: joined, every letter was read, because PostgreSQL expects a hundred thousand of them.
    .where(
      sql<boolean>`coalesce((select state from claims.letter l where l.form_session_id = claim_order.form_session_id), 'copy') = 'copy'`,
    )
    .limit(LIMIT)
    .$narrowType<{ since: NotNull }>()
    .execute();
  return rows.map(overdue('letter-not-made', JOBS.advanceOrder, 'orderId'));
}

async function lettersNotPosted(db: Db, before: Date): Promise<Stuck[]> {
  const rows = await db
    .selectFrom('letter')
    .innerJoin('claim_order', 'claim_order.id', 'letter.order_id')
    .select(['letter.id', 'letter.approval_id', 'letter.window_ends_at', 'claim_order.order_number'])
    .where('letter.state', '=', 'approved')
    .where('letter.window_ends_at', '<', before)
    .where('claim_order.status', '=', 'paid')
    .limit(LIMIT)
    .execute();
  return rows.map(({ id, approval_id, window_ends_at, order_number }) => ({
    what: 'letter-not-posted',
    since: window_ends_at ?? before,
    orderNumber: order_number,
    job: { name: JOBS.endWindow, data: { letterId: id, approvalId: approval_id ?? '' }, key: approval_id ?? id },
  }));
}

async function mailingsNotTaken(db: Db, before: Date): Promise<Stuck[]> {
  const rows = await db
    .selectFrom('mailing')
    .innerJoin('claim_order', 'claim_order.id', 'mailing.order_id')
    .select(['mailing.id', 'mailing.created_at as since', 'claim_order.order_number as orderNumber'])
    .where('mailing.state', '=', 'waiting')
    .where('mailing.created_at', '<', before)
    .limit(LIMIT)
    .execute();
  return rows.map(overdue('mailing-not-taken', JOBS.sendMailing, 'mailingId'));
}

async function papersNotMade(db: Db, { from, to }: Window): Promise<Stuck[]> {
  const rows = await db
    .selectFrom('claim_order')
    .leftJoin('court_document', 'court_document.order_id', 'claim_order.id')
    .innerJoin('form_session', 'form_session.id', 'claim_order.form_session_id')
    .select([
      'claim_order.id',
      'claim_order.order_number as orderNumber',
      'claim_order.paid_at as since',
      'claim_order.package_id',
      'claim_order.package_title',
    ])
    .where('claim_order.status', '=', 'paid')
    .where('claim_order.paid_at', '>=', from)
    .where('claim_order.paid_at', '<', to)
    .where('court_document.id', 'is', null)
    .where('claim_order.package_id', '<>', 'demand-letter')
    .where('claim_order.package_id', 'not in', FURTHER_LETTERS)
    .limit(LIMIT)
    .$narrowType<{ since: NotNull }>()
    .execute();
  return rows
    .filter(({ package_id, package_title }) => hasCourtPapers({ id: package_id, title: package_title }))
    .map(overdue('papers-not-made', JOBS.makePapers, 'orderId'));
}

/**
 * The browser was closed after paying, and the webhook is missing. `since` is the last action on the payment.
 * @param before - payments that were touched later are left to their browser
 */
export async function findUnsettled(db: Db, now: Date, before: Date): Promise<Stuck[]> {
  const rows = await db
    .selectFrom('payment')
    .innerJoin('claim_order', 'claim_order.id', 'payment.order_id')
    .select(['payment.intent_id as id', 'payment.updated_at as since', 'claim_order.order_number as orderNumber'])
    .where('payment.status', 'in', ['open', 'processing'])
    .where('payment.intent_id', 'is not', null)
    .where('payment.intent_id', 'not like', 'pi\\_free\\_%')
    .where('payment.updated_at', '<', before)
    .where('payment.updated_at', '>', ago(now, PAYMENT_DAYS * 1440))
    // Recent payments first: their buyers may be waiting.
    .orderBy('payment.updated_at', 'desc')
    .limit(LIMIT)
    .$narrowType<{ id: NotNull }>()
    .execute();
  return rows.map(overdue('payment-unsettled', JOBS.checkPayment, 'intentId'));
}

/** Stripe never said whether it made the intent, and the buyer has not come back. */
async function paymentsUnopened(db: Db, before: Date): Promise<Stuck[]> {
  const rows = await db
    .selectFrom('payment')
    .innerJoin('claim_order', 'claim_order.id', 'payment.order_id')
    .select(['payment.id', 'payment.updated_at as since', 'claim_order.order_number as orderNumber'])
    .where('payment.status', '=', 'open')
    .where('payment.intent_id', 'is', null)
    .where('payment.updated_at', '<', before)
    .limit(LIMIT)
    .execute();
  return rows.map(overdue('payment-unopened', JOBS.findIntent, 'paymentId'));
}

/** The hold has ended and its payment is not canceled, so the use is still blocked. */
async function couponsStillHeld(db: Db, before: Date): Promise<Stuck[]> {
  const rows = await db
    .selectFrom('coupon_hold')
    .leftJoin('claim_order', 'claim_order.id', 'coupon_hold.order_key')
    .select(['coupon_hold.order_key as id', 'coupon_hold.ends_at as since', 'claim_order.order_number as orderNumber'])
    .where('coupon_hold.ends_at', '<', before)
    .limit(LIMIT)
    .execute();
  return rows.map(overdue('coupon-still-held', JOBS.endCouponHold, 'orderId'));
}

async function eventsUnprocessed(db: Db, before: Date): Promise<Stuck[]> {
  const rows = await db
    .selectFrom('provider_event')
    .select(['id', 'provider', 'received_at'])
    .where('processed_at', 'is', null)
    .where('received_at', '<', before)
    .limit(LIMIT)
    .execute();
  return rows.map(({ id, provider, received_at }) => ({
    what: 'event-unprocessed',
    since: received_at,
    orderNumber: null,
    job: { name: provider === 'stripe' ? JOBS.stripeEvent : JOBS.carrierEvent, data: { eventRowId: id }, key: id },
  }));
}

async function problems(db: Db): Promise<Stuck[]> {
  const orders = await db
    .selectFrom('claim_order')
    .select(['order_number', 'created_at', 'problem'])
    .where('problem', 'in', ['payment-mismatch', REFUND_FAILED])
    .limit(LIMIT)
    .execute();
  const letters = await db
    .selectFrom('letter')
    .innerJoin('claim_order', 'claim_order.id', 'letter.order_id')
    .select(['claim_order.order_number', 'letter.updated_at'])
    .where('letter.state', '=', 'problem')
    // Of one whose price goes back nothing is left to do.
    .where('letter.problem', 'not in', [REFUNDING, REFUNDED])
    .limit(LIMIT)
    .execute();
  const needsYou = (what: Stuck['what'], since: Date, orderNumber: string): Stuck => ({
    what,
    since,
    orderNumber,
    job: null,
  });
  return [
    ...orders.map(({ order_number, created_at, problem }) =>
      needsYou(problem === REFUND_FAILED ? 'refund-failed' : 'payment-mismatch', created_at, order_number),
    ),
    ...letters.map(({ order_number, updated_at }) => needsYou('letter-problem', updated_at, order_number)),
  ];
}
