import { isDeepStrictEqual } from 'node:util';
import {
  AppError,
  type BodyOf,
  type ClaimFormData,
  type createPaymentIntent,
  type Quote,
  type Recipient,
} from '@redress/contracts';
import { TERMS_VERSION } from '@redress/copy/legal';
import { claimStop, defendantOf, fitsOverLimitChoice, incidentPlace, isDemandLetterPackage } from '@redress/domain';
import { whyNoPapers } from '@redress/domain/jurisdictions';
import type { Trx } from '../../platform/database.ts';
import type { Limit } from '../../platform/rate-limits.ts';
import type { Intent } from '../../providers/ports/payments.ts';
import { documentDay } from '../../shared/letters/letter-days.ts';
import { findState } from '../../shared/reference/tax.ts';
import type { Known } from '../../shared/cases/known-case.ts';
import { answersAfter, caseBefore, mayFollow } from '../../shared/cases/further-letter.ts';
import { findAccount, isSampleAccount, type Account } from '../../shared/accounts.ts';
import { claimProblems } from '../../shared/form-sessions/claim-problems.ts';
import { findSignature, lockCaseOf, lockOwnedSession } from '../../shared/form-sessions/form-session.repository.ts';
import type { StoredSession } from '../../shared/form-sessions/form-session.ts';
import { JOBS } from '../../shared/job-names.ts';
import { SMALLEST_CHARGE_CENTS } from '../../shared/orders/money.ts';
import { orderNumber } from '../../shared/orders/order-number.ts';
import {
  findLivePayment,
  findOrderOfSession,
  findQuote,
  FREE,
  isFreeIntent,
  type OrderRow,
  type PaymentRow,
  type QuoteRow,
} from '../../shared/orders/order.repository.ts';
import type { Services } from '../../shared/feature-services.ts';
import { endHold, holdCoupon } from '../../shared/reference/coupon-holds.ts';
import { closePayment, openIntent, syncIntent } from './open-intent.ts';
import { checkRecipients, price, quoteToWire, type Priced } from './pricing.ts';
import { recordFree, recordIntent } from './record-payment.ts';

type PaymentRequest = BodyOf<typeof createPaymentIntent>;

export interface OpenPayment {
  payment_intent: { id: string; client_secret: string };
  quote: Quote;
}

const INTENTS_PER_PERSON: Limit = { name: 'payment-intent', max: 60, seconds: 600 };
/** Looks at one order, of any number of tabs, that ask Stripe; the others read the rows. */
const ASKED: Limit = { name: 'payment-asked', max: 1, seconds: 5 };
/** A look at an order waits no longer for Stripe. */
const PATIENCE_MS = 1_500;
/** Section 7 of the specification has no such field: without it the version on show counts. */
const termsOf = ({ terms_version }: PaymentRequest): string => terms_version ?? TERMS_VERSION;

/** The claim must be one that a letter can be made of, or we would take money for nothing. */
async function payableSession({ now, config }: Services, trx: Trx, userId: string, request: PaymentRequest) {
  await lockCaseOf(trx, request.form_session_id);
  const session = await lockOwnedSession(trx, request.form_session_id, { userId, visitorId: null });
  if (!session) throw new AppError('NOT_FOUND');
  if (session.paidAt) throw new AppError('ALREADY_PAID');
  if (claimStop(session.formData) === 'debt-not-own') throw new AppError('DEBT_NOT_OWN');
  const range = config.amountRange;
  const problems = { ...claimProblems(session.formData, { range, now: now() }) };
  if (!(await findSignature(trx, session.id))) problems['signature'] = 'validation.signature.required';
  const fields = Object.keys(problems);
  if (fields.length > 0) {
    throw new AppError('CLAIM_INCOMPLETE', {
      fields: problems,
      values: { ...range },
      details: { reason: fields.join(',') },
    });
  }
  return session;
}

async function accountOf(trx: Trx, userId: string): Promise<Account> {
  const account = await findAccount(trx, userId);
  if (!account) throw new AppError('NOT_SIGNED_IN');
  return account;
}

