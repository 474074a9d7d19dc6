import * as z from 'zod/mini';
import { Email, fitsEnvelope, required } from '../claim/fields.ts';
import { Dollars, Id24, Instant } from '../claim/wire-values.ts';
import { Recipient } from '../claim/form-data.ts';
import { endpoint } from '../endpoint.ts';

const CouponCode = z.string().check(z.trim(), z.toUpperCase(), z.maxLength(40));

/** What the server will charge, line by line, in dollars; the only price there is (R6). */
export const Quote = z.object({
  quote_id: z.optional(Id24),
  package_id: z.string(),
  package_title: z.string(),
  base_price: Dollars,
  discount: Dollars,
  coupon_code: z.nullable(z.string()),
  recipients_count: z.int(),
  recipients_price: Dollars,
  /** Fraction; `tax_estimated` when no state is known yet and 8 % is only shown, never charged. */
  tax_rate: z.number(),
  tax_estimated: z.boolean(),
  state_name: z.string(),
  tax: Dollars,
  total: Dollars,
  currency: z.literal('usd'),
  /** Minutes from paying to mailing, in which the letter can be changed or stopped; missing from older services. */
  mailed_after_minutes: z.optional(z.int()),
  /** What is kept, tax included, once court papers were opened; missing from older services. */
  papers_kept: z.optional(Dollars),
});
export type Quote = z.output<typeof Quote>;

/** Where an order is; the order screen and a refreshed payment screen both draw this. */
const ORDER_STATES = [
  'none',
  'payment-pending',
  'paid',
  'letter-drafted',
  'approved',
  'posting',
  'posted',
  'refunded',
  'problem',
] as const;

export const OrderStatus = z.object({
  form_session_id: Id24,
  state: z.enum(ORDER_STATES),
  order_number: z.nullable(z.string()),
  package_id: z.nullable(z.string()),
  package_title: z.nullable(z.string()),
  demand_id: z.nullable(Id24),
  /** Payment that is under way, so that a reload continues the same one. */
  payment_intent: z.nullable(z.object({ id: z.string(), client_secret: z.string(), status: z.string() })),
  paid_at: z.nullable(Instant),
  total: z.nullable(Dollars),
  /** One sentence on what happens next, for people. */
  message: z.string(),
});
export type OrderStatus = z.output<typeof OrderStatus>;

const optionalText = (max: number) => z.optional(z.nullable(z.string().check(z.maxLength(max))));

export const quote = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/checkout/quote',
  summary: 'Price of a package with recipients, coupon and tax, before paying.',
  access: 'anyone',
  effect: false,
  body: z.object({
    package_id: z.string().check(z.minLength(1, 'package.required'), z.maxLength(40)),
    state_code: optionalText(60),
    recipients_count: z.optional(z.int().check(z.gte(0), z.lte(10))),
    coupon_code: z.optional(z.nullable(CouponCode)),
  }),
  answer: z.object({ quote: Quote }),
  errors: ['PACKAGE_UNKNOWN', 'COUPON_NOT_ACTIVE', 'VALIDATION_FAILED', 'RATE_LIMITED'],
});

export const getPublishableKey = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/stripe/get-publishable-key.php',
  summary: 'The key the browser gives Stripe.js.',
  access: 'anyone',
  effect: false,
  body: z.object({ verify: z.optional(z.unknown()) }),
  answer: z.object({ publishable_key: z.string() }),
  errors: [],
});

