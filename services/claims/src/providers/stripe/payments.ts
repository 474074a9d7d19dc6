import { AppError } from '@redress/contracts';
import { inClientSpan } from '@redress/telemetry/server';
import { accepted, madeFrom, present } from '@redress/server/secrets';
import Stripe from 'stripe';
import * as z from 'zod/mini';
import type { StripeConfig } from '../../platform/config.ts';
import type { Intent, IntentOrder, Payments } from '../ports/payments.ts';

/** One try may take this long, and there is one more under the same key: 25 s in all (docs/reliability.md, Time limits). */
const TIMEOUT_MS = 12_000;
const RETRIES = 1;
const TOLERANCE_SECONDS = 300;
/** Clocks differ a little; the SDK checks only the age of an event, never that it is from the future. */
const CLOCK_TOLERANCE_SECONDS = 60;
/** The search stops here. An intent that is not found cannot be paid: its secret was never sent to a browser. */
const MAX_LISTED_INTENTS = 1_000;
const MAX_LISTED_PAID = 10_000;

/** Ids without NUL, which no column holds. */
const Id = z.string().check(z.regex(/^[^\0]{1,255}$/));
/** Fields of an event's object that name its payment. */
const AboutPayment = z.object({
  object: z.optional(z.string()),
  id: z.optional(Id),
  payment_intent: z.nullish(z.union([Id, z.object({ id: Id })])),
});
const Event = z.object({
  id: Id,
  type: Id,
  livemode: z.boolean(),
  created: z.int(),
  data: z.object({ object: AboutPayment }),
});

function clientOptions({ baseUrl }: StripeConfig): Stripe.StripeConfig {
  const own = { timeout: TIMEOUT_MS, maxNetworkRetries: RETRIES, telemetry: false, appInfo: { name: 'Redress' } };
  if (!baseUrl) return own;
  const { hostname: host, port, protocol } = new URL(baseUrl);
  const isHttps = protocol === 'https:';
  return { ...own, host, port: port || (isHttps ? 443 : 80), protocol: isHttps ? 'https' : 'http' };
}

export function createStripePayments(config: StripeConfig): Payments {
  const options = clientOptions(config);
  const client = madeFrom([config.secretKey], (key = '') => new Stripe(key, options));
  const expand = ['latest_charge'];
  const isLive = () => /^[a-z]+_live_/.test(present(config.secretKey));
  const intentOf = (intent: Stripe.PaymentIntent): Intent => {
    if (intent.livemode !== isLive()) throw new AppError('PAYMENT_MISMATCH', { details: { reason: 'livemode' } });
    return toIntent(intent);
  };

  return {
    get publishableKey() {
      return present(config.publishableKey);
    },

    async createIntent(order, key) {
      const params = {
        ...intentParams(order),
        currency: 'usd',
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
        expand,
      } satisfies Stripe.PaymentIntentCreateParams;
      return intentOf(
        await asked('paymentIntents.create', () => client().paymentIntents.create(params, { idempotencyKey: key })),
      );
    },

    async updateIntent(id, order) {
      const params = { ...intentParams(order), expand } satisfies Stripe.PaymentIntentUpdateParams;
      return intentOf(await asked('paymentIntents.update', () => client().paymentIntents.update(id, params)));
    },

    readIntent: async (id, withinMs) => {
      const within = withinMs === undefined ? {} : { timeout: withinMs, maxNetworkRetries: 0 };
      return intentOf(
        await asked('paymentIntents.retrieve', () => client().paymentIntents.retrieve(id, { expand }, within)),
      );
    },

    findIntent: (paymentId, since) =>
      asked('paymentIntents.list', async () => {
        let looked = 0;
        for await (const intent of intentsSince(client(), since)) {
          if (intent.metadata['payment_id'] === paymentId) return intentOf(intent);
          looked += 1;
          if (looked === MAX_LISTED_INTENTS) break;
        }
        return null;
      }),

    listPaid: (since) =>
      asked('paymentIntents.list', async () => {
        const paid: Intent[] = [];
        for await (const intent of intentsSince(client(), since)) {
          if (intent.status === 'succeeded' && intent.metadata['payment_id']) paid.push(intentOf(intent));
          if (paid.length > MAX_LISTED_PAID) throw new Error('Too many payments since then: look for fewer.');
        }
        return paid;
      }),

    cancelIntent: async (id) =>
      intentOf(await asked('paymentIntents.cancel', () => client().paymentIntents.cancel(id, { expand }))),

    async refund({ intentId, amountCents, reason }, key) {
      const params = {
        payment_intent: intentId,
        ...(amountCents === undefined ? {} : { amount: amountCents }),
        reason: 'requested_by_customer',
        metadata: { reason },
      } satisfies Stripe.RefundCreateParams;
      const { id, status } = await asked('refunds.create', () =>
        client().refunds.create(params, { idempotencyKey: key }),
      );
      return { id, status: status ?? 'pending' };
    },

    readEvent(rawBody, signature, now) {
      const secrets = accepted(config.webhookSecret);
      const given = signedEvent(client(), { rawBody, signature: signature ?? '', secrets, now });
      const { data: event } = z.safeParse(Event, given);
      if (!event) throw new AppError('BAD_REQUEST', { details: { reason: 'webhook shape' } });
      if (event.livemode !== isLive()) throw new AppError('BAD_REQUEST', { details: { reason: 'webhook livemode' } });
      const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature ?? '')?.[1]);
      if (signedAt * 1000 > now.getTime() + CLOCK_TOLERANCE_SECONDS * 1000) {
        throw new AppError('BAD_REQUEST', { details: { reason: 'webhook from the future' } });
      }
      return {
        id: event.id,
        type: event.type,
        createdAt: new Date(event.created * 1000),
        intentId: intentIdOf(event.data.object),
      };
    },

    async check() {
      await asked('paymentIntents.list', () =>
        client().paymentIntents.list({ limit: 1 }, { timeout: 2_500, maxNetworkRetries: 0 }),
      );
    },
  };
}

