import type Stripe from 'stripe';

/** The fields of a PaymentIntent that a publishable key and client secret may read. */
const VISIBLE = [
  'id',
  'object',
  'amount',
  'amount_details',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_configuration_details',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
] as const satisfies readonly (keyof Stripe.PaymentIntent)[];

/** Metadata, customer, charges and the rest stay with the secret key. */
export const intentForBrowser = (intent: Stripe.PaymentIntent): Partial<Stripe.PaymentIntent> =>
  Object.fromEntries(VISIBLE.map((field) => [field, intent[field]]));
