import { hasCourtPapers } from '@redress/domain';
import type { Db } from '../../platform/database.ts';
import { JOBS } from '../job-names.ts';
import { LEFT } from './leaving.ts';

/** A step that is overdue. */
export interface Stuck {
  what:
    | 'letter-not-made'
    | 'letter-not-posted'
    | 'mailing-not-taken'
    | 'papers-not-made'
    | 'payment-unsettled'
    | 'payment-unopened'
    | 'coupon-still-held'
    | 'left-open'
    | 'refund-not-done'
    | 'left-behind'
    | 'erasure-waiting'
    | 'event-unprocessed'
    | 'payment-mismatch'
    | 'letter-problem';
  /** Since when it is overdue. */
  since: Date;
  orderNumber: string | null;
  /** What to do about it; `null` where only a person can. */
  job: { name: string; data: Record<string, unknown>; key: string } | null;
}

const ago = (now: Date, minutes: number): Date => new Date(now.getTime() - minutes * 60_000);

/** How long each step may take before it counts as stuck: its job and some of its retries fit into that. */
const PATIENCE_MINUTES = 1;
/** An unfinished payment is checked for two days after the last action of the buyer. */
const PAYMENT_DAYS = 2;
const LIMIT = 500;

/** Everything stuck now, oldest first. Read from the rows themselves, so a job that was lost is found as well. */
export async function findStuck(db: Db, now: Date): Promise<Stuck[]> {
  const patience = ago(now, PATIENCE_MINUTES);
  const lists = await Promise.all([
    lettersNotMade(db, patience),
    lettersNotPosted(db, patience),
    mailingsNotTaken(db, patience),
    papersNotMade(db, patience),
    findUnsettled(db, now, patience),
    paymentsUnopened(db, patience),
    couponsStillHeld(db, patience),
    ordersLeft(db, patience),
    lettersLeft(db, patience),
    eventsUnprocessed(db, patience),
    problems(db),
  ]);
  return lists.flat().sort((a, b) => a.since.getTime() - b.since.getTime());
}

async function lettersNotMade(db: Db, before: Date): Promise<Stuck[]> {
  const rows = await db
    .selectFrom('claim_order')
    .leftJoin('letter', 'letter.form_session_id', 'claim_order.form_session_id')
    .innerJoin('form_session', 'form_session.id', 'claim_order.form_session_id')
    .select(['claim_order.id', 'claim_order.order_number', 'claim_order.paid_at'])
    .where('claim_order.status', '=', 'paid')
    .where('claim_order.paid_at', '<', before)
    .where((is) => is.or([is('letter.id', 'is', null), is('letter.state', '=', 'copy')]))
    .limit(LIMIT)
    .execute();
  return rows.map(({ id, order_number, paid_at }) => ({
    what: 'letter-not-made',
    since: paid_at ?? before,
    orderNumber: order_number,
    job: { name: JOBS.advanceOrder, data: { orderId: id }, key: id },
  }));
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
    .select(['mailing.id', 'mailing.created_at', 'claim_order.order_number'])
    .where('mailing.state', '=', 'waiting')
    .where('mailing.created_at', '<', before)
    .limit(LIMIT)
    .execute();
  return rows.map(({ id, created_at, order_number }) => ({
    what: 'mailing-not-taken',
    since: created_at,
    orderNumber: order_number,
    job: { name: JOBS.sendMailing, data: { mailingId: id }, key: id },
  }));
}

async function papersNotMade(db: Db, before: Date): Promise<Stuck[]> {
  const rows = await db
    .selectFrom('claim_order')
    .leftJoin('court_document', 'court_document.order_id', 'claim_order.id')
    .innerJoin('form_session', 'form_session.id', 'claim_order.form_session_id')
    .select([
      'claim_order.id',
      'claim_order.order_number',
      'claim_order.paid_at',
      'claim_order.package_id',
      'claim_order.package_title',
    ])
    .where('claim_order.status', '=', 'paid')
    .where('claim_order.paid_at', '<', before)
    .where('court_document.id', 'is', null)
    .where('claim_order.package_id', '<>', 'demand-letter')
    .limit(LIMIT)
    .execute();
  return rows
    .filter(({ package_id, package_title }) => hasCourtPapers({ id: package_id, title: package_title }))
    .map(({ id, order_number, paid_at }) => ({
      what: 'papers-not-made',
      since: paid_at ?? before,
      orderNumber: order_number,
      job: { name: JOBS.makePapers, data: { orderId: id }, key: id },
    }));
}

/**
 * The browser was closed after paying, and the webhook is missing. `since` is the last action on the payment.
 * @param before - payments that were touched later are left to their browser
 */
export async function findUnsettled(db: Db, now: Date, before: Date): Promise<Stuck[]> {
  const rows = await db
    .selectFrom('payment')
    .innerJoin('claim_order', 'claim_order.id', 'payment.order_id')
    .select(['payment.intent_id', 'payment.updated_at', 'claim_order.order_number'])
    .where('payment.status', 'in', ['open', 'processing'])
    .where('payment.intent_id', 'is not', null)
    .where('payment.intent_id', 'not like', 'pi\\_free\\_%')
    .where('payment.updated_at', '<', before)
    .where('payment.updated_at', '>', ago(now, PAYMENT_DAYS * 1440))
    // Recent payments first: their buyers may be waiting.
    .orderBy('payment.updated_at', 'desc')
    .limit(LIMIT)
    .execute();
  return rows.map(({ intent_id, updated_at, order_number }) => ({
    what: 'payment-unsettled',
    since: updated_at,
    orderNumber: order_number,
    job: { name: JOBS.checkPayment, data: { intentId: intent_id }, key: intent_id ?? '' },
  }));
}

