import * as z from 'zod/mini';
import { Cohorts } from '../releases/index.ts';
import { Released } from './changes.ts';
import { releaseEndpoint } from './endpoint.ts';
import { At, BuildName, BuildText, Channel, GivenReason, Reason, Whole } from './fields.ts';
import { GATE, GATE_FORWARD } from './gate-refusals.ts';

/** Percent of the visitors. */
const Percent = z.number().check(z.nonnegative(), z.maximum(100), z.multipleOf(0.01));

/** How a share grows by itself. */
export const RolloutSteps = z.object({
  /** Percentages to come, each larger than the one before; 100 at the end makes the build everybody's. */
  steps: z.array(Percent).check(z.minLength(1), z.maxLength(20)),
  everyMinutes: z.int().check(z.minimum(1), z.maximum(10_080)),
});
export type RolloutSteps = z.output<typeof RolloutSteps>;

/** A build that a share of the visitors has. */
export const Rollout = z.object({
  buildId: z.string(),
  version: z.string(),
  percent: z.number(),
  /** Who has it whatever the share is; `null` for nobody. */
  cohorts: z.nullable(Cohorts),
  state: z.enum(['running', 'paused']),
  /** What is still to come; `null` where a person decides each time. */
  next: z.nullable(RolloutSteps),
  /** When the share grows next; `null` while it does not by itself. */
  nextAt: z.nullable(At),
  actor: z.string(),
  startedAt: At,
  reason: z.nullable(z.string()),
});
export type Rollout = z.output<typeof Rollout>;

const REFUSED = ['TOKEN_UNKNOWN', 'NOT_ALLOWED', 'REQUEST_INVALID', 'CHANNEL_UNKNOWN', 'CHANGED_MEANWHILE'] as const;
const SERVED = [
  'FILES_LOST',
  'STORE_AWAY',
  'OWNER_CHANGED',
  'REASON_MISSING',
  'CONFIRMATION_NEEDED',
  ...GATE,
  ...GATE_FORWARD,
  'FROZEN',
] as const;
const post = { method: 'POST', access: 'developer' } as const;

export const rolloutEndpoints = {
  rollOut: /* @__PURE__ */ releaseEndpoint({
    ...post,
    path: '/api/rollout',
    summary:
      'Serves a build to a share of the visitors and to cohorts, or changes either. `steps`: it grows by itself. It is checked like a promotion.',
    body: z.object({
      channel: Channel,
      remote: BuildName,
      build: BuildText,
      /** Absent: share and steps stay as they are; 0 for a build that begins. */
      percent: z.optional(Percent),
      next: z.optional(RolloutSteps),
      /** Absent: as they are. `{}`: none. */
      cohorts: z.optional(Cohorts),
      evenIfBad: z.optional(z.boolean()),
      reason: Reason,
      override: z.optional(z.boolean()),
      seen: Whole,
    }),
    answer: Released,
    errors: [
      ...REFUSED,
      'REMOTE_UNKNOWN',
      'BUILD_UNKNOWN',
      'ALREADY_CURRENT',
      'MARKED_BAD',
      'ROLLOUT_INVALID',
      'ROLLOUT_LIMIT',
      'ROLLING_OUT',
      ...SERVED,
    ],
  }),
  changeRollout: /* @__PURE__ */ releaseEndpoint({
    ...post,
    path: '/api/rollout/change',
    summary:
      '`pause`: the share stays as it is. `resume`: steps go on. `finish`: the build is promoted. `abort`: everybody has the build of before, open tabs too; needs a reason.',
    body: z.object({
      channel: Channel,
      remote: BuildName,
      act: z.enum(['pause', 'resume', 'finish', 'abort']),
      urgent: z.optional(z.boolean()),
      reason: z.optional(GivenReason),
      override: z.optional(z.boolean()),
      seen: Whole,
    }),
    answer: Released,
    errors: [...REFUSED, 'ALREADY_CURRENT', 'ROLLOUT_UNKNOWN', ...SERVED],
  }),
} as const;
