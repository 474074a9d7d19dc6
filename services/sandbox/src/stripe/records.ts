import type Stripe from 'stripe';
import type { Collection } from '../world/store.ts';
import type { World } from '../world/world.ts';
import type { CardBehaviour } from './cards.ts';

/** Stripe's objects as they go over the wire, and beside them what must not. */
export interface StripeRecords {
  intents: Collection<Stripe.PaymentIntent>;
  charges: Collection<Stripe.Charge>;
  refunds: Collection<Stripe.Refund>;
  paymentMethods: Collection<Stripe.PaymentMethod>;
  /** Behaviour of a card, by payment method. */
  behaviours: Collection<CardBehaviour>;
}

export const openRecords = ({ store }: World): StripeRecords => ({
  intents: store.collection('stripe.intents'),
  charges: store.collection('stripe.charges'),
  refunds: store.collection('stripe.refunds'),
  paymentMethods: store.collection('stripe.payment-methods'),
  behaviours: store.collection('stripe.behaviours'),
});

/** The id in a field that may hold the whole object; what is stored is never expanded. */
export const idOf = (reference: string | { id: string } | null | undefined): string | undefined =>
  typeof reference === 'string' ? reference : reference?.id;

/** The request an object changed by, as events name it. */
export interface RequestContext {
  requestId: string;
  idempotencyKey: string | null;
}
