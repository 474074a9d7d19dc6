import * as z from 'zod/mini';
import { Cohorts } from '../releases/index.ts';
import { releaseEndpoint } from './endpoint.ts';
import { At, BuildName, BuildText, Channel, Count, GivenReason, Reason, RowId, Whole } from './fields.ts';
import { RolloutSteps } from './rollouts.ts';

/** A promotion that is to come: at a time, or once another person has confirmed it. */
export const Plan = z.object({
  id: z.int(),
  channel: z.string(),
  builds: z.array(z.object({ name: z.string(), buildId: z.string() })),
  /** It goes on in spite of what the gate finds: whoever confirms it agrees to that. */
  override: z.boolean(),
  /** Share of the visitors that get it; `null`: everybody. */
  rollout: z.nullable(z.object({ percent: z.number(), next: z.nullable(RolloutSteps), cohorts: z.optional(Cohorts) })),
  /** `null`: as soon as it is confirmed. */
  at: z.nullable(At),
  needsConfirmation: z.boolean(),
  confirmedBy: z.nullable(z.string()),
  /** Whether the one who asks is the other person that it waits for. */
  isYoursToConfirm: z.boolean(),
  /** It ends then when it was not confirmed or could not be done: an hour after its time, or as the channel says. */
  expiresAt: z.nullable(At),
  reason: z.nullable(z.string()),
  actor: z.string(),
  /** Who planned it; nobody of this name can confirm it. */
  person: z.nullable(z.string()),
  createdAt: At,
  state: z.enum(['waiting', 'done', 'refused', 'ended', 'expired']),
  /** Snapshot that it made. */
  number: z.nullable(z.int()),
  /** Why it was refused or ended. */
  note: z.nullable(z.string()),
});
export type Plan = z.output<typeof Plan>;

/** When a fresh build is taken back by itself; what is missing is as everywhere. */
const HealthLimit = z.object({
  /** Fewer failing sessions than this are chance. */
  minFailing: z.optional(z.int().check(z.minimum(1), z.maximum(10_000))),
  /** Share of sessions that fail, from which on the build is bad; 0 to 1. */
  maxShare: z.optional(z.number().check(z.positive(), z.maximum(1))),
  /** The same of sessions with a poor web vital, where the build before had at most half that share. */
  maxSlowShare: z.optional(z.number().check(z.positive(), z.maximum(1))),
});

const settings = {
  /** Failing visitors must be of so many groups of addresses; `null`: as the program is configured. */
  minGroups: z.nullable(z.int().check(z.minimum(1), z.maximum(100))),
  /** Another person confirms each promotion within so many minutes; `null`: one person promotes. */
  secondPersonMinutes: z.nullable(z.int().check(z.minimum(1), z.maximum(10_080))),
  limits: z.record(BuildName, HealthLimit),
};
export const ChannelSettings = z.object(settings);
export type ChannelSettings = z.output<typeof ChannelSettings>;

const TOKEN = ['TOKEN_UNKNOWN', 'NOT_ALLOWED', 'REQUEST_INVALID', 'CHANNEL_UNKNOWN'] as const;
const post = { method: 'POST', access: 'developer' } as const;

export const planEndpoints = {
  schedule: /* @__PURE__ */ releaseEndpoint({
    ...post,
    path: '/api/schedule',
    summary: 'Promotes these builds at a time to come, in one snapshot. The gate and freezes are asked then.',
    body: z.object({
      channel: Channel,
      reason: Reason,
      override: z.optional(z.boolean()),
      seen: Whole,
      at: z.iso.datetime(),
      builds: z
        .array(z.object({ name: BuildName, build: BuildText, evenIfBad: z.optional(z.boolean()) }))
        .check(z.minLength(1), z.maxLength(50)),
    }),
    answer: Plan,
    errors: [...TOKEN, 'BUILD_UNKNOWN', 'OWNER_CHANGED', 'PLAN_INVALID'],
  }),
  plans: /* @__PURE__ */ releaseEndpoint({
    method: 'GET',
    path: '/api/plans',
    access: 'reader',
    summary: 'Promotions to come and those that came, newest first.',
    query: z.object({ channel: Channel, limit: Count }),
    answer: z.array(Plan),
    errors: ['TOKEN_UNKNOWN', 'REQUEST_INVALID', 'CHANNEL_UNKNOWN'],
  }),
  confirm: /* @__PURE__ */ releaseEndpoint({
    ...post,
    path: '/api/confirm',
    summary: 'Another person agrees to a promotion. It is done at once, or at its time.',
    body: z.object({ channel: Channel, id: RowId }),
    answer: Plan,
    errors: [...TOKEN, 'PLAN_UNKNOWN', 'FROZEN', 'CHANGED_MEANWHILE', 'MARKED_BAD', 'FILES_LOST', 'STORE_AWAY'],
  }),
  endPlan: /* @__PURE__ */ releaseEndpoint({
    ...post,
    path: '/api/plans/end',
    summary: 'Gives a promotion to come up.',
    body: z.object({ channel: Channel, id: RowId, reason: GivenReason }),
    answer: z.object({}),
    errors: [...TOKEN, 'PLAN_UNKNOWN'],
  }),
  channelSettings: /* @__PURE__ */ releaseEndpoint({
    method: 'GET',
    path: '/api/channel',
    access: 'reader',
    summary: 'What is set for a channel.',
    query: z.object({ channel: Channel }),
    answer: ChannelSettings,
    errors: ['TOKEN_UNKNOWN', 'REQUEST_INVALID', 'CHANNEL_UNKNOWN'],
  }),
  changeChannel: /* @__PURE__ */ releaseEndpoint({
    method: 'POST',
    path: '/api/channel',
    access: 'reader',
    summary:
      'Sets what is named, for release managers; the second person for key holders. `limits` of a remote replace.',
    body: z.object({
      channel: Channel,
      reason: GivenReason,
      minGroups: z.optional(settings.minGroups),
      secondPersonMinutes: z.optional(settings.secondPersonMinutes),
      limits: z.optional(settings.limits),
    }),
    answer: ChannelSettings,
    errors: TOKEN,
  }),
} as const;
