import { AppError } from '@redress/contracts';
import { hasCourtPapers, formatCents } from '@redress/domain';
import { sql } from 'kysely';
import type { Trx } from '../../platform/database.ts';
import { byPerson, bySystem, recordEvent } from '../../platform/event.ts';
import type { Platform } from '../../platform/platform.ts';
import { isOpen, type Intent } from '../../providers/ports/payments.ts';
import { markSessionPaid } from '../../shared/form-sessions/form-session.repository.ts';
import { JOBS } from '../../shared/job-names.ts';
import { lockLetter } from '../../shared/letters/letter.repository.ts';
import { stopForRefund } from '../../shared/letters/take-back.ts';
import { orderRefund } from '../../shared/orders/leaving.ts';
import { givenBackAs, REFUND_FAILED } from '../../shared/orders/refund.ts';
import { notify } from '../../shared/orders/customer.ts';
import {
  findOrder,
  findQuote,
  lockOrder,
  type OrderRow,
  type PaymentRow,
  type QuoteRow,
} from '../../shared/orders/order.repository.ts';
import { redeemCoupon, returnCoupon } from '../../shared/reference/coupons.ts';

export type Recorded = 'succeeded' | 'processing' | 'open' | 'canceled' | 'mismatch' | 'not-ours';

/** Of two intents of one payment the first is stored. @returns null where there is one already */
export async function adoptIntent(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  paymentId: string,
  intent: Intent,
): Promise<PaymentRow | null> {
  const adopted = await db
    .updateTable('payment')
    .set({
      intent_id: intent.id,
      client_secret: intent.clientSecret,
      synced_quote_id: intent.metadata['quote_id'] ?? null,
      updated_at: now(),
    })
    .where('id', '=', paymentId)
    .where('intent_id', 'is', null)
    .where('status', '=', 'open')
    .returningAll()
    .executeTakeFirst();
  return adopted ?? null;
}

async function findPayment(context: Platform, intent: Intent): Promise<PaymentRow | null> {
  const known = await context.db
    .selectFrom('payment')
    .selectAll()
    .where('intent_id', '=', intent.id)
    .executeTakeFirst();
  if (known) return known;
  // The process ended between Stripe's answer and the update of our row: the metadata names the payment.
  const paymentId = intent.metadata['payment_id'];
  return paymentId ? adoptIntent(context, paymentId, intent) : null;
}

/** Amount, currency, quote and claim must be those of one quote of ours; the intent's own words decide which. */
async function quotePaid({ db }: Platform, intent: Intent, order: OrderRow): Promise<QuoteRow | null> {
  const quoteId = intent.metadata['quote_id'];
  const quote = quoteId ? await findQuote(db, quoteId) : null;
  const fits =
    quote?.order_id === order.id &&
    quote.total_cents === intent.amountCents &&
    intent.currency === 'usd' &&
    intent.metadata['claim_id'] === order.form_session_id;
  return fits ? quote : null;
}

/** What there is to keep of a charge; of an order that cost nothing there was none. */
type Charge = Pick<Intent, 'amountCents' | 'chargeId' | 'card'>;
const NO_CHARGE: Charge = { amountCents: 0, chargeId: null, card: null };