/** Stripe never said whether it made the intent, and the buyer has not come back. */
async function paymentsUnopened(db: Db, before: Date): Promise<Stuck[]> {
  const rows = await db
    .selectFrom('payment')
    .innerJoin('claim_order', 'claim_order.id', 'payment.order_id')
    .select(['payment.id', 'payment.updated_at', 'claim_order.order_number'])
    .where('payment.status', '=', 'open')
    .where('payment.intent_id', 'is', null)
    .where('payment.updated_at', '<', before)
    .limit(LIMIT)
    .execute();
  return rows.map(({ id, updated_at, order_number }) => ({
    what: 'payment-unopened',
    since: updated_at,
    orderNumber: order_number,
    job: { name: JOBS.findIntent, data: { paymentId: id }, key: id },
  }));
}

/** The hold has ended and its payment is not canceled, so the use is still blocked. */
async function couponsStillHeld(db: Db, before: Date): Promise<Stuck[]> {
  const rows = await db
    .selectFrom('coupon_hold')
    .leftJoin('claim_order', 'claim_order.id', 'coupon_hold.order_key')
    .select(['coupon_hold.order_key', 'coupon_hold.ends_at', 'claim_order.order_number'])
    .where('coupon_hold.ends_at', '<', before)
    .limit(LIMIT)
    .execute();
  return rows.map(({ order_key, ends_at, order_number }) => ({
    what: 'coupon-still-held',
    since: ends_at,
    orderNumber: order_number,
    job: { name: JOBS.endCouponHold, data: { orderId: order_key }, key: order_key },
  }));
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
    job: { name: provider === 'stripe' ? JOBS.stripeEvent : JOBS.lobEvent, data: { eventRowId: id }, key: id },
  }));
}

/** Orders whose account was deleted and which are neither delivered nor refunded. */
async function ordersLeft(db: Db, before: Date): Promise<Stuck[]> {
  const rows = await db
    .selectFrom('claim_order')
    .leftJoin('account', 'account.id', 'claim_order.user_id')
    .leftJoin('payment', (join) =>
      join.onRef('payment.order_id', '=', 'claim_order.id').on('payment.status', '=', 'succeeded'),
    )
    .select([
      'claim_order.id',
      'claim_order.order_number',
      'claim_order.left_as',
      'claim_order.left_at',
      'claim_order.created_at',
      'payment.id as payment_id',
    ])
    .where('account.id', 'is', null)
    .where('claim_order.status', '<>', 'refunded')
    .where((is) =>
      is.or([
        is('claim_order.left_as', 'is', null),
        is.and([is('claim_order.left_as', 'in', ['closing', 'refunding']), is('claim_order.left_at', '<', before)]),
      ]),
    )
    .limit(LIMIT)
    .execute();
  return rows.map(({ id, order_number, left_as, left_at, created_at, payment_id }): Stuck => {
    const entry = { since: left_at ?? created_at, orderNumber: order_number };
    if (left_as === 'closing') {
      return { ...entry, what: 'left-open', job: { name: JOBS.closePayment, data: { orderId: id }, key: id } };
    }
    if (left_as === 'refunding' && payment_id) {
      const data = { paymentId: payment_id, reason: LEFT };
      return { ...entry, what: 'refund-not-done', job: { name: JOBS.refund, data, key: payment_id } };
    }
    return { ...entry, what: 'left-behind', job: null };
  });
}

/** Letters whose account was deleted while they were on their way to the carrier; they go when it has them. */
async function lettersLeft(db: Db, before: Date): Promise<Stuck[]> {
  const rows = await db
    .selectFrom('letter')
    .leftJoin('account', 'account.id', 'letter.user_id')
    .leftJoin('claim_order', 'claim_order.id', 'letter.order_id')
    .select(['letter.user_id', 'letter.updated_at', 'claim_order.order_number'])
    .where('account.id', 'is', null)
    .where('letter.updated_at', '<', before)
    .limit(LIMIT)
    .execute();
  return rows.map(({ user_id, updated_at, order_number }) => ({
    what: 'erasure-waiting',
    since: updated_at,
    orderNumber: order_number,
    job: { name: JOBS.eraseLetters, data: { userId: user_id }, key: user_id },
  }));
}

async function problems(db: Db): Promise<Stuck[]> {
  const orders = await db
    .selectFrom('claim_order')
    .select(['order_number', 'created_at'])
    .where('problem', '=', 'payment-mismatch')
    .limit(LIMIT)
    .execute();
  const letters = await db
    .selectFrom('letter')
    .innerJoin('claim_order', 'claim_order.id', 'letter.order_id')
    .select(['claim_order.order_number', 'letter.updated_at'])
    .where('letter.state', '=', 'problem')
    .limit(LIMIT)
    .execute();
  return [
    ...orders.map(({ order_number, created_at }): Stuck => ({
      what: 'payment-mismatch',
      since: created_at,
      orderNumber: order_number,
      job: null,
    })),
    ...letters.map(({ order_number, updated_at }): Stuck => ({
      what: 'letter-problem',
      since: updated_at,
      orderNumber: order_number,
      job: null,
    })),
  ];
}
