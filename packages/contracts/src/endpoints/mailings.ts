import * as z from 'zod/mini';
import { Id24, Instant } from '../claim/fields.ts';
import { endpoint } from '../endpoint.ts';

export const TrackingEvent = z.object({
  at: Instant,
  name: z.string(),
  /** What it means, in one plain sentence. */
  sentence: z.string(),
  /** What to do now, or null. */
  next_step: z.nullable(z.string()),
  location: z.nullable(z.string()),
});

export const letterTracking = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/api/letters/tracking',
  summary: 'Where each certified letter of a demand is, with its history.',
  access: 'user',
  query: z.object({ demand_id: Id24 }),
  answer: z.object({
    mailings: z.array(
      z.object({
        id: Id24,
        recipient: z.string(),
        status: z.string(),
        tracking_number: z.nullable(z.string()),
        tracking_url: z.nullable(z.string()),
        posted_at: z.nullable(Instant),
        expected_delivery: z.nullable(z.string()),
        events: z.array(TrackingEvent),
        problem: z.nullable(z.object({ sentence: z.string(), next_step: z.string() })),
      }),
    ),
  }),
  errors: ['NOT_SIGNED_IN', 'NOT_FOUND'],
});

export const lobWebhook = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/lob/webhook',
  summary: 'Events from the carrier: verified, stored raw, worked on by a job.',
  access: 'anyone',
  effect: false,
  kind: 'raw',
  answer: z.object({ received: z.boolean() }),
  errors: ['BAD_REQUEST'],
  maxBodyBytes: 1024 * 1024,
});

export const mailingEndpoints = { letterTracking, lobWebhook } as const;