async function succeed(context: Platform, trx: Trx, payment: PaymentRow, quote: QuoteRow, charge: Charge) {
  const at = context.now();
  const { form_session_id } = await trx
    .selectFrom('claim_order')
    .select('form_session_id')
    .where('id', '=', payment.order_id)
    .executeTakeFirstOrThrow();
  // The claim before its order (see lockLetter).
  await trx.selectFrom('form_session').select('id').where('id', '=', form_session_id).forUpdate().execute();
  const order = await lockOrder(trx, payment.order_id);
  if (!order) throw new Error(`Payment ${payment.id} has no order.`);
  const changed = await trx
    .updateTable('payment')
    .set({
      status: 'succeeded',
      quote_id: quote.id,
      amount_cents: charge.amountCents,
      charge_id: charge.chargeId,
      card_brand: charge.card?.brand ?? null,
      card_last4: charge.card?.last4 ?? null,
      decline_code: null,
      succeeded_at: at,
      updated_at: at,
    })
    .where('id', '=', payment.id)
    .where('status', '<>', 'succeeded')
    .returning('id')
    .executeTakeFirst();
  if (!changed) return;
  await trx
    .updateTable('claim_order')
    .set({
      status: 'paid',
      paid_at: at,
      package_id: quote.package_id,
      package_title: quote.package_title,
      total_cents: quote.total_cents,
      email: quote.email,
      terms_version: quote.terms_version,
    })
    .where('id', '=', order.id)
    .execute();
  if (quote.coupon_code) {
    // Where money has come, the price was promised: a coupon that ended meanwhile still counts. Where none has, its last
    // use may have gone to somebody else, and nothing is given away twice.
    const force = charge.amountCents > 0;
    await redeemCoupon(trx, { code: quote.coupon_code, orderKey: order.id, userId: order.user_id, at, force });
  }
  await markSessionPaid(trx, {
    id: order.form_session_id,
    packageId: quote.package_id,
    packageTitle: quote.package_title,
    at,
  });
  await recordEvent(trx, {
    kind: 'order.paid',
    ...byPerson(order.user_id, { kind: 'order', id: order.id }),
    details: { amountCents: charge.amountCents, quoteId: quote.id, termsVersion: quote.terms_version },
    at,
  });
  await notify(trx, context, {
    kind: 'order-paid',
    userId: order.user_id,
    about: order.id,
    link: '/billing',
    values: { order: order.order_number, amount: formatCents(quote.total_cents), package: quote.package_title },
  });
  // Paid after the account was deleted: the order cannot be delivered, so it is refunded.
  if (order.left_as) {
    await orderRefund(trx, context, order.id);
    return;
  }
  // Whether or not the browser comes back: the letter is made, and the papers.
  await context.jobs.enqueue(trx, JOBS.advanceOrder, { orderId: order.id }, { key: `paid:${order.id}` });
  if (hasCourtPapers(quote.package_id)) {
    await context.jobs.enqueue(trx, JOBS.makePapers, { orderId: order.id }, { key: `paid:${order.id}` });
  }
}

/** Refunds and disputes only ever grow; an old answer that arrives late takes nothing back. */
async function recordRefund(context: Platform, trx: Trx, payment: PaymentRow, intent: Intent): Promise<void> {
  if (intent.refundedCents === 0 && !intent.isDisputed) return;
  const at = context.now();
  // Letters before their order (see lockLetter).
  const known = await trx.selectFrom('letter').select('id').where('order_id', '=', payment.order_id).executeTakeFirst();
  const letter = known && (await lockLetter(trx, known.id));
  const order = await lockOrder(trx, payment.order_id);
  if (!order) return;
  const changed = await trx
    .updateTable('payment')
    // Never less than was known: two answers of Stripe may overtake each other.
    .set({
      refunded_cents: sql<number>`greatest(refunded_cents, ${intent.refundedCents})`,
      disputed: intent.isDisputed,
      updated_at: at,
    })
    .where('id', '=', payment.id)
    .where((is) => is.or([is('refunded_cents', '<', intent.refundedCents), is('disputed', '<>', intent.isDisputed)]))
    .returning(['amount_cents', 'refunded_cents', 'refund_no'])
    .executeTakeFirst();
  if (!changed) return;
  if (order.problem === REFUND_FAILED)
    await trx.updateTable('claim_order').set({ problem: null }).where('id', '=', order.id).execute();
  await recordEvent(trx, {
    kind: intent.isDisputed ? 'order.disputed' : 'order.refunded',
    ...bySystem({ kind: 'order', id: order.id }),
    details: { refundedCents: intent.refundedCents },
    at,
  });
  if (intent.refundedCents === 0) return;
  if (changed.refunded_cents >= changed.amount_cents) {
    await trx.updateTable('claim_order').set({ status: 'refunded' }).where('id', '=', order.id).execute();
    await returnCoupon(trx, order.id);
  }
  // A letter that is not posted yet is withdrawn, and so is the notice that announced its posting.
  const givenBack = letter && (await givenBackAs(trx, order.id));
  if (givenBack) await stopForRefund(trx, context, letter, { kind: 'system', id: null }, givenBack);
  await notify(trx, context, {
    kind: 'order-refunded',
    userId: order.user_id,
    about: `${order.id}:${changed.refund_no}:${intent.refundedCents}`,
    link: '/billing',
    values: { order: order.order_number, amount: formatCents(intent.refundedCents) },
  });
}

