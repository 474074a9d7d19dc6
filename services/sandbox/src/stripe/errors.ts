import type Stripe from 'stripe';

export interface StripeErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
  doc_url?: string;
  advice_code?: string;
  payment_intent?: Stripe.PaymentIntent;
  payment_method?: Stripe.PaymentMethod;
}

/** An answer that is not the object asked for, in Stripe's own shape: `{ error: { type, code, message, … } }`. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly body: StripeErrorBody;
  /** Stripe keeps nothing under an idempotency key when the request itself was malformed. */
  readonly savedUnderKey: boolean;

  constructor(status: number, body: StripeErrorBody, savedUnderKey = false) {
    super(body.message);
    this.status = status;
    this.body = body.code
      ? { ...body, doc_url: `https://stripe.com/docs/error-codes/${body.code.replaceAll('_', '-')}` }
      : body;
    this.savedUnderKey = savedUnderKey;
  }
}

export const invalidRequest = (message: string, details: { code?: string; param?: string } = {}, status = 400) =>
  new StripeRefusal(status, { type: 'invalid_request_error', message, ...details });

export const noSuch = (kind: string, id: string, param = 'intent') =>
  invalidRequest(`No such ${kind}: '${id}'`, { code: 'resource_missing', param }, 404);
