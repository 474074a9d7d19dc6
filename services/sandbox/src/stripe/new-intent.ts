import type Stripe from 'stripe';
import blank from '../../data/stripe-blank.json' with { type: 'json' };
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
  return {
    ...blank.payment_intent,
    id,
    object: 'payment_intent',
    amount,
    amount_details: { tip: {} },
    automatic_payment_methods: {
      allow_redirects: params.automatic_payment_methods?.allow_redirects ?? 'always',
      enabled: true,
    },
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${secret}`,
    confirmation_method: 'automatic',
    created,
    currency,
    description: params.description || null,
    metadata: params.metadata ?? {},
    payment_method: method?.id ?? null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    receipt_email: params.receipt_email || null,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
  };
}
