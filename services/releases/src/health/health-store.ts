import { isPassingFailure } from '@redress/database';
import { sql } from 'kysely';
import { bound } from '@redress/server/bound';
import type { CoreParts } from '../core-parts.ts';
import type { ReleaseMetrics } from '../release-metrics.ts';
import type { Db, RowOf } from '../store/schema.ts';
import type { HealthCount } from './beacons.ts';
import { FAILURES } from './failures.ts';
import { readCounted, readReporters } from './health-reads.ts';

/** From here on a web vital is poor (web.dev): milliseconds, and the score of layout shifts. */
const POOR: Readonly<Record<string, number>> = { 'vital:LCP': 4_000, 'vital:INP': 500, 'vital:CLS': 0.25 };

type Pending = RowOf<'health'>;
type Reporter = RowOf<'health_voice'>;

const MAX_PENDING = 5_000;
const MAX_REPORTERS = 20_000;
export const REPORTERS_KEPT_MS = 24 * 60 * 60_000;
const KEPT_MINUTES = 7 * 24 * 60;

interface Context extends Pick<CoreParts, 'db' | 'now'> {
  /** Of the snapshots that the reports are of. */
  channel: string;
  /** Reports name any build they like; only those of builds being served count. */
  isServed: (remote: string, buildId: string) => boolean;
  observe: ReleaseMetrics['reported'];
  pending: Map<string, Pending>;
  reporters: Map<string, Reporter>;
  seen: Set<string>;
  seenMinute: number;
}

function noteReporter({ channel, reporters, now }: Context, report: HealthCount): void {
  const { remote, buildId, kind, session, group, value } = report;
  const isFailure = FAILURES.has(kind);
  const poor = POOR[kind];
  if (!isFailure && kind !== 'loaded' && poor === undefined) return;
  const key = `${remote} ${buildId} ${session}`;
  const known = reporters.get(key);
  if (!known && reporters.size >= MAX_REPORTERS) return;
  const at = now();
  reporters.set(key, {
    channel,
    remote,
    build_id: buildId,
    voice: session,
    address_group: group,
    last_at: at,
    failed_at: isFailure ? at : (known?.failed_at ?? null),
    vital_at: poor === undefined ? (known?.vital_at ?? null) : at,
    slow_at: poor !== undefined && value > poor ? at : (known?.slow_at ?? null),
  });
}

/** What could not be written waits for the next time, within the same limits. */
function putBack({ pending, reporters }: Context, taken: Pick<Context, 'pending' | 'reporters'>): void {
  for (const [key, row] of taken.pending) {
    const later = pending.get(key);
    if (later) {
      later.sessions += row.sessions;
      later.events += row.events;
      later.total += row.total;
    } else if (pending.size < MAX_PENDING) pending.set(key, row);
  }
  for (const [key, row] of taken.reporters) {
    const { failed_at, vital_at, slow_at } = row;
    const later = reporters.get(key);
    if (later) {
      later.failed_at ??= failed_at;
      later.vital_at ??= vital_at;
      later.slow_at ??= slow_at;
    } else if (reporters.size < MAX_REPORTERS) reporters.set(key, row);
  }
}

const count = (context: Context, counts: readonly HealthCount[]): void => {
  const { pending, isServed, observe, now } = context;
  const minute = Math.floor(now().getTime() / 60_000);
  if (minute !== context.seenMinute) {
    context.seenMinute = minute;
    context.seen = new Set();
  }
  for (const report of counts) {
    const { remote, buildId, kind, session, value } = report;
    const key = `${remote} ${buildId} ${kind} ${minute}`;
    if (!isServed(remote, buildId)) continue;
    observe({ remote, buildId, kind, isPoor: value > (POOR[kind] ?? Infinity) });
    if (!pending.has(key) && pending.size >= MAX_PENDING) continue;
    noteReporter(context, report);
    const at = new Date(minute * 60_000);
    const row = pending.get(key) ?? { remote, build_id: buildId, kind, minute: at, sessions: 0, events: 0, total: 0 };
    const reporter = `${key} ${session}`;
    if (!context.seen.has(reporter)) row.sessions += 1;
    context.seen.add(reporter);
    row.events += 1;
    row.total += value;
    pending.set(key, row);
  }
};

/** Writes down what was counted since the last time. */
const flush = async (context: Context): Promise<void> => {
  const { db, pending, reporters, now } = context;
  if (pending.size === 0) return;
  const taken = { pending, reporters };
  context.pending = new Map();
  context.reporters = new Map();
  try {
    // Written twice these say the same; counts would not, so they come last.
    await storeReporters(db, [...taken.reporters.values()], new Date(now().getTime() - REPORTERS_KEPT_MS));
    await storeCounts(db, [...taken.pending.values()]);
  } catch (error) {
    if (isPassingFailure(error)) putBack(context, taken);
    throw error;
  }
  await db
    .deleteFrom('releases.health')
    .where('minute', '<', new Date(now().getTime() - KEPT_MINUTES * 60_000))
    .execute();
};

/** Sessions of the channel since then. @see readReporters */
const reporters = async ({ db, channel }: Context, since: Date) =>
  (await readReporters(db, since)).filter((row) => row.channel === channel);
/** Browsers of the channel that ran one build. @see readCounted */
const counted = ({ db, channel }: Context, wanted: Omit<Parameters<typeof readCounted>[1], 'channel'>) =>
  readCounted(db, { channel, ...wanted });

export function createHealthStore({
  observe = () => {},
  ...deps
}: Pick<Context, 'db' | 'channel' | 'now' | 'isServed'> & Partial<Pick<Context, 'observe'>>) {
  const counts = { pending: new Map(), reporters: new Map(), seen: new Set<string>(), seenMinute: 0 };
  return bound({ ...deps, observe, ...counts }, { count, flush, reporters, counted });
}

export type HealthStore = ReturnType<typeof createHealthStore>;

/** PostgreSQL takes 65,535 parameters in one statement. */
const ROWS_AT_ONCE = 1_000;

async function storeCounts(db: Db, rows: readonly Pending[]): Promise<void> {
  await db
    .insertInto('releases.health')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['remote', 'build_id', 'minute', 'kind']).doUpdateSet({
        sessions: sql`releases.health.sessions + excluded.sessions`,
        events: sql`releases.health.events + excluded.events`,
        total: sql`releases.health.total + excluded.total`,
      }),
    )
    .execute();
}

async function storeReporters(db: Db, reporters: readonly Reporter[], olderThan: Date): Promise<void> {
  for (let start = 0; start < reporters.length; start += ROWS_AT_ONCE) {
    await db
      .insertInto('releases.health_voice')
      .values(reporters.slice(start, start + ROWS_AT_ONCE))
      .onConflict((conflict) =>
        conflict.columns(['remote', 'build_id', 'voice']).doUpdateSet({
          channel: sql`excluded.channel`,
          last_at: sql`excluded.last_at`,
          failed_at: sql`coalesce(excluded.failed_at, releases.health_voice.failed_at)`,
          vital_at: sql`coalesce(excluded.vital_at, releases.health_voice.vital_at)`,
          slow_at: sql`coalesce(excluded.slow_at, releases.health_voice.slow_at)`,
        }),
      )
      .execute();
  }
  await db.deleteFrom('releases.health_voice').where('last_at', '<', olderThan).execute();
}
