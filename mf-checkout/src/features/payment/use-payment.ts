import { api, call } from '@redress/api-client';
import { createPaymentIntent, finalizePayment, type RequestOf } from '@redress/contracts';
import { checkout } from '@redress/copy/checkout';
import { TERMS_VERSION } from '@redress/copy/legal';
import { selectFormSessionId, useAppDispatch, useAppSelector } from '@redress/session-store';
import type { PaymentIntentResult } from '@stripe/stripe-js';
import { useEffect, useReducer, useRef } from 'react';
import { useLazyOrderStatusQuery } from '../../shared/checkout.api.ts';
import { couponRemoved } from '../../shared/checkout.slice.ts';
import { useChosen } from '../../shared/chosen.ts';
import { useQuote } from '../../shared/order-summary.tsx';
import { dollarsToCents, formatCents } from '@redress/domain';
import { paymentMachine, startState, type RefusedBy } from './payment-machine.ts';
import { purchaseBegun, reportPurchase } from './purchase.ts';

/** After a payment the order screen opens after this time (specification, section 9). */
const ADVANCE_MS = 100;
/** A total of nothing (a coupon of 100 %) needs no card. */
const FREE_INTENT = 'pi_free_';

/** The intent cannot be paid any more: our server closes one whose price was held too long. */
const CLOSED = 'payment_intent_unexpected_state';

export interface Payer {
  email: string;
  cardholderName: string;
  country: 'US' | 'CA';
  zip: string;
}

/** Asks the card service; gets the client secret of the intent our server priced. */
export type Confirm = (clientSecret: string) => Promise<Pick<PaymentIntentResult, 'error' | 'paymentIntent'>>;

type IntentRequest = RequestOf<typeof createPaymentIntent>;

/** The payment of this claim: priced by the server, confirmed by the card service, written down by the server; once. */
export function usePayment(onDone: () => void) {
  const [state, send] = useReducer(paymentMachine, startState);
  const formSessionId = useAppSelector(selectFormSessionId);
  const chosen = useChosen();
  const dispatch = useAppDispatch();
  const { refetch: askPrice } = useQuote();
  const [askStatus] = useLazyOrderStatusQuery();
  const finished = useRef(onDone);
  useEffect(() => {
    finished.current = onDone;
  });

  // A reload in the middle: what the card service and our server know already is not done again.
  useEffect(() => {
    if (!formSessionId) return;
    void askStatus({ form_session_id: formSessionId }).then(({ data }) => {
      if (!data) return;
      const { state: order, payment_intent: intent } = data.order;
      if (order !== 'none' && order !== 'payment-pending') {
        reportPurchase(formSessionId);
        finished.current();
      } else if (intent && (intent.status === 'succeeded' || intent.status === 'processing')) {
        send({ type: 'confirmed', paymentIntentId: intent.id });
      }
    });
  }, [formSessionId, askStatus]);

  const finalizing = state.status === 'finalizing' ? state.paymentIntentId : null;
  useEffect(() => {
    if (!finalizing || !formSessionId) return;
    const cancelled = new AbortController();
    void call(
      finalizePayment,
      { payment_intent_id: finalizing, form_session_id: formSessionId },
      cancelled.signal,
    ).then((result) => {
      if (cancelled.signal.aborted) return;
      if ('data' in result) send({ type: 'recorded' });
      else send({ type: 'not-recorded', message: result.error.message || checkout.payment.finalizeFailed });
    });
    return () => cancelled.abort();
  }, [finalizing, formSessionId]);

  const isDone = state.status === 'done';
  useEffect(() => {
    if (!isDone) return undefined;
    if (formSessionId) reportPurchase(formSessionId);
    dispatch(api.util.invalidateTags(['Order', 'Payments', 'Sessions']));
    const timer = setTimeout(() => finished.current(), ADVANCE_MS);
    return () => clearTimeout(timer);
  }, [isDone, dispatch, formSessionId]);

  const intentRequest = ({ email, cardholderName, country, zip }: Payer): IntentRequest => ({
    form_session_id: formSessionId ?? '',
    currency: 'usd',
    email,
    package_id: chosen.packageId,
    state_code: chosen.state,
    cardholder_name: cardholderName,
    zip_code: zip,
    billing_country: country,
    coupon_code: chosen.couponCode,
    recipients: chosen.recipients,
    terms_version: TERMS_VERSION,
    metadata: {
      package_title: chosen.packageTitle,
      cardholder_name: cardholderName,
      zip_code: zip,
      billing_country: country,
    },
  });

  /**
   * Pays; a refusal of our server is a sentence, one of the card service its own.
   * @param shownCents - the total on the screen, in cents: another total is shown before it is charged
   * @returns whether the card service took the payment
   */
  const pay = async (payer: Payer, confirm: Confirm, by: 'card' | 'wallet', shownCents: number): Promise<boolean> => {
    const refuse = (by: RefusedBy, message: string): false => {
      send({ type: 'refused', by, message });
      return false;
    };
    send({ type: 'submitted' });
    const opened = await call(createPaymentIntent, intentRequest(payer));
    if ('error' in opened) {
      if (opened.error.code === 'ALREADY_PAID') {
        reportPurchase(formSessionId ?? '');
        finished.current();
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
    purchaseBegun(formSessionId ?? '', totalCents);
    if (id.startsWith(FREE_INTENT)) {
      send({ type: 'confirmed', paymentIntentId: id });
      return true;
    }
    try {
      const { error, paymentIntent } = await confirm(clientSecret);
      if (error?.code === CLOSED) return refuse('price', checkout.payment.closed);
      if (error) return refuse(by, error.message ?? checkout.payment.unexpected);
      if (!paymentIntent || !['succeeded', 'processing'].includes(paymentIntent.status)) {
        return refuse(by, checkout.payment.declined);
      }
      send({ type: 'confirmed', paymentIntentId: paymentIntent.id });
      return true;
    } catch {
      return refuse(by, checkout.payment.unexpected);
    }
  };

  return { state, pay, finalizeAgain: () => send({ type: 'finalize-again' }) };
}
