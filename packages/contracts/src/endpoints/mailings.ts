import * as z from 'zod/mini';
import { Id24, Instant } from '../claim/wire-values.ts';
import { endpoint } from '../endpoint.ts';

/** What kind of scan it is: `name` is for people, this is for programs. */
const TrackingStage = z.enum([
  'printing',
  'mailed',
  'in_transit',
  'in_local_area',
  'out_for_delivery',
  'pickup_available',
  'delivered',
  're_routed',
  'returned',
  'issue',
  'other',
]);

const TrackingEvent = z.object({
  at: Instant,
  name: z.string(),
  /** Servers from before it was added send none. */
  stage: z.optional(TrackingStage),
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
        /** The same as `mail_state` of the list; `handed_over` before the first scan. */
        status: z.string(),
        tracking_number: z.nullable(z.string()),
        tracking_url: z.nullable(z.string()),
        posted_at: z.nullable(Instant),
        expected_delivery: z.nullable(z.string()),
        /** Zone of the place where it goes, on whose clock its events are told (R35). Services of before it was told send none. */
        time_zone: z.optional(z.string()),
        events: z.array(TrackingEvent),
        problem: z.nullable(z.object({ sentence: z.string(), next_step: z.string() })),
        /** What can be done with one press about a letter that did not arrive. */
        next_acts: z.optional(z.array(z.enum(['regular-post', 'new-address', 'court-papers']))),
        /** Whether a proof of mailing can be had. */
        has_proof: z.optional(z.boolean()),
      }),
    ),
  }),
  errors: ['NOT_SIGNED_IN', 'NOT_FOUND'],
});

export const proofOfMailing = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/letters/proof_of_mailing',
  summary: 'What the carrier recorded about a letter as PDF: every event with time and place, the number, the scans.',
  access: 'user',
  effect: false,
  kind: 'blob',
  body: z.object({ demand_id: Id24, action: z.enum(['view', 'download']) }),
  answer: z.object({}),
  errors: ['NOT_SIGNED_IN', 'NOT_FOUND', 'DOCUMENT_NOT_READY'],
  timeoutMs: 30_000,
});

export const checkAddress = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/letters/address_check',
  summary: 'Whether the carrier can deliver to the address a letter is to go to. It is asked once for an address.',
  access: 'user',
  repeatable: true,
  body: z.object({
    form_session_id: Id24,
    place: z.object({
      address: z.string().check(z.maxLength(200)),
      apt: z.string().check(z.maxLength(100)),
      city: z.string().check(z.maxLength(100)),
      state: z.string().check(z.maxLength(60)),
      zipcode: z.string().check(z.maxLength(20)),
    }),
    /** The claimant has read what the carrier says, and wants the letter mailed there all the same. */
    insists: z.optional(z.boolean()),
  }),
  /** `unknown`: the carrier does not say, or not in time. */
  answer: z.object({
    verdict: z.enum(['deliverable', 'undeliverable', 'missing-unit', 'unknown']),
    insists: z.boolean(),
  }),
  errors: ['NOT_SIGNED_IN', 'NOT_FOUND', 'RATE_LIMITED'],
});

export const carrierWebhook = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/carrier/webhook',
  summary: 'Events from a carrier: verified, stored raw, worked on by a job.',
  access: 'anyone',
  effect: false,
  kind: 'raw',
  internal: true,
  query: z.object({ carrier: z.string().check(z.maxLength(40)) }),
  answer: z.object({ received: z.boolean() }),
  errors: ['BAD_REQUEST'],
  maxBodyBytes: 1024 * 1024,
});

export const mailingEndpoints = { letterTracking, proofOfMailing, checkAddress, carrierWebhook } as const;
