import { bound } from '@redress/server/bound';
import type Stripe from 'stripe';
import type { World } from '../world/world.ts';
import { adviceOf, recordCharge } from './charges.ts';
import type { CardBehaviour, Decline } from './cards.ts';
import { type StripeErrorBody, StripeRefusal, invalidRequest, noSuch } from './errors.ts';
import type { EmitEvent } from './events.ts';
import { checkAmount, checkCurrency } from './money.ts';
import { mergeMetadata, required } from './params.ts';
import type { CancelParams, ConfirmParams, CreateParams, UpdateParams } from './intent-params.ts';
import { newIntent } from './new-intent.ts';
import type { PaymentMethodService } from './payment-methods.ts';
import { type RequestContext, type StripeRecords, idOf } from './records.ts';

/** Who confirms: a server by its secret key, or a browser by the intent's client secret. */
export type Caller = 'server' | 'browser';

interface Context {
  world: World;
  records: StripeRecords;
  methods: PaymentMethodService;
  emit: EmitEvent;
  baseUrl: () => string;
}

const AUTHENTICATION_FAILED: Pick<StripeErrorBody, 'code' | 'message' | 'type'> = {
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
};

const NO_REDIRECTING_METHODS =
  "This PaymentIntent is configured to accept payment methods enabled in your Dashboard, which might redirect your customer off of your page. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.";

function find({ records }: Context, id: string): Stripe.PaymentIntent {
  const intent = records.intents.get(id);
  if (!intent) throw noSuch('payment_intent', id);
  return intent;
}

const change = ({ records }: Context, intent: Stripe.PaymentIntent, changes: Partial<Stripe.PaymentIntent>) =>
  records.intents.put(intent.id, { ...intent, ...changes });

const unexpectedState = (intent: Stripe.PaymentIntent, message: string) =>
  new StripeRefusal(
    400,
    { type: 'invalid_request_error', code: 'payment_intent_unexpected_state', message, payment_intent: intent },
    true,
  );

function fail(
  context: Context,
  intent: Stripe.PaymentIntent,
  error: StripeErrorBody,
  request: RequestContext | undefined,
): Stripe.PaymentIntent {
  const failed = change(context, intent, {
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_payment_error: error as unknown as Stripe.PaymentIntent.LastPaymentError,
    latest_charge: error.charge ?? intent.latest_charge,
  });
  context.emit('payment_intent.payment_failed', failed, request ? { request } : {});
  return failed;
}

/** Asks the bank; a refusal is thrown after it was written down. */
function charge(
  context: Context,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline: Decline | undefined,
  authenticated: boolean,
  request: RequestContext | undefined,
): Stripe.PaymentIntent {
  const { world, records, emit, baseUrl } = context;
  const made = recordCharge(world, records, { intent, method, decline, authenticated, baseUrl: baseUrl() });
  const details = request ? { request } : {};
  if (decline) {
    emit('charge.failed', made, details);
    const error: StripeErrorBody = {
      type: 'card_error',
      code: decline.code,
      message: decline.message,
      charge: made.id,
      advice_code: adviceOf(decline),
      payment_method: method,
      ...(decline.declineCode ? { decline_code: decline.declineCode } : {}),
      ...(decline.code === 'incorrect_cvc' ? { param: 'cvc' } : {}),
      ...(decline.code === 'expired_card' ? { param: 'exp_month' } : {}),
    };
    const failed = fail(context, intent, error, request);
    throw new StripeRefusal(402, { ...error, payment_intent: failed }, true);
  }
  const done = change(context, intent, {
    status: 'succeeded',
    payment_method: method.id,
    next_action: null,
    last_payment_error: null,
    latest_charge: made.id,
    amount_received: intent.amount,
  });
  emit('charge.succeeded', made, details);
  emit('payment_intent.succeeded', done, details);
  return done;
}

function confirm(
  context: Context,
  id: string,
  params: ConfirmParams,
  request: RequestContext,
  caller: Caller,
): Stripe.PaymentIntent {
  const { records, methods, emit } = context;
  let intent = find(context, id);
  if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status)) {
    const already =
      intent.status === 'succeeded' ? ' because it has already succeeded after being previously confirmed' : '';
    throw unexpectedState(
      intent,
      already
        ? `You cannot confirm this PaymentIntent${already}.`
        : `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.`,
    );
  }
  const automatic = intent.automatic_payment_methods;
  if (caller === 'server' && automatic?.allow_redirects !== 'never') throw invalidRequest(NO_REDIRECTING_METHODS);
  const methodId = params.payment_method ?? idOf(intent.payment_method);
  const data = params.payment_method_data;
  if (!methodId && !data) {
    throw unexpectedState(
      intent,
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    );
  }
  const method = data ? methods.create(data) : methods.resolve(methodId!);
  intent = change(context, intent, {
    payment_method: method.id,
    ...(params.receipt_email === undefined ? {} : { receipt_email: params.receipt_email || null }),
  });
  const behaviour: CardBehaviour = records.behaviours.get(method.id) ?? {};
  if (!behaviour.needsAuthentication) return charge(context, intent, method, behaviour.decline, false, request);
  const waiting = change(context, intent, {
    status: 'requires_action',
    last_payment_error: null,
    next_action: nextAction(context, intent),
  });
  emit('payment_intent.requires_action', waiting, { request });
  return waiting;
}

