import * as z from 'zod/mini';
import { releaseEndpoint } from './endpoint.ts';
import { At, BuildName, BuildText, Channel, GivenReason, RowId, Whole } from './fields.ts';
import { GATE, GATE_FORWARD } from './gate-refusals.ts';

/** An address at which builds, or a snapshot of before, are seen on the site by whoever has it. */
export const Preview = z.object({
  id: z.int(),
  channel: z.string(),
  /** `mf-letters 1.1.0-0123456789ab`, `snapshot 41`; with what was rolled back: `… (marked bad)`. */
  what: z.string(),
  /** Team of the developer who made it. */
  team: z.nullable(z.string()),
  /** It shows the newest build of this pull request of the team; `null` for one that stays as it is. */
  pullRequest: z.nullable(z.int()),
  actor: z.string(),
  reason: z.nullable(z.string()),
  createdAt: At,
  /** When it was last given other builds. */
  updatedAt: At,
  expiresAt: At,
  /** An override: the first browser that opens it takes it for itself. */
  once: z.boolean(),
  /** When a browser has taken it. */
  openedAt: z.nullable(At),
  /** It opens nothing until another person has confirmed it. */
  waits: z.boolean(),
  confirmedBy: z.nullable(z.string()),
});
export type Preview = z.output<typeof Preview>;

/** `path`: with its secret. */
const Opened = z.object({ ...Preview.shape, path: z.string() });
const PullRequest = z.int().check(z.minimum(1), z.maximum(2 ** 31 - 1));
const Builds = z.array(z.object({ name: BuildName, build: BuildText })).check(z.minLength(1), z.maxLength(50));
const SHOW = [
  'BUILD_UNKNOWN',
  'REMOTE_UNKNOWN',
  'PREVIEW_LIMIT',
  'FILES_LOST',
  'STORE_AWAY',
  'OWNER_CHANGED',
  ...GATE,
  ...GATE_FORWARD,
] as const;
const REFUSED = ['TOKEN_UNKNOWN', 'NOT_ALLOWED', 'REQUEST_INVALID', 'CHANNEL_UNKNOWN'] as const;
const post = { method: 'POST', access: 'developer' } as const;

export const previewEndpoints = {
  previews: /* @__PURE__ */ releaseEndpoint({
    method: 'GET',
    path: '/api/previews',
    access: 'reader',
    summary:
      'Previews that can be opened now, the next to end first. Their addresses are shown only when they are made.',
    query: z.object({ channel: Channel }),
    answer: z.array(Preview),
    errors: ['TOKEN_UNKNOWN', 'REQUEST_INVALID', 'CHANNEL_UNKNOWN'],
  }),
  addPreview: /* @__PURE__ */ releaseEndpoint({
    ...post,
    path: '/api/previews',
    summary:
      'Makes an address of builds as the channel would serve them, or of a snapshot of before. The gate is asked; a freeze is not.',
    body: z.object({
      channel: Channel,
      builds: z.optional(Builds),
      snapshot: Whole,
      once: z._default(z.boolean(), false),
      hours: z._default(z.int().check(z.minimum(1), z.maximum(168)), 24),
      reason: z.optional(GivenReason),
    }),
    /** The secret is shown only this once. */
    answer: Opened,
    errors: [...REFUSED, ...SHOW],
  }),
  previewPullRequest: /* @__PURE__ */ releaseEndpoint({
    ...post,
    path: '/api/previews/pull-request',
    summary:
      'Shows these builds at the address of a pull request of the team that asks: made with the first call, the same with each one after it.',
    body: z.object({
      channel: Channel,
      pullRequest: PullRequest,
      builds: Builds,
      hours: z._default(z.int().check(z.minimum(1), z.maximum(168)), 168),
      reason: z.optional(GivenReason),
    }),
    answer: z.object({ ...Opened.shape, isNew: z.boolean() }),
    errors: [...REFUSED, ...SHOW, 'KEY_MISSING'],
  }),
  confirmPreview: /* @__PURE__ */ releaseEndpoint({
    ...post,
    path: '/api/previews/confirm',
    summary:
      'Lets a preview be opened that shows a build which was never promoted, where two people promote. For another person than the one who made it; `what`: as that person saw it, since a push may have put other builds there.',
    body: z.object({ channel: Channel, id: RowId, what: z.optional(z.string().check(z.maxLength(4_000))) }),
    answer: Preview,
    errors: [...REFUSED, 'PREVIEW_UNKNOWN', 'CHANGED_MEANWHILE'],
  }),
  endPreview: /* @__PURE__ */ releaseEndpoint({
    ...post,
    path: '/api/previews/end',
    summary:
      'Nobody sees the preview any more, within seconds. `id` or `pullRequest`. For whoever made it, release managers, and the team of a pull request, whose preview may have ended by its time.',
    body: z.object({
      channel: Channel,
      id: z.optional(RowId),
      pullRequest: z.optional(PullRequest),
      reason: GivenReason,
    }),
    answer: z.object({ wasThere: z.boolean() }),
    errors: [...REFUSED, 'PREVIEW_UNKNOWN'],
  }),
} as const;
