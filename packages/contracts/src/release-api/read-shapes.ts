import * as z from 'zod/mini';
import { ROLES } from './endpoint.ts';
import { At, BuildAbout, BuildName, GivenReason } from './fields.ts';
import { Rollout } from './rollouts.ts';

const Marked = z.object({ reason: z.string(), actor: z.string(), at: At });

/** One error of a build in the browsers of its visitors. */
export const BrowserError = z.object({
  remote: z.string(),
  buildId: z.string(),
  /** Kind of the report: `render-error`, `load-failed`. */
  kind: z.string(),
  /** The message, without anything of a person. */
  message: z.string(),
  cause: z.nullable(z.string()),
  /** Innermost first; in the sources where the build has source maps: `src/list.tsx:12:5`. */
  frames: z.array(z.string()),
  /** Sessions that had it, each counted at most once in two seconds. */
  sessions: z.int(),
  events: z.int(),
  firstAt: At,
  lastAt: At,
});
export type BrowserError = z.output<typeof BrowserError>;

export const RemoteStatus = z.object({
  name: BuildName,
  buildId: z.string(),
  version: z.string(),
  owner: z.string(),
  lastGood: z.nullable(z.string()),
  /** `null` for a build of before it was kept. */
  about: z.nullable(BuildAbout),
  /** Set while the remote is rolled back. */
  heldFrom: z.nullable(z.object({ buildId: z.string(), ...Marked.shape })),
  off: z.nullable(Marked),
  /** A build that a share of the visitors has in place of this one. */
  rollout: z.nullable(Rollout),
  /** Latest errors of this build in browsers, of the last day; at most three. */
  errors: z.optional(z.array(BrowserError)),
});
export type RemoteStatus = z.output<typeof RemoteStatus>;

export const ChannelStatus = z.object({
  channel: z.string(),
  /** 0 before the first snapshot. */
  number: z.int(),
  createdAt: z.nullable(At),
  expiresAt: z.nullable(At),
  /** The shell first. */
  remotes: z.array(RemoteStatus),
});
export type ChannelStatus = z.output<typeof ChannelStatus>;

export const HistoryRow = z.object({
  number: z.int(),
  kind: z.string(),
  actor: z.string(),
  reason: z.nullable(z.string()),
  createdAt: At,
  /** What differs from the snapshot before. */
  changes: z.array(z.object({ name: z.string(), from: z.nullable(z.string()), to: z.nullable(z.string()) })),
  /** Remotes that the snapshot switched off or on. */
  switched: z.array(z.object({ name: z.string(), off: z.boolean() })),
  /** The build that the snapshot began to roll out, or of which it changed the share; from the ledger. */
  rolledOut: z.optional(z.object({ name: z.string(), to: z.string(), percent: z.number() })),
});
export type HistoryRow = z.output<typeof HistoryRow>;

export const BuildSummary = z.object({
  name: z.string(),
  buildId: z.string(),
  version: z.string(),
  owner: z.string(),
  publishedAt: At,
  publishedBy: z.string(),
  about: z.nullable(BuildAbout),
});
export type BuildSummary = z.output<typeof BuildSummary>;

export const SnapshotKind = z.enum([
  'promote',
  'rollback',
  'switch-off',
  'switch-on',
  'renew',
  'break-glass',
  'restored',
  'retire',
  'rollout',
]);
export type SnapshotKind = z.output<typeof SnapshotKind>;

/** A build that serves a remote on a channel, or did. */
export const ServedBuild = z.object({
  remote: z.string(),
  buildId: z.string(),
  firstNumber: z.int(),
  firstAt: At,
  /** When it last began to serve, and by what. */
  sinceNumber: z.int(),
  sinceAt: At,
  sinceKind: SnapshotKind,
  /** Last snapshot with it; `null` while it serves. */
  lastNumber: z.nullable(z.int()),
  lastAt: z.nullable(At),
  /** Everybody has or had it: a way back. Otherwise it was for a share of the visitors alone. */
  servedEverybody: z.boolean(),
  bad: z.nullable(Marked),
});
export type ServedBuild = z.output<typeof ServedBuild>;
/** A served build with what is known of it since it was published. */
export const ServedBuildFacts = z.object({ ...ServedBuild.shape, facts: z.nullable(BuildSummary) });
export type ServedBuildFacts = z.output<typeof ServedBuildFacts>;

