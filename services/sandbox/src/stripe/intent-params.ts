import { type Params, flag, group, integer, metadata, oneOf, text } from './params.ts';
import { paymentMethodShape } from './payment-methods.ts';

const shared = {
  amount: integer,
  currency: text,
  description: text,
  metadata,
  receipt_email: text,
};

export const createShape = {
  ...shared,
  payment_method: text,
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
