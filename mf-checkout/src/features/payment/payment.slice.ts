import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** `price`: what stood on the screen cannot be charged; the total shown now can. `unknown`: something may be charged. */
export type RefusedBy = 'card' | 'wallet' | 'price' | 'unknown';

/**
 * One payment, as a machine: each state carries only what is true in it, and what cannot happen in a state changes
 * nothing. So a double click, a late answer and a wallet beside a card form lead to one payment (specification, section 4).
 */
export type PaymentState =
  | { status: 'idle' }
  | { status: 'processing' }
  /** The card was charged; our server has to write it down. */
  | { status: 'finalizing'; paymentIntentId: string }
  /** Charged, and not yet written down: only finalizing may be tried again. `message` is null while that is done by itself. */
  | { status: 'unrecorded'; paymentIntentId: string; message: string | null }
  | { status: 'failed'; message: string; by: RefusedBy }
  | { status: 'done' }
  /** Our server says that this order was paid before. */
  | { status: 'paid' };

/** The payment of one claim: events of another claim change nothing. */
export interface ClaimPayment {
  formSessionId: string | null;
  state: PaymentState;
}

const IDLE: PaymentState = { status: 'idle' };

const when =
  <Payload extends { formSessionId: string }>(next: (state: PaymentState, payload: Payload) => PaymentState) =>
  (payment: ClaimPayment, { payload }: PayloadAction<Payload>): ClaimPayment =>
    payload.formSessionId === payment.formSessionId ? { ...payment, state: next(payment.state, payload) } : payment;

type OfClaim<Facts = object> = { formSessionId: string } & Facts;

export const paymentSlice = createSlice({
  name: 'payment',
  initialState: (): ClaimPayment => ({ formSessionId: null, state: IDLE }),
  reducers: {
    /** The payment screen of this claim is shown. What is under way goes on, anything else begins anew. */
    opened: (payment, { payload: { formSessionId } }: PayloadAction<OfClaim>): ClaimPayment =>
      formSessionId === payment.formSessionId && isUnderWay(payment.state) ? payment : { formSessionId, state: IDLE },
    submitted: when((state) =>
      state.status === 'idle' || state.status === 'failed' ? { status: 'processing' } : state,
    ),
    confirmed: when((state, { paymentIntentId }: OfClaim<{ paymentIntentId: string }>) =>
      state.status === 'processing' || state.status === 'idle' ? { status: 'finalizing', paymentIntentId } : state,
    ),
    refused: when((state, { message, by }: OfClaim<{ message: string; by: RefusedBy }>) =>
      state.status === 'processing' ? { status: 'failed', message, by } : state,
    ),
    recorded: when((state) => (isUnwritten(state) ? { status: 'done' } : state)),
    notRecorded: when((state, { message }: OfClaim<{ message: string | null }>) =>
      isUnwritten(state) ? { status: 'unrecorded', paymentIntentId: state.paymentIntentId, message } : state,
    ),
    /** A payment that the card service was still working on did not come in. */
    unconfirmed: when((state, { message }: OfClaim<{ message: string }>) =>
      isUnwritten(state) ? { status: 'failed', message, by: 'unknown' } : state,
    ),
    finalizedAgain: when((state) =>
      state.status === 'unrecorded' ? { status: 'finalizing', paymentIntentId: state.paymentIntentId } : state,
    ),
    foundPaid: when((state) => (isCharged(state) ? state : { status: 'paid' })),
  },
});

export const { opened, submitted, confirmed, refused, recorded, notRecorded, unconfirmed, finalizedAgain, foundPaid } =
  paymentSlice.actions;

/** The slice arrives with the payment screen. */
export const selectPayment = (root: { payment?: ClaimPayment }, formSessionId: string): PaymentState =>
  root.payment?.formSessionId === formSessionId ? root.payment.state : IDLE;

/** The card was charged here: nothing may ask for it again. */
export const isCharged = (state: PaymentState): boolean => isUnwritten(state) || state.status === 'done';

const isUnwritten = (state: PaymentState): state is Extract<PaymentState, { paymentIntentId: string }> =>
  state.status === 'finalizing' || state.status === 'unrecorded';

const isUnderWay = ({ status }: PaymentState): boolean => status === 'processing' || status === 'finalizing';

/** Nothing may be changed or pressed. */
export const isWorking = (state: PaymentState): boolean => isUnderWay(state) || state.status === 'paid';

declare module '@redress/session-store' {
  interface LazySlices {
    payment: ClaimPayment;
  }
}
