/** One payment from the price to our server's record of it. What happens is dispatched to the payment slice. */
import { api, call } from '@redress/api-client';
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
  type RefusedBy,
} from './payment.slice.ts';
import { purchaseBegun, reportPurchase } from './purchase.ts';

/** A total of nothing (a coupon of 100 %) needs no card. */
const FREE_INTENT = 'pi_free_';
/** The intent cannot be paid any more: our server closes one whose price was held too long. */
const CLOSED = 'payment_intent_unexpected_state';

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

/** Has our server write a charge down; again after it could not. */
async function finalize(formSessionId: string): Promise<void> {
  const { dispatch } = getStore();
  const state = stateOf(formSessionId);
  if (state.status !== 'finalizing') return;
  const result = await call(finalizePayment, {
    payment_intent_id: state.paymentIntentId,
    form_session_id: formSessionId,
  });
  if ('error' in result) {
    const message = result.error.message || checkout.payment.finalizeFailed;
    return void dispatch(notRecorded({ formSessionId, message }));
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

/** A reload in the middle: what the card service and our server know already is not done again. */
export async function resumePayment(formSessionId: string): Promise<void> {
  const result = await call(orderStatus, { form_session_id: formSessionId });
  if ('error' in result) return;
  const { state, payment_intent: intent } = result.data.order;
  if (state !== 'none' && state !== 'payment-pending') alreadyPaid(formSessionId);
  else if (intent?.status === 'succeeded' || intent?.status === 'processing') await charged(formSessionId, intent.id);
}

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
  const opened = await call(createPaymentIntent, request);
  if ('error' in opened) {
    if (opened.error.code === 'ALREADY_PAID') {
      alreadyPaid(formSessionId);
      return false;
    }
    const isCoupon = opened.error.code === 'COUPON_NOT_ACTIVE';
    if (isCoupon) dispatch(couponRemoved());
    return refuse(isCoupon ? 'price' : by, opened.error.message || checkout.payment.intentFailed);
  }
  const { id, client_secret: clientSecret } = opened.data.payment_intent;
  const totalCents = dollarsToCents(opened.data.quote.total);
  if (totalCents !== shownCents) {
    await askPrice();
    return refuse('price', checkout.payment.repriced(formatCents(totalCents)));
  }
  purchaseBegun(formSessionId, totalCents);
  if (id.startsWith(FREE_INTENT)) {
    void charged(formSessionId, id);
    return true;
  }
  try {
    const { error, paymentIntent } = await confirm(clientSecret);
    if (error?.code === CLOSED) return refuse('price', checkout.payment.closed);
    if (error) return refuse(by, error.message ?? checkout.payment.unexpected);
    if (!paymentIntent || !['succeeded', 'processing'].includes(paymentIntent.status)) {
      return refuse(by, checkout.payment.declined);
    }
    void charged(formSessionId, paymentIntent.id);
    return true;
  } catch {
    return refuse(by, checkout.payment.unexpected);
  }
}
