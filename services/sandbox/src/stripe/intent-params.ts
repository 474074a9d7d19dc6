import { type Params, anything, flag, group, integer, metadata, oneOf, shippingShape, text, texts } from './params.ts';
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
  payment_details: anything,
  amount_details: anything,
  payment_method: text,
  payment_method_configuration: text,
  payment_method_data: group(paymentMethodShape),
  payment_method_options: anything,
  receipt_email: text,
  setup_future_usage: oneOf('off_session', 'on_session'),
  shipping: group(shippingShape),
  statement_descriptor: text,
  statement_descriptor_suffix: text,
  transfer_group: text,
  capture_method: oneOf('automatic', 'automatic_async'),
};

export const createShape = {
  ...shared,
  automatic_payment_methods: group({ enabled: flag, allow_redirects: oneOf('always', 'never') }),
  confirm: flag,
  confirmation_method: oneOf('automatic', 'manual'),
  error_on_requires_action: flag,
  excluded_payment_method_types: texts,
  mandate_data: anything,
  off_session: anything,
  radar_options: anything,
  return_url: text,
  use_stripe_sdk: flag,
};
export type CreateParams = Params<typeof createShape>;

export const updateShape = shared;
export type UpdateParams = Params<typeof updateShape>;

export const confirmShape = {
  payment_method: text,
  payment_method_data: group(paymentMethodShape),
  payment_method_options: anything,
  receipt_email: text,
  return_url: text,
  setup_future_usage: oneOf('off_session', 'on_session'),
  shipping: group(shippingShape),
  error_on_requires_action: flag,
  capture_method: oneOf('automatic', 'automatic_async'),
  mandate_data: anything,
  off_session: anything,
  radar_options: anything,
  use_stripe_sdk: flag,
  // What a browser sends beside them.
  client_secret: text,
  expected_payment_method_type: text,
};
export type ConfirmParams = Params<typeof confirmShape>;

export const cancelShape = {
  cancellation_reason: oneOf('abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'),
};
export type CancelParams = Params<typeof cancelShape>;
