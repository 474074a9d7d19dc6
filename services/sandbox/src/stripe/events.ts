import { createHmac } from 'node:crypto';
import type Stripe from 'stripe';
import type { World } from '../world/world.ts';
import type { RequestContext } from './records.ts';

/** The API version whose shapes are spoken here; the one `stripe` 23 pins. */
export const API_VERSION = '2026-10-28.endive';

export type EmitEvent = (
  type: Stripe.Event.Type,
  object: object,
  details?: { request?: RequestContext; previous?: object; atSeconds?: number },
) => void;

/** Sends an event to the configured endpoint. */
export function createEventLog({ ids, clock, webhooks }: World): EmitEvent {
  return (type, object, details = {}) => {
    const event = {
      id: ids.next('evt_'),
      object: 'event',
      api_version: API_VERSION,
      created: details.atSeconds ?? clock.seconds(),
      data: { object: structuredClone(object), ...(details.previous ? { previous_attributes: details.previous } : {}) },
      livemode: false,
      pending_webhooks: 1,
      request: details.request
        ? { id: details.request.requestId, idempotency_key: details.request.idempotencyKey }
        : { id: null, idempotency_key: null },
      type,
    } as unknown as Stripe.Event; // The union of 250 events cannot be narrowed by a type only known at run time.
    webhooks.send('stripe', { id: event.id, type, body: JSON.stringify(event, null, 2) });
  };
}

/** `Stripe-Signature`: the receiver's time in seconds and an HMAC over time and raw body. */
export function signStripe(secret: string, body: string, wallMs: number): Record<string, string> {
  const time = Math.floor(wallMs / 1000);
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return {
    'stripe-signature': `t=${time},v1=${signature}`,
    'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
  };
}