/** The list shows an intent at once; Stripe's search may need a minute to. */
const intentsSince = ({ paymentIntents }: Stripe, since: Date) =>
  paymentIntents.list({
    created: { gte: Math.floor(since.getTime() / 1000) - CLOCK_TOLERANCE_SECONDS },
    limit: 100,
    expand: ['data.latest_charge'],
  });

const intentParams = ({ amountCents, email, description, metadata }: IntentOrder) => ({
  amount: amountCents,
  receipt_email: email,
  description,
  metadata,
});

/** @param given.secrets - each is tried: while a secret changes, Stripe may sign with either */
function signedEvent(
  { webhooks }: Stripe,
  given: { rawBody: Buffer; signature: string; secrets: readonly string[]; now: Date },
): Stripe.Event {
  const { rawBody, signature, secrets, now } = given;
  let cause: unknown;
  for (const secret of secrets) {
    try {
      return webhooks.constructEvent(rawBody, signature, secret, TOLERANCE_SECONDS, undefined, now.getTime());
    } catch (error) {
      cause ??= error;
    }
  }
  throw new AppError('BAD_REQUEST', { cause, details: { reason: 'webhook signature' } });
}

/** Runs one call and tells the failures apart that a person or a job acts on. */
const asked = <T>(operation: string, call: () => Promise<T>): Promise<T> =>
  inClientSpan('stripe', operation, async () => {
    try {
      return await call();
    } catch (error) {
      throw stripeFailure(error);
    }
  });

/** A kept 500, or a key that stands for other words: a release may have changed what an intent is opened with. */
const isKeySpent = ({ type, statusCode }: { type?: string; statusCode?: number }): boolean =>
  (statusCode !== undefined && statusCode >= 500) || (type === 'StripeIdempotencyError' && statusCode === 400);

/**
 * `details.reason`: `unreachable` (it may have been done: ask again under the same key), `key-spent` (it may have been
 * done, and under this key Stripe gives the same answer for a day), `refused` (it was not done); `providerCode` is
 * Stripe's own.
 */
function stripeFailure(error: unknown): AppError {
  const failure = error as { type?: string; code?: string; statusCode?: number };
  const details = { provider: 'stripe', status: failure.statusCode ?? 0, providerCode: failure.code ?? null };
  const isRefused = (failure.statusCode ?? 500) < 500 && failure.type !== 'StripeRateLimitError';
  const reason = isKeySpent(failure)
    ? 'key-spent'
    : isRefused && failure.statusCode !== 409
      ? 'refused'
      : 'unreachable';
  return new AppError(reason === 'refused' ? 'PAYMENT_INTENT_FAILED' : 'PROVIDER_DOWN', {
    cause: error,
    details: { ...details, reason },
  });
}

function toIntent(intent: Stripe.PaymentIntent): Intent {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  const card = charge?.payment_method_details?.card;
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    status: intent.status,
    amountCents: intent.amount,
    currency: intent.currency,
    metadata: intent.metadata,
    chargeId: charge?.id ?? (typeof intent.latest_charge === 'string' ? intent.latest_charge : null),
    refundedCents: charge?.amount_refunded ?? 0,
    isDisputed: charge?.disputed ?? false,
    card: card ? { brand: card.brand ?? 'card', last4: card.last4 ?? '' } : null,
    declineCode: intent.last_payment_error?.decline_code ?? intent.last_payment_error?.code ?? null,
  };
}

/** Events are only a reason to ask again, so all that is taken from one is what it is about. */
const intentIdOf = ({ object, id, payment_intent: intent }: z.output<typeof AboutPayment>): string | null =>
  (object === 'payment_intent' ? id : typeof intent === 'string' ? intent : intent?.id) ?? null;
