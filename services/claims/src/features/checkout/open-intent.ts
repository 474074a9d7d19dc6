import type { AppError } from '@redress/contracts';
import type { Intent, IntentOrder } from '../../providers/ports/payments.ts';
import {
  findQuote,
  isFreeIntent,
  type OrderRow,
  type PaymentRow,
  type QuoteRow,
} from '../../shared/orders/order.repository.ts';
import type { Services } from '../../shared/feature-services.ts';
import { adoptIntent, recordIntent, type Recorded } from './record-payment.ts';

const reasonOf = (error: unknown): unknown => (error as AppError).details?.['reason'];

/** What Stripe gets of an order: the specification's eight fields and our ids; never a word of the claim. */
const intentOrder = (order: OrderRow, payment: PaymentRow, quote: QuoteRow): IntentOrder => ({
  amountCents: quote.total_cents,
  email: quote.email,
  description: `${quote.package_title}, order ${order.order_number}`,
  metadata: {
    package_title: quote.package_title,
    base_price: (quote.package_cents / 100).toFixed(2),
    tax_rate: String(quote.tax_rate),
    state_name: quote.state_name,
    cardholder_name: quote.billing.cardholderName.slice(0, 500),
    zip_code: quote.billing.zipCode,
    billing_country: quote.billing.country,
    coupon_code: quote.coupon_code ?? '',
    claim_id: order.form_session_id,
    order_id: order.id,
    payment_id: payment.id,
    quote_id: quote.id,
  },
});

const readPayment = ({ db }: Services, id: string): Promise<PaymentRow> =>
  db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** If two calls created an intent each, the first is stored; the secret of the other is never sent to a browser. */
const adopt = async (context: Services, { id }: PaymentRow, intent: Intent): Promise<PaymentRow> =>
  (await adoptIntent(context, id, intent)) ?? readPayment(context, id);

/**
 * Takes the next key, with the current parameters; of several calls that met the same failure only one raises the
 * number.
 */
async function nextKey(context: Services, payment: PaymentRow): Promise<PaymentRow> {
  const next = await context.db
    .updateTable('payment')
    .set((row) => ({ opening_no: row('opening_no', '+', 1), opening_quote_id: row.ref('quote_id') }))
    .where('id', '=', payment.id)
    .where('opening_no', '=', payment.opening_no)
    .where('intent_id', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return next ?? readPayment(context, payment.id);
}

async function create({ db, payments }: Services, order: OrderRow, payment: PaymentRow): Promise<Intent> {
  const opening = await findQuote(db, payment.opening_quote_id);
  if (!opening) throw new Error(`Payment ${payment.id} has no opening quote.`);
  return payments.createIntent(intentOrder(order, payment, opening), `open-${payment.id}-${payment.opening_no}`);
}

/** A payment that nothing stands for at Stripe. */
async function cancelPayment({ db, now }: Services, { id, intent_id }: PaymentRow): Promise<void> {
  await db
    .updateTable('payment')
    .set({ status: 'canceled', updated_at: now() })
    .where('id', '=', id)
    .where('intent_id', intent_id === null ? 'is' : '=', intent_id)
    .where('status', '=', 'open')
    .execute();
}

const find = ({ payments }: Services, payment: PaymentRow): Promise<Intent | null> =>
  payments.findIntent(payment.id, payment.opening_at);

/**
 * Stripe keeps a failure of its own under the key for a day. It may have made the intent before it failed, so that
 * is looked for first; only then the next key is used, once in a call.
 * @returns the payment with its intent, or canceled when a sweep was quicker
 */
export async function openIntent(context: Services, order: OrderRow, asked: PaymentRow): Promise<PaymentRow> {
  let payment = asked;
  for (let tried = 0; !payment.intent_id && payment.status === 'open'; tried += 1) {
    try {
      return await adopt(context, payment, await create(context, order, payment));
    } catch (error) {
      const reason = reasonOf(error);
      if (reason !== 'key-spent' && reason !== 'refused') throw error;
      const made = reason === 'key-spent' ? await find(context, payment) : null;
      if (made) return adopt(context, payment, made);
      payment = await nextKey(context, payment);
      // What was refused is not asked again; what the buyer corrects goes out under the new key.
      if (reason === 'refused' || tried > 0) throw error;
    }
  }
  return payment;
}

/** @returns what the intent turned out to be when it could not be changed, else `null` */
export async function syncIntent(context: Services, order: OrderRow, payment: PaymentRow, quote: QuoteRow) {
  const { db, payments } = context;
  let wanted: QuoteRow | null = quote;
  let synced = payment.synced_quote_id;
  // Two tabs may ask for two prices at once and overtake each other on the way to Stripe: the row's price decides.
  while (payment.intent_id && wanted && synced !== wanted.id) {
    try {
      await payments.updateIntent(payment.intent_id, intentOrder(order, payment, wanted));
    } catch (error) {
      if (reasonOf(error) !== 'refused') throw error;
      return recordIntent(context, await payments.readIntent(payment.intent_id));
    }
    synced = wanted.id;
    const { quote_id } = await db
      .updateTable('payment')
      .set({ synced_quote_id: synced })
      .where('id', '=', payment.id)
      .returning('quote_id')
      .executeTakeFirstOrThrow();
    if (quote_id !== synced) wanted = await findQuote(db, quote_id);
  }
  return null;
}

/** Settles a payment whose browser left before there was an intent: takes the one Stripe made, else closes the payment. */
export async function settlePayment(context: Services, paymentId: string): Promise<void> {
  const { db, now } = context;
  const payment = await db.selectFrom('payment').selectAll().where('id', '=', paymentId).executeTakeFirst();
  if (payment?.status !== 'open' || payment.intent_id) return;
  const intent = await find(context, payment);
  if (intent) {
    await recordIntent(context, intent);
    return;
  }
  await db
    .updateTable('payment')
    .set({ status: 'canceled', updated_at: now() })
    .where('id', '=', payment.id)
    .where('intent_id', 'is', null)
    // A request that arrived in between has touched the row and uses it.
    .where('updated_at', '<=', payment.updated_at)
    .execute();
}

/** Cancels the intent, so that it cannot be paid: the price became zero, or its hold has ended. */
export async function closePayment(context: Services, payment: PaymentRow): Promise<Recorded> {
  const { payments } = context;
  const intent = payment.intent_id ? null : await find(context, payment);
  const opened = payment.intent_id ? payment : intent && (await adopt(context, payment, intent));
  if (!opened?.intent_id || isFreeIntent(opened)) {
    await cancelPayment(context, payment);
    return 'canceled';
  }
  try {
    return await recordIntent(context, await payments.cancelIntent(opened.intent_id));
  } catch (error) {
    if (reasonOf(error) !== 'refused') throw error;
    return recordIntent(context, await payments.readIntent(opened.intent_id));
  }
}
