/**
 * One payment, as a machine: each state carries only what is true in it, and what cannot happen in a state changes
 * nothing. So a double click, a late answer and a wallet beside a card form lead to one payment (specification, section 4).
 */
/** `price`: what stood on the screen cannot be charged; the total shown now can. */
export type RefusedBy = 'card' | 'wallet' | 'price';

export type PaymentState =
  | { status: 'idle' }
  | { status: 'processing' }
  /** The card was charged; our server has to write it down. */
  | { status: 'finalizing'; paymentIntentId: string }
  /** Charged, and not yet written down: only finalizing may be tried again. */
  | { status: 'unrecorded'; paymentIntentId: string; message: string }
  | { status: 'failed'; message: string; by: RefusedBy }
  | { status: 'done' };

export type PaymentEvent =
  | { type: 'submitted' }
  | { type: 'confirmed'; paymentIntentId: string }
  | { type: 'refused'; message: string; by: RefusedBy }
  | { type: 'recorded' }
  | { type: 'not-recorded'; message: string }
  | { type: 'finalize-again' };

export const startState: PaymentState = { status: 'idle' };

export function paymentMachine(state: PaymentState, event: PaymentEvent): PaymentState {
  switch (event.type) {
    case 'submitted':
      return state.status === 'idle' || state.status === 'failed' ? { status: 'processing' } : state;
    case 'confirmed':
      return state.status === 'processing' || state.status === 'idle'
        ? { status: 'finalizing', paymentIntentId: event.paymentIntentId }
        : state;
    case 'refused':
      return state.status === 'processing' ? { status: 'failed', message: event.message, by: event.by } : state;
    case 'recorded':
      return state.status === 'finalizing' ? { status: 'done' } : state;
    case 'not-recorded':
      return state.status === 'finalizing'
        ? { status: 'unrecorded', paymentIntentId: state.paymentIntentId, message: event.message }
        : state;
    case 'finalize-again':
      return state.status === 'unrecorded' ? { status: 'finalizing', paymentIntentId: state.paymentIntentId } : state;
  }
}

/** The card was charged: nothing may ask for it again. */
export const isCharged = ({ status }: PaymentState): boolean =>
  status === 'finalizing' || status === 'unrecorded' || status === 'done';

export const isWorking = ({ status }: PaymentState): boolean => status === 'processing' || status === 'finalizing';
