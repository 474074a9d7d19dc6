import * as z from 'zod/mini';
import { At, Channel, Count, GivenReason, RowId } from './fields.ts';
import { releaseEndpoint } from './endpoint.ts';

/** What people are told of without having asked (decision 0225). */
export const NoticeKind = z.enum([
  'rollout-aborted',
  'rolled-back',
  'rollback-blocked',
  'failing',
  'failing-over',
  'rollout-paused',
  'ledger-broken',
  'confirmation-needed',
  'test',
]);
export type NoticeKind = z.output<typeof NoticeKind>;

/** Why a build that fails was not taken back by itself. */
export const HELD = [
  'before',
  'base',
  'elsewhere',
  'shell',
  'networks',
  'share',
  'not-watched',
  'brought-back',
  'gate-off',
] as const;

/** What happened, each where it is known. Texts are one line. */
export const NoticeFacts = z.object({
  buildId: z.optional(z.string()),
  version: z.optional(z.string()),
  /** The build that everybody has now, or should go back to. */
  to: z.optional(z.string()),
  /** Time since which the build has served. */
  since: z.optional(At),
  /** Why: the figures of the health gate, or what refused a step. */
  reason: z.optional(z.string()),
  /** What refused to take it back: code and sentence. */
  code: z.optional(z.string()),
  refusal: z.optional(z.string()),
  held: z.optional(z.enum(HELD)),
  /** Acts that the reader of the notice may take. */
  offered: z.optional(z.enum(['roll-back', 'roll-back-shell', 'abort', 'look'])),
  percent: z.optional(z.number()),
  snapshot: z.optional(z.int()),
  plan: z.optional(z.int()),
  actor: z.optional(z.string()),
  expiresAt: z.optional(At),
});
export type NoticeFacts = z.output<typeof NoticeFacts>;

const TargetKind = z.enum(['email', 'webhook']);
const Team = z.string().check(z.regex(/^[a-z][a-z0-9-]{1,60}$/));

/** Who is told. */
export const NoticeTarget = z.object({
  id: z.int(),
  channel: z.string(),
  /** Team of whose remotes alone is told; `null`: of everything. */
  team: z.nullable(z.string()),
  kind: TargetKind,
  address: z.string(),
  actor: z.string(),
  createdAt: At,
  /** End of the time in which requests of a webhook are signed with the secret of before as well. */
  formerSecretUntil: z.nullable(At),
});
export type NoticeTarget = z.output<typeof NoticeTarget>;

/** One notice on its way to one of those who are told. */
export const NoticeSending = z.object({
  /** `Message-ID` and `webhook-id` are made of it: the same with every try. */
  id: z.string(),
  /** `null`: no longer told. */
  target: z.nullable(z.int()),
  kind: TargetKind,
  /** The part after the @, or the host: the whole address is in the list of those who are told. */
  place: z.string(),
  state: z.enum(['waiting', 'sent', 'dead', 'ended']),
  attempts: z.int(),
  /** Next try of one that waits. */
  nextAt: z.nullable(At),
  /** Why the last try failed: `HTTP 503`, `ECONNREFUSED`, `TIMEOUT`, `ADDRESS_PRIVATE`. */
  error: z.nullable(z.string()),
  sentAt: z.nullable(At),
});
export type NoticeSending = z.output<typeof NoticeSending>;

export const Notice = z.object({
  id: z.int(),
  channel: z.string(),
  kind: NoticeKind,
  remote: z.nullable(z.string()),
  facts: NoticeFacts,
  /** One line for people. */
  summary: z.string(),
  createdAt: At,
  /** Empty when there was nobody to tell. */
  sendings: z.array(NoticeSending),
});
export type Notice = z.output<typeof Notice>;

/** Body of a webhook, in the form of Standard Webhooks. */
export const WebhookBody = z.object({
  type: z.templateLiteral(['release.', NoticeKind]),
  timestamp: At,
  data: z.object({
    notice: z.int(),
    channel: z.string(),
    remote: z.nullable(z.string()),
    summary: z.string(),
    /** Page of the release console. */
    console: z.string(),
    ...NoticeFacts.shape,
  }),
});
export type WebhookBody = z.output<typeof WebhookBody>;

const READ = ['TOKEN_UNKNOWN', 'REQUEST_INVALID', 'CHANNEL_UNKNOWN'] as const;
const CHANGE = [...READ, 'NOT_ALLOWED'] as const;
const manager = { method: 'POST', access: 'release-manager' } as const;
/** `secret`: of a webhook, shown only this once. */
const Issued = z.object({ ...NoticeTarget.shape, secret: z.nullable(z.string()) });

export const noticeEndpoints = {
  notices: /* @__PURE__ */ releaseEndpoint({
    method: 'GET',
    path: '/api/notices',
    access: 'reader',
    summary: 'What people were told without having asked, newest first, and what became of each mail and webhook.',
    query: z.object({ channel: Channel, limit: Count }),
    answer: z.array(Notice),
    errors: READ,
  }),
  noticeTargets: /* @__PURE__ */ releaseEndpoint({
    method: 'GET',
    path: '/api/notices/targets',
    access: 'release-manager',
    summary: 'Who is told.',
    query: z.object({ channel: Channel }),
    answer: z.array(NoticeTarget),
    errors: CHANGE,
  }),
  addNoticeTarget: /* @__PURE__ */ releaseEndpoint({
    ...manager,
    path: '/api/notices/targets',
    summary:
      'Tells a mail address or a webhook from now on, of one team or of everything. A webhook gets a secret, shown only this once.',
    body: z.object({
      channel: Channel,
      reason: GivenReason,
      team: z._default(z.nullable(Team), null),
      email: z.optional(z.email().check(z.maxLength(254))),
      webhook: z.optional(z.url({ protocol: /^https?$/ }).check(z.maxLength(1_000))),
    }),
    answer: Issued,
    errors: [...CHANGE, 'NOTICE_TARGET_INVALID', 'NOTICE_TARGET_LIMIT'],
  }),
  rotateNoticeTarget: /* @__PURE__ */ releaseEndpoint({
    ...manager,
    path: '/api/notices/targets/rotate',
    summary: 'Gives a webhook another secret. For so many hours requests are signed with both.',
    body: z.object({
      channel: Channel,
      id: RowId,
      reason: GivenReason,
      hours: z._default(z.int().check(z.minimum(0), z.maximum(168)), 24),
    }),
    answer: Issued,
    errors: [...CHANGE, 'NOTICE_TARGET_UNKNOWN'],
  }),
  endNoticeTarget: /* @__PURE__ */ releaseEndpoint({
    ...manager,
    path: '/api/notices/targets/end',
    summary: 'Tells an address no longer; what waits for it is not sent.',
    body: z.object({ channel: Channel, id: RowId, reason: GivenReason }),
    answer: z.object({}),
    errors: [...CHANGE, 'NOTICE_TARGET_UNKNOWN'],
  }),
  testNotice: /* @__PURE__ */ releaseEndpoint({
    ...manager,
    path: '/api/notices/test',
    summary: 'Tells everybody who is told on the channel that this is a test.',
    body: z.object({ channel: Channel, reason: GivenReason }),
    answer: Notice,
    errors: CHANGE,
  }),
  retryNotice: /* @__PURE__ */ releaseEndpoint({
    ...manager,
    path: '/api/notices/retry',
    summary: 'Tries what could not be delivered of a notice again, now.',
    body: z.object({ channel: Channel, id: RowId, reason: GivenReason }),
    answer: Notice,
    errors: [...CHANGE, 'NOTICE_UNKNOWN'],
  }),
} as const;
