import type { BuildHealth } from '@redress/contracts/release-api';
import { sql, type Kysely } from 'kysely';
import type { ReleaseTables } from '../store/schema.ts';
import type { HealthCount } from './beacons.ts';

export interface HealthStore {
  count(counts: readonly HealthCount[]): void;
  /** Writes down what was counted since the last time. */
  flush(): Promise<void>;
  read(since: Date): Promise<BuildHealth[]>;
  /** @see readReporters */
  reporters(since: Date): Promise<BuildReporters[]>;
}

/** Sessions that ran a build. */
export interface BuildReporters {
  remote: string;
  buildId: string;
  all: number;
  failing: number;
  /** Groups of addresses that the failing ones are of. */
  groups: number;
  /** Those that reported a web vital, those with a poor one, and the groups of addresses of these. */
  measured: number;
  slow: number;
  slowGroups: number;
}

/** From here on a web vital is poor (web.dev): milliseconds, and the score of layout shifts. */
const POOR: Readonly<Record<string, number>> = { 'vital:LCP': 4_000, 'vital:INP': 500, 'vital:CLS': 0.25 };

/** Reports that say a build does not work. */
export const FAILURES: ReadonlySet<string> = new Set([
  'load-failed',
  'mount-failed',
  'timed-out',
  'integrity-refused',
  'render-error',
]);

interface Pending {
  remote: string;
  buildId: string;
  kind: string;
  minute: Date;
  sessions: number;
  events: number;
  total: number;
}

type Reporter = {
  remote: string;
  build_id: string;
  voice: string;
  address_group: string;
  last_at: Date;
  failed_at: Date | null;
  vital_at: Date | null;
  slow_at: Date | null;
};

const MAX_PENDING = 5_000;
const MAX_REPORTERS = 20_000;
export const REPORTERS_KEPT_MS = 24 * 60 * 60_000;
const KEPT_MINUTES = 7 * 24 * 60;

/** @param deps.isServed - reports name any build they like; only those of builds being served count */
export function createHealthStore(deps: {
  db: Kysely<ReleaseTables>;
  now: () => Date;
  isServed: (remote: string, buildId: string) => boolean;
}): HealthStore {
  const { db, now, isServed } = deps;
  let pending = new Map<string, Pending>();
  let reporters = new Map<string, Reporter>();
  let seen = new Set<string>();
  let seenMinute = 0;

  const noteReporter = ({ remote, buildId, kind, session, group, value }: HealthCount) => {
    const isFailure = FAILURES.has(kind);
    const poor = POOR[kind];
    if (!isFailure && kind !== 'loaded' && poor === undefined) return;
    const key = `${remote} ${buildId} ${session}`;
    const known = reporters.get(key);
    if (!known && reporters.size >= MAX_REPORTERS) return;
    const at = now();
    reporters.set(key, {
      remote,
      build_id: buildId,
      voice: session,
      address_group: group,
      last_at: at,
      failed_at: isFailure ? at : (known?.failed_at ?? null),
      vital_at: poor === undefined ? (known?.vital_at ?? null) : at,
      slow_at: poor !== undefined && value > poor ? at : (known?.slow_at ?? null),
    });
  };

  return {
    count(counts) {
      const minute = Math.floor(now().getTime() / 60_000);
      if (minute !== seenMinute) {
        seenMinute = minute;
        seen = new Set();
      }
      for (const { remote, buildId, kind, session, group, value } of counts) {
        const key = `${remote} ${buildId} ${kind} ${minute}`;
        if (!isServed(remote, buildId) || (!pending.has(key) && pending.size >= MAX_PENDING)) continue;
        noteReporter({ remote, buildId, kind, session, group, value });
        const at = new Date(minute * 60_000);
        const row = pending.get(key) ?? { remote, buildId, kind, minute: at, sessions: 0, events: 0, total: 0 };
        const reporter = `${key} ${session}`;
        if (!seen.has(reporter)) row.sessions += 1;
        seen.add(reporter);
        row.events += 1;
        row.total += value;
        pending.set(key, row);
      }
    },

    async flush() {
      if (pending.size === 0) return;
      const rows = [...pending.values()];
      const noted = [...reporters.values()];
      pending = new Map();
      reporters = new Map();
      await storeReporters(db, noted, new Date(now().getTime() - REPORTERS_KEPT_MS));
      await db
        .insertInto('releases.health')
        .values(rows.map(({ buildId, ...row }) => ({ ...row, build_id: buildId })))
        .onConflict((conflict) =>
          conflict.columns(['remote', 'build_id', 'minute', 'kind']).doUpdateSet({
            sessions: sql`releases.health.sessions + excluded.sessions`,
            events: sql`releases.health.events + excluded.events`,
            total: sql`releases.health.total + excluded.total`,
          }),
        )
        .execute();
      await db
        .deleteFrom('releases.health')
        .where('minute', '<', new Date(now().getTime() - KEPT_MINUTES * 60_000))
        .execute();
    },

    reporters: (since) => readReporters(db, since),

    async read(since) {
      const rows = await db
        .selectFrom('releases.health')
        .select(({ fn }) => [
          'remote',
          'build_id',
          'kind',
          fn.sum<number>('sessions').as('sessions'),
          fn.sum<number>('events').as('events'),
          fn.sum<number>('total').as('total'),
        ])
        .where('minute', '>=', since)
        .groupBy(['remote', 'build_id', 'kind'])
        .orderBy('remote')
        .orderBy('kind')
        .execute();
      return rows.map(({ remote, build_id: buildId, kind, sessions, events, total }) => ({
        remote,
        buildId,
        kind,
        sessions,
        events,
        mean: events > 0 ? total / events : null,
      }));
    },
  };
}

/** Sessions since then, each once whatever it reported and how often. */
export async function readReporters(db: Kysely<ReleaseTables>, since: Date): Promise<BuildReporters[]> {
  const rows = await db
    .selectFrom('releases.health_voice')
    .select(({ fn }) => ['remote', 'build_id', fn.countAll<number>().as('all')])
    .select(sql<number>`count(*) filter (where failed_at >= ${since})`.as('failing'))
    .select(sql<number>`count(distinct address_group) filter (where failed_at >= ${since})`.as('groups'))
    .select(sql<number>`count(*) filter (where vital_at >= ${since})`.as('measured'))
    .select(sql<number>`count(*) filter (where slow_at >= ${since})`.as('slow'))
    .select(sql<number>`count(distinct address_group) filter (where slow_at >= ${since})`.as('slow_groups'))
    .where('last_at', '>=', since)
    .groupBy(['remote', 'build_id'])
    .execute();
  return rows.map((row) => ({
    remote: row.remote,
    buildId: row.build_id,
    all: Number(row.all),
    failing: Number(row.failing),
    groups: Number(row.groups),
    measured: Number(row.measured),
    slow: Number(row.slow),
    slowGroups: Number(row.slow_groups),
  }));
}

/** PostgreSQL takes 65,535 parameters in one statement. */
const ROWS_AT_ONCE = 1_000;

async function storeReporters(
  db: Kysely<ReleaseTables>,
  reporters: readonly Reporter[],
  olderThan: Date,
): Promise<void> {
  for (let start = 0; start < reporters.length; start += ROWS_AT_ONCE) {
    await db
      .insertInto('releases.health_voice')
      .values(reporters.slice(start, start + ROWS_AT_ONCE))
      .onConflict((conflict) =>
        conflict.columns(['remote', 'build_id', 'voice']).doUpdateSet({
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