const Changes = z.object({ added: z.array(z.string()), removed: z.array(z.string()) });
export type Changes = z.output<typeof Changes>;
const Identity = z.nullable(z.object({ version: z.string(), buildId: z.string() }));

/** What changes for visitors when one build takes the place of another. */
export const BuildDiff = z.object({
  name: z.string(),
  from: Identity,
  to: Identity,
  files: z.object({ added: z.int(), removed: z.int(), kept: z.int() }),
  /** Bytes on the wire of all files, and of those a returning visitor fetches again. */
  wireBytes: z.object({ from: z.number(), to: z.number(), fetchedAgain: z.number() }),
  exposes: Changes,
  slots: Changes,
  routes: Changes,
  shared: Changes,
  /** Names it imports of shared packages and, of the shell, those it offers: `react useState`. */
  uses: Changes,
  offers: Changes,
  /** Shapes of drafts that it writes and can read: `claim 3`. */
  writes: Changes,
  reads: Changes,
  /** Names and slots that both builds have, with other types: `@redress/ui Button (title)`. */
  types: z.array(z.string()),
  contracts: z.object({ from: z.nullable(z.string()), to: z.nullable(z.string()) }),
});
export type BuildDiff = z.output<typeof BuildDiff>;

/** One thing that happened to the releases: who, what, why, when. */
export const LedgerEntry = z.object({
  seq: z.int(),
  at: At,
  /** Name of the token or of the process; `@ann` for a person who signed in. */
  actor: z.string(),
  /** Whose token or session it was; absent for the key folder, and in entries of before it was kept. */
  person: z.optional(z.string()),
  role: z.string(),
  action: z.string(),
  /** What it happened to: `mf-wizard`, `production`. */
  subject: z.string(),
  detail: z.record(z.string(), z.unknown()),
  reason: z.nullable(z.string()),
  /** Hash of the entry before; 64 zeros for the first. */
  previous: z.string(),
});
export type LedgerEntry = z.output<typeof LedgerEntry>;
export const LedgerRow = z.object({ ...LedgerEntry.shape, hash: z.string() });
export type LedgerRow = z.output<typeof LedgerRow>;

export const LedgerVerdict = z.object({
  ok: z.boolean(),
  entries: z.int(),
  head: z.string(),
  /** First entry that does not follow, and how. */
  fault: z.nullable(z.object({ seq: z.int(), what: z.string() })),
});
export type LedgerVerdict = z.output<typeof LedgerVerdict>;

/** What new loads get: from this program, and from each site that runs by itself. */
export const ServedBy = z.object({
  /** The channel that this program serves. */
  channel: z.string(),
  /** `null` for a channel it does not serve. */
  number: z.nullable(z.int()),
  /** When new loads began to get this number; `null` where that is not known. */
  since: z.optional(z.nullable(At)),
  /** `number`: `null` where it does not answer. */
  sites: z.array(z.object({ url: z.string(), number: z.nullable(z.int()), since: z.optional(z.nullable(At)) })),
});
export type ServedBy = z.output<typeof ServedBy>;

/** How far a snapshot has come, from reports that tabs send anyway. */
export const Followed = z.object({
  number: z.int(),
  served: ServedBy,
  /**
   * Of each remote that has another build since: sessions that reported the build before in the half hour until then, and
   * those of them that have reported the new one since. A tab that is closed, asleep or elsewhere on the site reports nothing.
   */
  sessions: z.array(
    z.object({
      remote: z.string(),
      from: z.string(),
      to: z.string(),
      ran: z.int(),
      followed: z.int(),
    }),
  ),
});
export type Followed = z.output<typeof Followed>;

export const Freeze = z.object({ id: z.int(), from: At, until: At, reason: GivenReason, actor: z.string() });
export type Freeze = z.output<typeof Freeze>;

/** Who asks, by the token or the session they hold. */
export const Person = z.object({
  /** Name of the token or of the process, `release-manager`, `start`; `@ann` for somebody who signed in. */
  name: z.string(),
  role: z.enum([...ROLES, 'system']),
  team: z.nullable(z.string()),
  /** Whose token or session it is; without one for a token of the key folder. */
  person: z.optional(z.string()),
});
export type Person = z.output<typeof Person>;
