import type Stripe from 'stripe';
import type { CreateParams } from './intent-params.ts';

/** A PaymentIntent as it is answered when it has just been made, every field there. */
export function newIntent(details: {
  id: string;
  secret: string;
  created: number;
  amount: number;
  currency: string;
  method: Stripe.PaymentMethod | undefined;
  params: CreateParams;
}): Stripe.PaymentIntent {
  const { id, secret, created, amount, currency, method, params } = details;
  const tax = params.hooks?.inputs?.tax?.calculation;
  const allowed = params.allowed_payment_method_types;
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: allowed ?? null,
    amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: allowed
      ? null
      : { allow_redirects: params.automatic_payment_methods?.allow_redirects ?? 'always', enabled: true },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${secret}`,
    confirmation_method: 'automatic',
    created,
    currency,
    customer: null,
    customer_account: null,
    description: params.description || null,
    excluded_payment_method_types: null,
    ...(tax ? { hooks: { inputs: { tax: { calculation: tax } } } } : {}),
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: params.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: method?.id ?? null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: params.receipt_email || null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: params.statement_descriptor_suffix || null,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
}