/** A refund that the bank of the payer sent back. Nothing more is delivered, and a person looks for another way. */
export async function recordFailedRefund(context: Platform, { id, refundedCents }: Intent): Promise<void> {
  const { db, now } = context;
  const payment = await db.selectFrom('payment').selectAll().where('intent_id', '=', id).executeTakeFirst();
  if (!payment) return;
  await db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, payment.order_id);
    const changed = await trx
      .updateTable('payment')
      // Under the key of the one that failed Stripe would answer that it was done.
      .set((row) => ({ refunded_cents: refundedCents, refund_no: row('refund_no', '+', 1), updated_at: now() }))
      .where('id', '=', payment.id)
      .where('refunded_cents', '>', refundedCents)
      .returning('refund_no')
      .executeTakeFirst();
    if (!order || !changed) return;
    await trx.updateTable('claim_order').set({ problem: REFUND_FAILED }).where('id', '=', order.id).execute();
    const cents = payment.refunded_cents - refundedCents;
    const subject = bySystem({ kind: 'order', id: order.id });
    await recordEvent(trx, { kind: 'order.refund-failed', ...subject, details: { cents }, at: now() });
    await notify(trx, context, {
      kind: 'refund-failed',
      userId: payment.user_id,
      about: `${order.id}:${changed.refund_no}`,
      link: '/billing',
      values: { order: order.order_number, amount: formatCents(cents) },
    });
  });
}

const noteStatus = async ({ db, now }: Platform, payment: PaymentRow, status: PaymentRow['status'], intent: Intent) => {
  await db
    .updateTable('payment')
    .set({ status, decline_code: intent.declineCode, updated_at: now() })
    .where('id', '=', payment.id)
    .where('status', 'in', ['open', 'processing'])
    // An unchanged status does not touch `updated_at`: the sweep reads from it how long a buyer may be waiting.
    .where((is) => is.or([is('status', '<>', status), is('decline_code', 'is distinct from', intent.declineCode)]))
    .execute();
};

/**
 * Writes down what Stripe says about a payment. Called by the browser's finalize, by webhooks in any order and number,
 * and by the sweep: the first call does the work, the others find it done.
 * @param intent - as Stripe has just answered it, never as an event or a browser reported it
 */
export async function recordIntent(context: Platform, intent: Intent): Promise<Recorded> {
  const { db, log } = context;
  const payment = await findPayment(context, intent);
  if (!payment) return 'not-ours';
  if (intent.status === 'canceled') {
    await noteStatus(context, payment, 'canceled', intent);
    return 'canceled';
  }
  if (intent.status !== 'succeeded') {
    const status = isOpen(intent.status) ? 'open' : 'processing';
    await noteStatus(context, payment, status, intent);
    return status;
  }
  if (payment.status !== 'succeeded') {
    const order = await findOrder(db, payment.order_id);
    const quote = order ? await quotePaid(context, intent, order) : null;
    if (!quote) {
      // Money has moved and fits no offer of ours: nothing is delivered, and an operator must look.
      log.error({ paymentId: payment.id, code: 'PAYMENT_MISMATCH' }, 'payment does not fit its order');
      await db
        .updateTable('claim_order')
        .set({ problem: 'payment-mismatch' })
        .where('id', '=', payment.order_id)
        .execute();
      return 'mismatch';
    }
    await db.transaction().execute((trx) => succeed(context, trx, payment, quote, intent));
  }
  await db.transaction().execute((trx) => recordRefund(context, trx, payment, intent));
  return 'succeeded';
}

/**
 * An order whose price is nothing: no card, no provider, the same effects.
 * @param within - the caller's transaction
 */
export async function recordFree(context: Platform, payment: PaymentRow, within?: Trx): Promise<void> {
  const quote = await findQuote(within ?? context.db, payment.quote_id);
  if (!quote || quote.total_cents !== 0) throw new AppError('PAYMENT_MISMATCH');
  const work = (trx: Trx) => succeed(context, trx, payment, quote, NO_CHARGE);
  await (within ? work(within) : context.db.transaction().execute(work));
}