async function openOrder({ now, newId }: Services, trx: Trx, userId: string, request: PaymentRequest) {
  const known = await findOrderOfSession(trx, request.form_session_id, userId);
  if (known) return known;
  return trx
    .insertInto('claim_order')
    .values({
      id: newId(),
      order_number: orderNumber(),
      form_session_id: request.form_session_id,
      user_id: userId,
      status: 'open',
      email: (await accountOf(trx, userId)).email,
      is_sample: await isSampleAccount(trx, userId),
      terms_version: termsOf(request),
      created_at: now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function priceRequest(
  context: Services,
  trx: Trx,
  session: StoredSession,
  userId: string,
  request: PaymentRequest,
) {
  const recipients = checkRecipients(request.recipients ?? []);
  // A further letter is written of the answers of the one before, whatever its own claim says by now.
  const before = session.followsLetterId ? await caseBefore(trx, session.followsLetterId) : null;
  const answers = before ? await answersAfter(trx, session.id, before) : session.formData;
  const priced = await price(
    trx,
    {
      packageId: request.package_id,
      // The place where it happened decides; what the browser shows does not (R6, R9).
      state: incidentPlace(answers).state || request.state_code,
      recipientsCount: recipients.length,
      couponCode: request.coupon_code,
      userId,
      at: context.now(),
    },
    { mustKnowTax: true },
  );
  await requireFollowed(context, trx, { session, before, answers }, priced, userId, request);
  // An update of a posted letter is posted by buying the plain letter again (R19a).
  if (session.originalSessionId && !isDemandLetterPackage(priced.offer)) throw new AppError('PACKAGE_UNKNOWN');
  if (!fitsOverLimitChoice(priced.offer, answers.overLimitChoice)) throw new AppError('PACKAGE_NOT_FOR_CLAIM');
  // No court papers for a claim that no court hears.
  const place = findState(incidentPlace(answers).state);
  if (priced.offer.papers !== 'none' && whyNoPapers(answers, place, documentDay(answers, context.now())))
    throw new AppError('PACKAGE_NOT_FOR_CLAIM');
  const { totalCents } = priced.quote;
  if (totalCents > 0 && totalCents < SMALLEST_CHARGE_CENTS) {
    throw new AppError('VALIDATION_FAILED', { fields: { coupon_code: 'validation.coupon.tooMuch' } });
  }
  return { priced, recipients: priced.quote.recipientCount > 0 ? recipients : [] };
}

/** A follow-up is sold for the letter that it follows, which the request names, and nothing else for its claim. */
async function requireFollowed(
  { now }: Services,
  trx: Trx,
  {
    session: { id, followsLetterId, packageId },
    before,
    answers,
  }: { session: StoredSession; before: Known | null; answers: ClaimFormData },
  { offer }: Priced,
  userId: string,
  request: PaymentRequest,
): Promise<void> {
  if (offer.kind === 'package' && !followsLetterId) return;
  if (!followsLetterId || offer.id !== packageId || request.follows_demand_id !== followsLetterId)
    throw new AppError('PACKAGE_UNKNOWN');
  const to = defendantOf(answers).place;
  if (!before || !(await mayFollow(trx, before, { userId, offer, own: id, to, at: now() })))
    throw new AppError('FOLLOW_UP_NOT_NOW');
}

async function keepQuote(
  { now, newId }: Services,
  trx: Trx,
  order: OrderRow,
  current: QuoteRow | null,
  { priced, recipients, request }: { priced: Priced; recipients: Recipient[]; request: PaymentRequest },
): Promise<QuoteRow> {
  const { offer, quote, state, couponCode } = priced;
  const terms = {
    package_id: offer.id,
    package_title: offer.title,
    package_cents: quote.packageCents,
    discount_cents: quote.discountCents,
    papers_cents: offer.papersCents,
    coupon_code: couponCode,
    recipients,
    recipients_cents: quote.recipientsCents,
    tax_rate: quote.taxRate,
    tax_cents: quote.taxCents,
    total_cents: quote.totalCents,
    state_code: state?.code ?? '',
    state_name: state?.name ?? '',
    // A receipt holds personal data: it is sent to the address of the account, not to one from the request.
    email: (await accountOf(trx, order.user_id)).email,
    terms_version: termsOf(request),
    billing: {
      cardholderName: request.cardholder_name,
      zipCode: request.zip_code ?? '',
      country: request.billing_country,
    },
  };
  const isSame = (of: QuoteRow) =>
    Object.entries(terms).every(([name, value]) => isDeepStrictEqual(value, of[name as keyof QuoteRow]));
  if (current && isSame(current)) return current;
  return trx
    .insertInto('order_quote')
    .values({
      ...terms,
      id: newId(),
      order_id: order.id,
      recipients: JSON.stringify(terms.recipients),
      billing: JSON.stringify(terms.billing),
      created_at: now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Reserves one use of the coupon for this order, for a limited time (decision 0405). */
async function holdUse({ jobs }: Services, trx: Trx, order: OrderRow, quote: QuoteRow, at: Date): Promise<void> {
  if (!quote.coupon_code) return endHold(trx, order.id);
  const use = { code: quote.coupon_code, orderKey: order.id, userId: order.user_id, at };
  const endsAt = await holdCoupon(trx, use);
  if (!endsAt) return;
  const key = `${order.id}:${endsAt.getTime()}`;
  await jobs.enqueue(trx, JOBS.endCouponHold, { orderId: order.id }, { key, startAfter: endsAt });
}

/** One transaction decides, by locks on the claim: whatever two tabs ask at once, there is one payment. */
const decide = (context: Services, userId: string, request: PaymentRequest) =>
  context.db.transaction().execute(async (trx): Promise<{ order: OrderRow; payment: PaymentRow; quote: QuoteRow }> => {
    const session = await payableSession(context, trx, userId, request);
    const order = await openOrder(context, trx, userId, request);
    const live = await findLivePayment(trx, order.id);
    if (order.status !== 'open' || live?.status === 'succeeded') throw new AppError('ALREADY_PAID');
    const current = live && (await findQuote(trx, live.quote_id));
    // A payment in `processing` cannot be changed; the answer states what it is for.
    if (live && current && live.status === 'processing') return { order, payment: live, quote: current };
    const { priced, recipients } = await priceRequest(context, trx, session, userId, request);
    const quote = await keepQuote(context, trx, order, current, { priced, recipients, request });
    const at = context.now();
    await holdUse(context, trx, order, quote, at);
    const isFree = quote.total_cents === 0;
    // A card given to a build that nobody has reviewed is not charged.
    if (order.is_sample && !isFree) throw new AppError('FORBIDDEN', { details: { reason: 'preview' } });
    if (live && isFreeIntent(live) === isFree) {
      // `updated_at` is set even when nothing changes: the sweep polls recently touched payments more often.
      const payment = await trx
        .updateTable('payment')
        .set({ quote_id: quote.id, amount_cents: quote.total_cents, updated_at: at })
        .where('id', '=', live.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      return { order, payment, quote };
    }
    // From a card to nothing or back: another kind of payment. The card's intent is closed by the caller.
    if (live && !isFreeIntent(live)) return { order, payment: live, quote };
    if (live) await trx.updateTable('payment').set({ status: 'canceled' }).where('id', '=', live.id).execute();
    const id = context.newId();
    const payment = await trx
      .insertInto('payment')
      .values({
        id,
        order_id: order.id,
        user_id: userId,
        opening_quote_id: quote.id,
        quote_id: quote.id,
        intent_id: isFree ? `${FREE}${id}` : null,
        client_secret: isFree ? `${FREE}${id}_secret` : null,
        synced_quote_id: isFree ? quote.id : null,
        status: 'open',
        amount_cents: quote.total_cents,
        opening_at: at,
        created_at: at,
        updated_at: at,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return { order, payment, quote };
  });

async function readIntent({ payments }: Services, intentId: string): Promise<Intent> {
  try {
    return await payments.readIntent(intentId);
  } catch (error) {
    // The id came from the request: Stripe does not know it, so the request is wrong.
    if ((error as AppError).details?.['reason'] === 'refused') throw new AppError('PAYMENT_MISMATCH', { cause: error });
    throw error;
  }
}

export async function openPayment(context: Services, userId: string, request: PaymentRequest): Promise<OpenPayment> {
  const { db, limits } = context;
  await limits.take(INTENTS_PER_PERSON, userId);
  // One more round each time the payment turns out to be canceled; more than a few is a fault elsewhere.
  for (let round = 0; round < 4; round += 1) {
    const { order, payment, quote } = await decide(context, userId, request);
    const isFree = isFreeIntent(payment);
    if (!isFree && quote.total_cents === 0) {
      if ((await closePayment(context, payment)) === 'succeeded') throw new AppError('ALREADY_PAID');
      continue;
    }
    const opened = isFree ? payment : await openIntent(context, order, payment);
    if (opened.status === 'canceled') continue;
    const found = isFree ? null : await syncIntent(context, order, opened, quote);
    if (found === 'succeeded') throw new AppError('ALREADY_PAID');
    if (found === 'mismatch') throw new AppError('PAYMENT_MISMATCH');
    if (found === 'canceled') continue;
    const shown = found === null ? quote : await findQuote(db, opened.synced_quote_id ?? quote.id);
    return {
      payment_intent: { id: opened.intent_id ?? '', client_secret: opened.client_secret ?? '' },
      quote: quoteToWire(shown ?? quote),
    };
  }
  throw new AppError('PAYMENT_INTENT_FAILED', { details: { reason: 'kept changing' } });
}

/** The hold has ended: the intent is canceled before the use becomes free for other buyers. */
export async function expireHold(context: Services, orderId: string): Promise<void> {
  const { db, now } = context;
  const hold = await db
    .selectFrom('coupon_hold')
    .select('ends_at')
    .where('order_key', '=', orderId)
    .where('ends_at', '<=', now())
    .executeTakeFirst();
  if (!hold) return;
  const payment = await findLivePayment(db, orderId);
  // While the charge is being processed the hold stays: its outcome decides whether the use counts.
  if (payment && payment.status !== 'succeeded' && (await closePayment(context, payment)) === 'processing') return;
  await db
    .deleteFrom('coupon_hold')
    .where('order_key', '=', orderId)
    // A request that arrived in between has prolonged the hold.
    .where('ends_at', '=', hold.ends_at)
    .execute();
}

/** Any number of calls, also concurrent ones, has one effect. */
export async function finishPayment(context: Services, userId: string, intentId: string, formSessionId: string) {
  const { db } = context;
  const order = await findOrderOfSession(db, formSessionId, userId);
  const live = order && (await findLivePayment(db, order.id));
  if (!order || !live) throw new AppError('NOT_FOUND');
  const done = { status: 'succeeded' as const, order_number: order.order_number };
  if (live.intent_id === intentId && live.status === 'succeeded') return done;
  if (intentId.startsWith(FREE)) {
    if (live.intent_id !== intentId) throw new AppError('PAYMENT_MISMATCH');
    await recordFree(context, live);
    return done;
  }
  const intent = await readIntent(context, intentId);
  if (intent.metadata['claim_id'] !== formSessionId || intent.metadata['order_id'] !== order.id) {
    throw new AppError('PAYMENT_MISMATCH');
  }
  const outcome = await recordIntent(context, intent);
  if (outcome === 'succeeded') return done;
  if (outcome === 'processing') return { status: 'processing' as const, order_number: order.order_number };
  if (outcome === 'mismatch' || outcome === 'not-ours') throw new AppError('PAYMENT_MISMATCH');
  throw new AppError('PAYMENT_NOT_SUCCEEDED', { details: { reason: intent.declineCode ?? intent.status } });
}

/**
 * Asks Stripe how an unfinished payment stands, for somebody who looks at its order: its answer to the browser may have been
 * lost, and its webhook be under way. Without an answer the rows are shown as they are.
 */
export async function askForPayment(context: Services, userId: string, formSessionId: string) {
  const { db, limits, log, payments } = context;
  const order = await findOrderOfSession(db, formSessionId, userId);
  const live = order?.status === 'open' ? await findLivePayment(db, order.id) : null;
  if (!live?.intent_id || isFreeIntent(live)) return;
  try {
    await limits.take(ASKED, live.id);
    await recordIntent(context, await payments.readIntent(live.intent_id, PATIENCE_MS));
  } catch (error) {
    log.debug({ err: error }, 'payment not asked for');
  }
}
