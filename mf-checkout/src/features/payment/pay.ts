/** One payment from the price to our server's record of it. What happens is dispatched to the payment slice. */
import { api, call } from '@redress/api-client';
import { askUntilAnswered } from '@redress/api-client/server-return';
import { createPaymentIntent, finalizePayment, orderStatus, type RequestOf } from '@redress/contracts';
import { checkout } from '@redress/copy/checkout';
import { dollarsToCents, formatCents } from '@redress/domain';
import { getStore } from '@redress/session-store';
import type { PaymentIntentResult } from '@stripe/stripe-js';
import { couponRemoved } from '../../shared/checkout.slice.ts';
import {
  confirmed,
  finalizedAgain,
  foundPaid,
  notRecorded,
  recorded,
  refused,
  selectPayment,
  submitted,
  unconfirmed,
  type RefusedBy,
} from './payment.slice.ts';
import { purchaseBegun, reportPurchase } from './purchase.ts';

/** A total of nothing (a coupon of 100 %) needs no card. */
const FREE_INTENT = 'pi_free_';
/** The intent cannot be paid any more: our server closes one whose price was held too long. */
const CLOSED = 'payment_intent_unexpected_state';
/** While the card service is silent our server is asked each time: it may have been told. */
const ASK_EACH_MS = 15_000;
/** A quarter of an hour, in which a bank asks its customer; counted, for a page behind the bank's app stands still. */
const ROUNDS = 60;

/** Asks the card service; gets the client secret of the intent our server priced. */
export type Confirm = (clientSecret: string) => Promise<Pick<PaymentIntentResult, 'error' | 'paymentIntent'>>;

interface Payment {
  request: RequestOf<typeof createPaymentIntent>;
  confirm: Confirm;
  by: 'card' | 'wallet';
  /** The total on the screen, in cents: another total is shown before it is charged. */
  shownCents: number;
  askPrice(): Promise<unknown>;
}

const stateOf = (formSessionId: string) => selectPayment(getStore().getState(), formSessionId);

/** Has our server write a charge down, which it does once however often it is asked; again after it could not. */
async function finalize(formSessionId: string): Promise<void> {
  const { dispatch } = getStore();
  const state = stateOf(formSessionId);
  if (state.status !== 'finalizing') return;
  const charge = { payment_intent_id: state.paymentIntentId, form_session_id: formSessionId };
  const result = await askUntilAnswered(
    () => call(finalizePayment, charge),
    () => void dispatch(notRecorded({ formSessionId, message: null })),
  );
  if ('error' in result) {
    const message = result.error.message || checkout.payment.finalizeFailed;
    const isOpen = result.error.code === 'PAYMENT_NOT_SUCCEEDED';
    return void dispatch((isOpen ? unconfirmed : notRecorded)({ formSessionId, message }));
  }
  dispatch(recorded({ formSessionId }));
  reportPurchase(formSessionId);
  dispatch(api.util.invalidateTags(['Order', 'Payments', 'Sessions']));
}

async function charged(formSessionId: string, paymentIntentId: string): Promise<void> {
  const before = stateOf(formSessionId);
  getStore().dispatch(confirmed({ formSessionId, paymentIntentId }));
  if (stateOf(formSessionId) !== before) await finalize(formSessionId);
}

export async function finalizeAgain(formSessionId: string): Promise<void> {
  getStore().dispatch(finalizedAgain({ formSessionId }));
  await finalize(formSessionId);
}

const alreadyPaid = (formSessionId: string): void => {
  reportPurchase(formSessionId);
  getStore().dispatch(foundPaid({ formSessionId }));
};

/**
 * A payment after a reload in its middle, or after a lost answer of the card service: what our server knows already is not done
 * again.
 */
export async function resumePayment(formSessionId: string): Promise<void> {
  const result = await call(orderStatus, { form_session_id: formSessionId });
  if ('error' in result) return;
  const { state, payment_intent: intent } = result.data.order;
  if (state !== 'none' && state !== 'payment-pending') alreadyPaid(formSessionId);
  else if (intent?.status === 'succeeded' || intent?.status === 'processing') await charged(formSessionId, intent.id);
}

