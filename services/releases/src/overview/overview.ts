import type {
  BuildFigures,
  Overview,
  OverviewChannel,
  OverviewRemote,
  ServedBuild,
  ServedBy,
} from '@redress/contracts/release-api';
import { channelSettings } from '../channels/channel-settings.ts';
import { freezeOf, readFreezes } from '../channels/channel-reads.ts';
import { DEFAULT_LIMITS } from '../health/limits.ts';
import type { Actor } from '../http/actor.ts';
import { readLastReport } from '../health/health-reads.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import { readFailing } from '../notices/failing.ts';
import { readUndelivered } from '../notices/notices.ts';
import { listPlansToCome } from '../plans/plans.ts';
import type { ReleaseCore } from '../release-core.ts';
import { readFigures, type FiguresOf } from './figures.ts';
import { linesOf } from './lines.ts';
import { createWatch, within } from './watch.ts';

/** The whole chain is read for it. */
const LEDGER_EVERY_MS = 5 * 60_000;
const LEDGER_LIMIT_MS = 2_000;
/** A chain of 100,000 entries takes a second: the first page is not held up by it again and again. */
const LEDGER_LATER_LIMIT_MS = 50;
const STORE_EVERY_MS = 10_000;
const STORE_LIMIT_MS = 3_000;

/** Failing first; what is off or unknown before what is well. */
const RANK: Record<BuildFigures['verdict'], number> = { failing: 0, 'some-fail': 1, slow: 2, unknown: 3, well: 3 };

type Program = { served: (channel: string) => Promise<ServedBy> };

interface Context {
  core: ReleaseCore;
  program: Program;
  ledger: ReturnType<typeof createWatch>;
  store: ReturnType<typeof createWatch>;
  /** As far as this program has seen: since when a site has not answered. */
  silent: Map<string, Date>;
}

async function startsOf({ db }: ReleaseCore, channel: string, serving: readonly ServedBuild[]) {
  const numbers = [...new Set(serving.map(({ sinceNumber }) => sinceNumber))];
  if (numbers.length === 0) return new Map<number, { actor: string; reason: string | null }>();
  const rows = await db
    .selectFrom('releases.snapshot')
    .select(['number', 'actor', 'reason'])
    .where('channel', '=', channel)
    .where('number', 'in', numbers)
    .execute();
  return new Map(rows.map(({ number, actor, reason }) => [number, { actor, reason }]));
}

async function readChannel(
  { core, program }: Context,
  channel: string,
  figuresIn: Awaited<ReturnType<typeof readFigures>>,
  actor: Actor,
) {
  const { db, channels, now } = core;
  const [status, serving, settings, freezes, plans, served] = await Promise.all([
    channels.status(channel),
    channels.serving(channel),
    channelSettings(db, channel),
    readFreezes(db, channel, now()),
    listPlansToCome(core, channel, actor),
    program.served(channel),
  ]);
  const starts = await startsOf(core, channel, serving);
  const figures: FiguresOf = figuresIn(channel, settings.limits);
  const readRemote = async (remote: (typeof status.remotes)[number]): Promise<OverviewRemote> => {
    const start = serving.find((each) => each.remote === remote.name && each.buildId === remote.buildId);
    const by = start && starts.get(start.sinceNumber);
    return {
      ...remote,
      since: start && by ? { number: start.sinceNumber, at: start.sinceAt, kind: start.sinceKind, ...by } : null,
      figures: await figures(remote.name, remote.buildId),
      rolloutFigures: remote.rollout ? await figures(remote.name, remote.rollout.buildId) : null,
    };
  };
  const remotes = await Promise.all(status.remotes.map(readRemote));
  const rank = ({ figures: own, rolloutFigures, off }: OverviewRemote) =>
    Math.min(RANK[own.verdict], RANK[rolloutFigures?.verdict ?? 'well'], off ? RANK.slow : RANK.well);
  return {
    ...status,
    remotes: remotes.toSorted((one, other) => rank(one) - rank(other)),
    freeze: freezeOf(freezes, now()),
    plans,
    served,
  } satisfies OverviewChannel;
}

function noteSilent({ silent, core }: Context, read: readonly OverviewChannel[]): void {
  const sites = read.flatMap(({ served }) => served.sites);
  for (const { url, number } of sites) {
    if (number !== null) silent.delete(url);
    else if (!silent.has(url)) silent.set(url, core.now());
  }
}

async function readOverview(context: Context, names: readonly string[], actor: Actor): Promise<Overview> {
  const { core, ledger, store, silent } = context;
  const { db } = core;
  const at = core.now();
  const figuresIn = await readFigures(db, at, DEFAULT_LIMITS);
  const told = await Promise.all(
    names.map(async (channel) => (await readFailing(db, channel)).open.map((each) => ({ channel, ...each }))),
  );
  const [lastReportAt, undelivered, seenLedger, seenStore, ...read] = await Promise.all([
    readLastReport(db),
    readUndelivered(core),
    ledger(),
    store(),
    ...names.map((name) => readChannel(context, name, figuresIn, actor)),
  ]);
  noteSilent(context, read);
  return {
    at: at.toISOString(),
    lines: linesOf({
      channels: read,
      ledger: seenLedger,
      store: seenStore,
      silent,
      undelivered,
      told: told.flat(),
      lastReportAt,
      now: at,
    }),
    channels: read,
  };
}

/** Reads the first page of the console: everything it shows, in one answer. */
export function createOverview(core: ReleaseCore, program: Program) {
  const { now } = core;
  const ledger = createWatch(
    async () => {
      const { ok, fault } = await checkLedger(core);
      return ok ? null : `entry ${fault?.seq ?? 0}: ${fault?.what ?? ''}`;
    },
    { everyMs: LEDGER_EVERY_MS, limitMs: LEDGER_LIMIT_MS, laterLimitMs: LEDGER_LATER_LIMIT_MS, now },
  );
  const store = createWatch(
    async () => {
      const isThere = core.blobs.check().then(
        () => true,
        () => false,
      );
      return (await within(STORE_LIMIT_MS, isThere)) === true ? null : 'no answer';
    },
    { everyMs: STORE_EVERY_MS, limitMs: STORE_LIMIT_MS * 2, now },
  );
  const context: Context = { core, program, ledger, store, silent: new Map() };
  return (names: readonly string[], actor: Actor) => readOverview(context, names, actor);
}
