import * as z from 'zod/mini';
import { releaseEndpoint } from './endpoint.ts';
import { At, BuildName } from './fields.ts';
import { HELD } from './notices.ts';
import { Plan } from './plans.ts';
import { Freeze, RemoteStatus, ServedBy, SnapshotKind } from './read-shapes.ts';

/** What somebody should know, the worst first; of one kind and build there is one line. */
export const LINE_KINDS = [
  'ledger-broken',
  'expired',
  'failing',
  'store-away',
  'site-silent',
  'site-behind',
  'some-fail',
  'slow',
  'off',
  'not-told',
  'expires-soon',
  'no-reports',
] as const;

/** One line of the first page. What it says in words is made of it where it is shown: times have the reader's zone. */
export const OverviewLine = z.object({
  kind: z.enum(LINE_KINDS),
  tone: z.enum(['danger', 'warning']),
  /** `null` where it concerns every channel. */
  channel: z.nullable(z.string()),
  remote: z.nullable(z.string()),
  buildId: z.nullable(z.string()),
  /** A build that only a share of the visitors has. */
  isRollout: z.boolean(),
  /** `null` where nobody knows. */
  since: z.nullable(At),
  /** Sessions since then: those that failed or were slow, of those that ran the build. */
  sessions: z.nullable(z.object({ bad: z.int(), all: z.int() })),
  /** Why and since when the health gate leaves a failing build where it is. */
  held: z.nullable(z.object({ why: z.enum(HELD), at: At })),
  /** Address of a site, number of a ledger entry, reason of a switch, how many mails and webhooks. */
  about: z.nullable(z.string()),
});
export type OverviewLine = z.output<typeof OverviewLine>;

/** How one build fares with its visitors, counted as the health gate counts. */
export const BuildFigures = z.object({
  verdict: z.enum(['failing', 'some-fail', 'slow', 'well', 'unknown']),
  /** Sessions since then count: the beginning of what fails, or a few minutes ago. */
  since: At,
  all: z.int(),
  failing: z.int(),
  measured: z.int(),
  slow: z.int(),
  /** Sessions that loaded it, and failures, in the last hour, five minutes each. */
  lastHour: z.array(z.object({ loaded: z.int(), failed: z.int() })),
});
export type BuildFigures = z.output<typeof BuildFigures>;

export const OverviewRemote = z.object({
  ...RemoteStatus.shape,
  /** Since when this build serves everybody, by whom and why; `null` where that was not kept. */
  since: z.nullable(
    z.object({ number: z.int(), at: At, kind: SnapshotKind, actor: z.string(), reason: z.nullable(z.string()) }),
  ),
  figures: BuildFigures,
  /** Figures of the build that rolls out. */
  rolloutFigures: z.nullable(BuildFigures),
});
export type OverviewRemote = z.output<typeof OverviewRemote>;

export const OverviewChannel = z.object({
  channel: z.string(),
  /** 0 before the first snapshot. */
  number: z.int(),
  createdAt: z.nullable(At),
  expiresAt: z.nullable(At),
  /** Failing first, the shell before others of the same standing. */
  remotes: z.array(OverviewRemote),
  /** The freeze that is in force now. */
  freeze: z.nullable(Freeze),
  /** Promotions to come, the next first. */
  plans: z.array(Plan),
  served: ServedBy,
});
export type OverviewChannel = z.output<typeof OverviewChannel>;

export const Overview = z.object({
  /** The service's clock. */
  at: At,
  /** Empty: all is well, as far as is known. */
  lines: z.array(OverviewLine),
  /** `production` first. */
  channels: z.array(OverviewChannel),
});
export type Overview = z.output<typeof Overview>;

/** Reports of one build, of the last hour or of the time before. */
const HealthPoint = z.object({
  /** When it begins. */
  at: At,
  loaded: z.int(),
  failed: z.int(),
  /** By web vital: its mean, in milliseconds or as a score, and how many measured it. */
  vitals: z.record(z.string(), z.object({ mean: z.number(), count: z.int() })),
});
export const RemoteHistory = z.object({
  until: At,
  /** The one that was reported of last comes first. */
  builds: z.array(z.object({ buildId: z.string(), version: z.nullable(z.string()), points: z.array(HealthPoint) })),
});
export type RemoteHistory = z.output<typeof RemoteHistory>;

const get = { method: 'GET', access: 'reader' } as const;

export const overviewEndpoints = {
  overview: /* @__PURE__ */ releaseEndpoint({
    ...get,
    path: '/api/overview',
    summary: 'What is not well, the worst first, and what every channel serves, since when and how it fares.',
    answer: Overview,
    errors: ['TOKEN_UNKNOWN'],
  }),
  remoteHistory: /* @__PURE__ */ releaseEndpoint({
    ...get,
    path: '/api/remote-history',
    summary: 'Reports of tabs by build of one remote over the last hours.',
    query: z.object({
      remote: BuildName,
      hours: z._default(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(168)), 24),
    }),
    answer: RemoteHistory,
    errors: ['TOKEN_UNKNOWN', 'REQUEST_INVALID'],
  }),
} as const;
