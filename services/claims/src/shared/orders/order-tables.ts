import type { Recipient } from '@redress/contracts';
import type { Generated, JSONColumnType } from 'kysely';

export interface ClaimOrderTable {
  id: string;
  /** What people say on the phone: `R-7K3MQ9TDX`. */
  order_number: string;
  form_session_id: string;
  user_id: string;
  status: 'open' | 'paid' | 'refunded';
  package_id: string | null;
  package_title: string | null;
  total_cents: number | null;
  email: string;
  terms_version: string;
  created_at: Date;
  paid_at: Date | null;
  advanced_at: Date | null;
  /** Why it does not go on by itself: a code. */
  problem: string | null;
  /** Of an account of a preview: nothing of it is charged or posted. */
  is_sample: Generated<boolean>;
  /** What was still to be done when its account was deleted: close its payment, post its letter, send its money back. */
  left_as: 'closing' | 'posting' | 'posted' | 'refunding' | null;
  left_at: Date | null;
}

export interface OrderQuoteTable {
  id: string;
  order_id: string;
  package_id: string;
  package_title: string;
  package_cents: number;
  discount_cents: number;
  /** Part of `package_cents` for court papers. */
  papers_cents: Generated<number>;
  coupon_code: string | null;
  recipients: JSONColumnType<Recipient[]>;
  recipients_cents: number;
  tax_rate: number;
  tax_cents: number;
  total_cents: number;
  state_code: string;
  state_name: string;
  email: string;
  terms_version: string;
  billing: JSONColumnType<{ cardholderName: string; zipCode: string; country: 'US' | 'CA' }>;
  created_at: Date;
}

export interface PaymentTable {
  id: string;
  order_id: string;
  user_id: string;
  opening_quote_id: string;
  quote_id: string;
  /** The quote the intent at Stripe stands at. */
  synced_quote_id: string | null;
  /** Part of the idempotency key its intent is opened under; the next number when Stripe keeps a failure under one. */
  opening_no: Generated<number>;
  /** When the first key was used. */
  opening_at: Date;
  intent_id: string | null;
  client_secret: string | null;
  /** `open` can still be paid. A decline leaves it open, with its `decline_code`. */
  status: 'open' | 'processing' | 'succeeded' | 'canceled';
  charge_id: string | null;
  amount_cents: number;
  refunded_cents: Generated<number>;
  /** What is to be given back in all; the sweep sees what is not yet. */
  refund_due_cents: Generated<number>;
  refund_asked_at: Date | null;
  /** Part of the idempotency key of a refund, as `opening_no` of an intent. */
  refund_no: Generated<number>;
  disputed: Generated<boolean>;
  card_brand: string | null;
  card_last4: string | null;
  decline_code: string | null;
  receipt_key: string | null;
  created_at: Date;
  succeeded_at: Date | null;
  updated_at: Date;
}

export interface ProviderEventTable {
  id: string;
  provider: string;
  event_id: string;
  type: string;
  /** The provider's id of what it is about. */
  subject_id: string | null;
  payload: Buffer | null;
  received_at: Date;
  processed_at: Date | null;
  outcome: string | null;
}

declare module '../../platform/tables.ts' {
  interface Tables {
    claim_order: ClaimOrderTable;
    order_quote: OrderQuoteTable;
    payment: PaymentTable;
    provider_event: ProviderEventTable;
  }
}