/**
 * Answer of the card service. While there is none our server is asked each time, and may have heard of the payment.
 * @returns `null` once our server has heard of the payment, or after 15 minutes: no bank's confirmation waits longer
 */
async function answerOf(confirming: ReturnType<Confirm>, formSessionId: string) {
  for (let round = 0; round < ROUNDS && stateOf(formSessionId).status === 'processing'; round += 1) {
    const silence = new Promise<null>((resolve) => setTimeout(resolve, ASK_EACH_MS, null));
    const answer = await Promise.race([confirming, silence]);
    if (answer) return answer;
    await resumePayment(formSessionId);
  }
  return null;
}

/** Errors of the card service after which it certainly charged nothing; its words for them are for people. */
const REFUSALS = new Set(['card_error', 'validation_error']);

/**
 * Pays; a refusal of our server is a sentence, one of the card service its own.
 * @returns whether the card service took the payment
 */
export async function pay({ request, confirm, by, shownCents, askPrice }: Payment): Promise<boolean> {
  const { dispatch } = getStore();
  const { form_session_id: formSessionId } = request;
  const refuse = (by: RefusedBy, message: string): false => {
    dispatch(refused({ formSessionId, by, message }));
    return false;
  };
  // Card and wallet, or two presses before the screen is drawn again: the first one pays.
  const before = stateOf(formSessionId);
  dispatch(submitted({ formSessionId }));
  if (stateOf(formSessionId) === before) return false;
  // The try before may have charged: that this one did not says nothing of it.
  const wasUnknown = before.status === 'failed' && before.by === 'unknown';
  const opened = await call(createPaymentIntent, request);
  if ('error' in opened) {
    if (opened.error.code === 'ALREADY_PAID') {
      alreadyPaid(formSessionId);
      return false;
    }
    const isCoupon = opened.error.code === 'COUPON_NOT_ACTIVE';
    if (isCoupon) dispatch(couponRemoved());
    const isUnknown = opened.error.code === 'PAYMENT_MISMATCH' || wasUnknown;
    return refuse(
      isUnknown ? 'unknown' : isCoupon ? 'price' : by,
      opened.error.message || checkout.payment.intentFailed,
    );
  }
  const { id, client_secret: clientSecret } = opened.data.payment_intent;
  const totalCents = dollarsToCents(opened.data.quote.total);
  if (totalCents !== shownCents) {
    await askPrice();
    return refuse(wasUnknown ? 'unknown' : 'price', checkout.payment.repriced(formatCents(totalCents)));
  }
  purchaseBegun(formSessionId, totalCents);
  if (id.startsWith(FREE_INTENT)) {
    void charged(formSessionId, id);
    return true;
  }
  try {
    const answer = await answerOf(confirm(clientSecret), formSessionId);
    const error = answer?.error;
    // Paid before, in another tab or by a try whose answer was lost, it is refused with what it is by now.
    const intent = answer?.paymentIntent ?? error?.payment_intent;
    if (intent?.status === 'succeeded' || intent?.status === 'processing') {
      void charged(formSessionId, intent.id);
      return true;
    }
    if (error?.code === CLOSED) return refuse('price', checkout.payment.closed);
    if (answer && !error) return refuse(by, checkout.payment.declined);
    // A bank's question that was failed is no error of the card; the payment that comes with it says that nothing was taken.
    const isRefused = error && (REFUSALS.has(error.type) || intent?.status === 'requires_payment_method');
    if (isRefused) return refuse(by, error.message ?? checkout.payment.declined);
  } catch {
    // Its answer was lost; below our server is asked.
  }
  const isOpen = () => stateOf(formSessionId).status === 'processing';
  if (isOpen()) await resumePayment(formSessionId);
  if (isOpen()) return refuse('unknown', checkout.payment.unexpected);
  return !['failed', 'idle'].includes(stateOf(formSessionId).status);
}