export const createPaymentIntent = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/stripe/create-payment-intent.php',
  summary: 'Price on the server, keep the quote, and open (or go on with) the one payment of this claim.',
  access: 'user',
  body: z.object({
    form_session_id: Id24,
    currency: z.optional(z.string().check(z.toLowerCase(), z.regex(/^usd$/, 'currency.usd'))),
    /** Whose card it is; receipts go to the address of the account. */
    email: Email,
    package_id: z.string().check(z.minLength(1, 'package.required'), z.maxLength(40)),
    state_code: optionalText(60),
    cardholder_name: required('cardholder.required').check(z.maxLength(200)),
    zip_code: optionalText(20),
    billing_country: z.enum(['US', 'CA']),
    /** Letter that was mailed before a follow-up (R50). */
    follows_demand_id: z.optional(Id24),
    coupon_code: z.optional(z.nullable(CouponCode)),
    recipients: z.optional(z.array(Recipient.check(fitsEnvelope('address', 'apt'))).check(z.maxLength(10))),
    /** Version of the terms that were accepted, the one on show when left out; kept with the order (R31). */
    terms_version: z.optional(required('terms.required').check(z.maxLength(40))),
    /** Display values: kept by Stripe, decide nothing. */
    metadata: z.optional(z.record(z.string(), z.unknown())),
  }),
  answer: z.object({
    payment_intent: z.object({ id: z.string(), client_secret: z.string() }),
    quote: Quote,
  }),
  errors: [
    'NOT_SIGNED_IN', 'NOT_FOUND', 'CLAIM_INCOMPLETE', 'DEBT_NOT_OWN', 'PACKAGE_UNKNOWN', 'PACKAGE_NOT_FOR_CLAIM', 'FOLLOW_UP_NOT_NOW', 'COUPON_NOT_ACTIVE', 'STATE_REQUIRED', 'TAX_UNKNOWN',
    'ALREADY_PAID', 'PAYMENT_INTENT_FAILED', 'PROVIDER_DOWN', 'VALIDATION_FAILED', 'RATE_LIMITED',
  ], // prettier-ignore
  timeoutMs: 30_000,
});

export const finalizePayment = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/stripe/finalize-payment.php',
  summary: 'Ask Stripe, then record the payment; any number of calls, one effect.',
  access: 'user',
  body: z.object({ payment_intent_id: z.string().check(z.regex(/^pi_[A-Za-z0-9_]{1,80}$/)), form_session_id: Id24 }),
  answer: z.object({ status: z.enum(['succeeded', 'processing']), order_number: z.nullable(z.string()) }),
  errors: [
    'NOT_SIGNED_IN',
    'NOT_FOUND',
    'PAYMENT_NOT_SUCCEEDED',
    'PAYMENT_MISMATCH',
    'COUPON_NOT_ACTIVE',
    'PROVIDER_DOWN',
  ],
  timeoutMs: 30_000,
});

export const orderStatus = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/api/checkout/order_status',
  summary: 'Where the order of a claim is.',
  access: 'user',
  query: z.object({ form_session_id: Id24 }),
  answer: z.object({ order: OrderStatus }),
  errors: ['NOT_SIGNED_IN', 'NOT_FOUND'],
});

export const stripeWebhook = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/stripe/webhook',
  summary: 'Events from Stripe: verified, stored raw, worked on by a job.',
  access: 'anyone',
  effect: false,
  kind: 'raw',
  internal: true,
  answer: z.object({ received: z.boolean() }),
  errors: ['BAD_REQUEST'],
  maxBodyBytes: 1024 * 1024,
});

export const getUserPayments = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/api/billing/get_user_payments.php',
  summary: 'The last 50 payments, with totals over all of them.',
  access: 'user',
  answer: z.object({
    message: z.string(),
    data: z.object({
      payments: z.array(
        z.object({
          id: Id24,
          charge_id: z.nullable(z.string()),
          display_date: z.string(),
          /** The same day as `YYYY-MM-DD`, to count with. */
          day: z.optional(z.string()),
          created_at: Instant,
          description: z.string(),
          amount: Dollars,
          formatted_amount: z.string(),
          status: z.string(),
        }),
      ),
      statistics: z.object({ total_payments: z.int(), total_amount: Dollars, formatted_total_amount: z.string() }),
    }),
  }),
  errors: ['NOT_SIGNED_IN'],
});

export const receipt = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/api/billing/receipt',
  summary: 'Receipt of one payment, PDF (R23).',
  access: 'user',
  kind: 'blob',
  query: z.object({ payment_id: Id24 }),
  answer: z.object({}),
  errors: ['NOT_SIGNED_IN', 'NOT_FOUND', 'PDF_FAILED'],
  timeoutMs: 30_000,
});

export const checkoutEndpoints = {
  quote,
  getPublishableKey,
  createPaymentIntent,
  finalizePayment,
  orderStatus,
  stripeWebhook,
  getUserPayments,
  receipt,
} as const;
