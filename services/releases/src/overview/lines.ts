import {
  LINE_KINDS,
  type BuildFigures,
  type OverviewChannel,
  type OverviewLine,
  type OverviewRemote,
} from '@redress/contracts/release-api';
import type { OpenFailing } from '../notices/failing.ts';
import type { Seen } from './watch.ts';

/** Without a report for so long it is not known how the builds fare. */
const QUIET_MS = 20 * 60_000;
/** A snapshot is renewed long before; from here on nobody has done it. */
const EXPIRES_SOON_MS = 3 * 86_400_000;
/** A site takes a new snapshot into service within seconds. */
const FOLLOWS_WITHIN_MS = 15_000;

/** The worst come first, and of them all up to this one are. */
const DANGER = LINE_KINDS.slice(0, LINE_KINDS.indexOf('site-behind') + 1);

const line = (kind: OverviewLine['kind'], of: Partial<OverviewLine> = {}): OverviewLine => ({
  channel: null,
  remote: null,
  buildId: null,
  isRollout: false,
  since: null,
  sessions: null,
  held: null,
  about: null,
  ...of,
  kind,
  tone: DANGER.includes(kind) ? 'danger' : 'warning',
});

const sharesBad = ({ sessions }: OverviewLine) => (sessions && sessions.all > 0 ? sessions.bad / sessions.all : 0);

/** What somebody should know, the worst first. Empty: all is well. */
export function linesOf({
  channels,
  ledger,
  store,
  silent,
  undelivered,
  told,
  lastReportAt,
  now,
}: {
  channels: readonly OverviewChannel[];
  ledger: Seen;
  store: Seen;
  /** By address of a site that does not answer: since when. */
  silent: ReadonlyMap<string, Date>;
  /** Mails and webhooks that have reached nobody. */
  undelivered: { count: number; since: Date | null };
  /** Builds that fail and that the health gate left where they are. */
  told: readonly (OpenFailing & { channel: string })[];
  lastReportAt: Date | null;
  now: Date;
}): OverviewLine[] {
  const seen = ({ since }: Seen) => ({ since: since?.toISOString() ?? null });
  const all = [
    ...(ledger.fault === null ? [] : [line('ledger-broken', { ...seen(ledger), about: ledger.fault })]),
    // What a store answers names addresses and folders: it is for the log.
    ...(store.fault === null ? [] : [line('store-away', seen(store))]),
    ...[...silent].map(([url, since]) => line('site-silent', { about: url, since: since.toISOString() })),
    ...(undelivered.count > 0
      ? [line('not-told', { about: String(undelivered.count), since: undelivered.since?.toISOString() ?? null })]
      : []),
    ...channels.flatMap((channel) => linesOfChannel(channel, told, now)),
  ];
  const isServing = channels.some(({ number }) => number > 0);
  if (isServing && now.getTime() - (lastReportAt?.getTime() ?? 0) > QUIET_MS)
    all.push(line('no-reports', { since: lastReportAt?.toISOString() ?? null }));
  return all.toSorted(
    (one, other) => LINE_KINDS.indexOf(one.kind) - LINE_KINDS.indexOf(other.kind) || sharesBad(other) - sharesBad(one),
  );
}

type Told = readonly (OpenFailing & { channel: string })[];

const buildsOf = ({ buildId, figures, rollout, rolloutFigures }: OverviewRemote) => [
  { buildId, figures, isRollout: false },
  ...(rollout && rolloutFigures ? [{ buildId: rollout.buildId, figures: rolloutFigures, isRollout: true }] : []),
];

function linesOfChannel(state: OverviewChannel, told: Told, now: Date): OverviewLine[] {
  const { channel, number, createdAt, expiresAt, remotes, served } = state;
  const left = expiresAt === null ? Infinity : new Date(expiresAt).getTime() - now.getTime();
  const isSettled = createdAt !== null && now.getTime() - new Date(createdAt).getTime() > FOLLOWS_WITHIN_MS;
  const behind = served.sites.filter((site) => site.number !== null && site.number < number);
  const ofRemotes = remotes.flatMap((remote) => [
    ...buildsOf(remote).flatMap((build) => linesOfBuild(remote, told, { channel, ...build })),
    ...(remote.off
      ? [line('off', { channel, remote: remote.name, since: remote.off.at, about: remote.off.reason })]
      : []),
  ]);
  return [
    ...(left <= 0
      ? [line('expired', { channel, since: expiresAt })]
      : left <= EXPIRES_SOON_MS
        ? [line('expires-soon', { channel, since: expiresAt })]
        : []),
    ...(isSettled ? behind.map(({ url }) => line('site-behind', { channel, about: url, since: createdAt })) : []),
    ...ofRemotes,
  ];
}

function linesOfBuild(
  { name: remote }: OverviewRemote,
  told: Told,
  {
    figures: { verdict, since, failing, all, slow, measured },
    ...build
  }: { channel: string; buildId: string; isRollout: boolean; figures: BuildFigures },
): OverviewLine[] {
  const { channel, buildId } = build;
  const open = told.find((each) => each.channel === channel && each.remote === remote && each.buildId === buildId);
  // People were told of one that fails for fewer than it is taken back for.
  const kind = open && (verdict === 'well' || verdict === 'slow') && failing > 0 ? 'failing' : verdict;
  if (kind === 'well' || kind === 'unknown') return [];
  const sessions = kind === 'slow' ? { bad: slow, all: measured } : { bad: failing, all };
  const held = open?.facts.held && kind !== 'slow' ? { why: open.facts.held, at: open.toldAt.toISOString() } : null;
  return [line(kind, { ...build, remote, since, sessions, held })];
}
