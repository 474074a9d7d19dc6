import { type Params, flag, group, integer, metadata, oneOf, text, texts } from './params.ts';
import { paymentMethodShape } from './payment-methods.ts';

const hooks = group({ inputs: group({ tax: group({ calculation: text }) }) });

const shared = {
  // `payment_method_types` of older versions is gone from 2026-10-28.endive.
  allowed_payment_method_types: texts,
  amount: integer,
  currency: text,
  description: text,
  hooks,
  metadata,
  payment_method: text,
  receipt_email: text,
  statement_descriptor_suffix: text,
};

export const createShape = {
  ...shared,
  automatic_payment_methods: group({ enabled: flag, allow_redirects: oneOf('always', 'never') }),
  confirm: flag,
};
export type CreateParams = Params<typeof createShape>;

export const updateShape = shared;
export type UpdateParams = Params<typeof updateShape>;

export const confirmShape = {
  payment_method: text,
  payment_method_data: group(paymentMethodShape),
  receipt_email: text,
  // What a browser sends beside them.
  client_secret: text,
  use_stripe_sdk: flag,
};
export type ConfirmParams = Params<typeof confirmShape>;

export const cancelShape = {
  cancellation_reason: oneOf('abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'),
};
export type CancelParams = Params<typeof cancelShape>;
