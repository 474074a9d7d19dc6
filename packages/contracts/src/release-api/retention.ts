import * as z from 'zod/mini';
import { releaseEndpoint } from './endpoint.ts';
import { At, BuildName, BuildText, GivenReason } from './fields.ts';

export const CollectableBuild = z.object({
  name: z.string(),
  buildId: z.string(),
  version: z.string(),
  publishedAt: At,
});
export type CollectableBuild = z.output<typeof CollectableBuild>;

/** What a run of retention takes away, or would. */
export const RetentionReport = z.object({
  /** The longest published first; at most 500 in one run. */
  builds: z.array(CollectableBuild),
  /** Uploaded more than a day ago, and in no published build. */
  uploads: z.object({ count: z.int(), bytes: z.number() }),
  pinned: z.array(z.object({ name: z.string(), buildId: z.string(), reason: z.string(), actor: z.string(), at: At })),
});
export type RetentionReport = z.output<typeof RetentionReport>;

const MANAGE = ['TOKEN_UNKNOWN', 'NOT_ALLOWED', 'REQUEST_INVALID'] as const;
const Pinned = z.object({ name: BuildName, build: BuildText, reason: GivenReason });

export const retentionEndpoints = {
  retention: /* @__PURE__ */ releaseEndpoint({
    method: 'GET',
    path: '/api/retention',
    access: 'reader',
    summary: 'What the next run of retention would take away. Nothing is changed.',
    answer: RetentionReport,
    errors: ['TOKEN_UNKNOWN'],
  }),
  collect: /* @__PURE__ */ releaseEndpoint({
    method: 'POST',
    path: '/api/retention',
    access: 'release-manager',
    summary:
      'Takes away the files of builds that did not serve for 30 days, are not pinned and are no way back, and uploads of more than a day ago.',
    body: z.object({}),
    answer: RetentionReport,
    errors: MANAGE,
  }),
  pin: /* @__PURE__ */ releaseEndpoint({
    method: 'POST',
    path: '/api/pin',
    access: 'release-manager',
    summary: 'Keeps the files of a build until it is unpinned.',
    body: Pinned,
    answer: z.object({ name: z.string(), buildId: z.string() }),
    errors: [...MANAGE, 'BUILD_UNKNOWN', 'FILES_LOST'],
  }),
  unpin: /* @__PURE__ */ releaseEndpoint({
    method: 'POST',
    path: '/api/unpin',
    access: 'release-manager',
    summary: 'Leaves a build to retention again.',
    body: Pinned,
    answer: z.object({ name: z.string(), buildId: z.string() }),
    errors: [...MANAGE, 'BUILD_UNKNOWN'],
  }),
} as const;
