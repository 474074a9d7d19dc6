import { TERMS_VERSION } from '@redress/copy/legal';
import { selectFollows, selectFormSessionId, useAppDispatch, useAppSelector } from '@redress/session-store';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useChosen } from '../../shared/chosen.ts';
import { useQuote } from '../../shared/order-summary.tsx';
import { finalizeAgain, pay, resumePayment, type Confirm } from './pay.ts';
import { opened, selectPayment } from './payment.slice.ts';

/** Time after a payment until the order screen opens (specification, section 9). */
const ADVANCE_MS = 100;

export interface Payer {
  email: string;
  cardholderName: string;
  country: 'US' | 'CA';
  zip: string;
}

/** The payment of this claim: priced by the server, confirmed by the card service, written down by the server; once. */
export function usePayment(onDone: () => void) {
  const formSessionId = useAppSelector(selectFormSessionId) ?? '';
  const state = useAppSelector((root) => selectPayment(root, formSessionId));
  const chosen = useChosen();
  const follows = useAppSelector(selectFollows);
  const dispatch = useAppDispatch();
  const { refetch: askPrice } = useQuote();
  const finished = useRef(onDone);
  useEffect(() => {
    finished.current = onDone;
  });

  // Before the screen is painted: what an earlier try came to is not shown again.
  useLayoutEffect(() => {
    dispatch(opened({ formSessionId }));
    if (formSessionId) void resumePayment(formSessionId);
  }, [dispatch, formSessionId]);

  const { status } = state;
  useEffect(() => {
    if (status === 'paid') finished.current();
    if (status !== 'done') return undefined;
    const timer = setTimeout(() => finished.current(), ADVANCE_MS);
    return () => clearTimeout(timer);
  }, [status]);

  return {
    state,
    /** @param shownCents - the total on the screen, in cents */
    pay: (
      { email, cardholderName, country, zip }: Payer,
      confirm: Confirm,
      by: 'card' | 'wallet',
      shownCents: number,
    ): Promise<boolean> =>
      pay({
        request: {
          form_session_id: formSessionId,
          currency: 'usd',
          email,
          package_id: chosen.packageId,
          state_code: chosen.state,
          cardholder_name: cardholderName,
          zip_code: zip,
          billing_country: country,
          ...(follows ? { follows_demand_id: follows.demandId } : {}),
          coupon_code: chosen.couponCode,
          recipients: chosen.recipients,
          terms_version: TERMS_VERSION,
          metadata: {
            package_title: chosen.packageTitle,
            cardholder_name: cardholderName,
            zip_code: zip,
            billing_country: country,
          },
        },
        confirm,
        by,
        shownCents,
        askPrice,
      }),
    finalizeAgain: () => void finalizeAgain(formSessionId),
  };
}