function nextAction({ world, baseUrl }: Context, intent: Stripe.PaymentIntent): Stripe.PaymentIntent.NextAction {
  const page = new URL(`${baseUrl()}/authenticate/${intent.id}`);
  page.searchParams.set('client_secret', intent.client_secret ?? '');
  return {
    type: 'use_stripe_sdk',
    use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: page.href, source: world.ids.next('src_') },
  };
}

function create(context: Context, params: CreateParams, request: RequestContext): Stripe.PaymentIntent {
  const { world, records, methods, emit } = context;
  const { ids, clock } = world;
  const amount = required(params.amount, 'amount');
  const currency = checkCurrency(required(params.currency, 'currency'));
  checkAmount(amount, currency);
  const method = params.payment_method ? methods.resolve(params.payment_method) : undefined;
  const id = ids.next('pi_');
  const intent = newIntent({
    id,
    secret: ids.next('', 25),
    created: clock.seconds(),
    amount,
    currency,
    method,
    params,
  });
  records.intents.put(id, intent);
  emit('payment_intent.created', intent, { request });
  return params.confirm ? confirm(context, id, params, request, 'server') : intent;
}

/** @throws {StripeRefusal} when the secret is not this intent's. */
function findBySecret(context: Context, id: string, clientSecret: string | undefined): Stripe.PaymentIntent {
  const intent = find(context, id);
  if (!clientSecret || intent.client_secret !== clientSecret) {
    throw invalidRequest(
      'The client_secret provided does not match any associated PaymentIntent on this account. Ensure the publishable key used belongs to the same account that created the PaymentIntent.',
      { code: 'payment_intent_invalid_parameter', param: 'client_secret' },
    );
  }
  return intent;
}

function update(context: Context, id: string, params: UpdateParams): Stripe.PaymentIntent {
  const intent = find(context, id);
  const settled = ['succeeded', 'canceled', 'processing'].includes(intent.status);
  if (settled && (params.amount !== undefined || params.currency !== undefined)) {
    throw unexpectedState(
      intent,
      `This PaymentIntent's amount could not be updated because it has a status of ${intent.status}. You may only update the amount of a PaymentIntent with one of the following statuses: requires_payment_method, requires_confirmation, requires_action.`,
    );
  }
  const currency = params.currency ? checkCurrency(params.currency) : intent.currency;
  const amount = params.amount ?? intent.amount;
  checkAmount(amount, currency);
  return change(context, intent, {
    amount,
    currency,
    metadata: params.metadata ? mergeMetadata(intent.metadata, params.metadata) : intent.metadata,
    ...(params.description === undefined ? {} : { description: params.description || null }),
    ...(params.receipt_email === undefined ? {} : { receipt_email: params.receipt_email || null }),
  });
}

function cancel(context: Context, id: string, params: CancelParams, request: RequestContext): Stripe.PaymentIntent {
  const intent = find(context, id);
  if (intent.status === 'succeeded' || intent.status === 'canceled' || intent.status === 'processing') {
    throw unexpectedState(
      intent,
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`,
    );
  }
  const canceled = change(context, intent, {
    status: 'canceled',
    canceled_at: context.world.clock.seconds(),
    cancellation_reason: params.cancellation_reason ?? null,
    next_action: null,
  });
  context.emit('payment_intent.canceled', canceled, { request });
  return canceled;
}

/** What the payer did on the bank's page. */
function authenticated(context: Context, id: string, success: boolean): Stripe.PaymentIntent {
  const { records, methods } = context;
  const intent = find(context, id);
  if (intent.status !== 'requires_action') return intent; // A second click on the bank's page.
  const method = methods.resolve(idOf(intent.payment_method) ?? '');
  if (!success) return fail(context, intent, { ...AUTHENTICATION_FAILED, payment_method: method }, undefined);
  try {
    return charge(context, intent, method, records.behaviours.get(method.id)?.decline, true, undefined);
  } catch (error) {
    if (error instanceof StripeRefusal) return find(context, id); // Declined: the intent says so.
    throw error;
  }
}

/** Payment intents as Stripe keeps them. */
export const createIntentService = (context: Context) =>
  bound(context, { create, find, findBySecret, update, confirm, cancel, authenticated });
export type IntentService = ReturnType<typeof createIntentService>;
