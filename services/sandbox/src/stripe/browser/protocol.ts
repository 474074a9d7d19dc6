/** What the page's script and the frames say to each other. No card number is in any of it. */

export type FrameKind = 'card' | 'expressCheckout' | 'wallet' | 'controller';

/** First message of a frame, as soon as it runs; the page answers with `FrameInit` and a port. */
export const HELLO = 'stripe-sandbox:hello';
export const INIT = 'stripe-sandbox:init';
/** The bank's page asks whether the page around it listens; before the answer nothing can be pressed. */
export const AUTHENTICATING = 'stripe-sandbox:authenticating';
export const LISTENING = 'stripe-sandbox:listening';
/** Message of the bank's page once the payer has answered. */
export const AUTHENTICATED = 'stripe-sandbox:authenticated';

export interface FrameInit {
  type: typeof INIT;
  elementId: string;
  publishableKey: string;
  options: Record<string, unknown>;
  scheme: 'dark' | 'light';
}

export interface FieldError {
  type: 'validation_error';
  code: string;
  message: string;
}

export interface ChangeDetail {
  empty: boolean;
  complete: boolean;
  error: FieldError | null;
  brand?: string;
}

export type FrameMessage =
  | { type: 'ready'; detail?: Record<string, unknown> }
  | { type: 'change'; detail: ChangeDetail }
  | { type: 'focus' | 'blur' }
  | { type: 'resize'; height: number }
  | { type: 'wallet-click'; wallet: string }
  | { type: 'wallet-answer'; paid: boolean }
  | { type: 'answer'; id: number; result: unknown };

export type PageMessage =
  | { type: 'update'; options: Record<string, unknown>; scheme: 'dark' | 'light' }
  | { type: 'focus' }
  | { type: 'ask'; id: number; call: ControllerCall };

/** What the page asks the controller frame, which alone speaks with the API. Card data it fetches from `fieldId`. */
export interface ControllerCall {
  /** `POST /v1/payment_intents/…/confirm` and the like, path without the origin. */
  method: 'GET' | 'POST';
  path: string;
  params: Record<string, unknown>;
  /** Frame whose typed card is part of the call. */
  fieldId?: string;
}

export type ControllerAnswer = { ok: true; body: Record<string, unknown> } | { ok: false; error: StripeJsError };

/** An error as Stripe.js hands it to the page. */
export interface StripeJsError {
  type: string;
  message?: string;
  code?: string;
  [field: string]: unknown;
}

/** Values of the fields in one frame; read by the controller frame of the same origin, never sent to the page. */
export interface FieldAccess {
  id: string;
  values(): FieldValues | undefined;
  /** Shows what is missing, and says it. */
  validate(): FieldError | null;
  /** Takes the card that the payer chose on the sheet of the wallet. */
  choose?(card: FieldValues): void;
}

export interface FieldValues {
  number: string;
  expMonth: string;
  expYear: string;
  cvc: string;
}
