import type { RemoteHistory, SnapshotKind } from '@redress/contracts/release-api';
import { sql } from 'kysely';
import { isFailure } from '../health/failures.ts';
import { readStretches, type Stretch } from '../health/health-reads.ts';
import type { ReleaseCore } from '../release-core.ts';
import type { Db } from '../store/schema.ts';
import { wire } from '../store/wire.ts';

const MINUTE_MS = 60_000;
/** A chart has room for so many points; each stretch is one of these lengths. */
const MAX_POINTS = 90;
const LENGTHS = [1, 5, 20, 120] as const;

/** Reports of one remote by build and time, with the releases between them. */
export async function readRemoteHistory(
  { db, registry, now }: Pick<ReleaseCore, 'db' | 'registry' | 'now'>,
  { channel, remote, hours }: { channel: string; remote: string; hours: number },
): Promise<RemoteHistory> {
  const minutes = LENGTHS.find((length) => (hours * 60) / length <= MAX_POINTS) ?? 120;
  const until = now();
  const from = new Date(until.getTime() - hours * 60 * MINUTE_MS);
  const [stretches, releases] = await Promise.all([
    readStretches(db, { since: from, minutes, remote }),
    readReleases(db, { channel, remote, from }),
  ]);
  const ids = [...new Set(stretches.map(({ buildId }) => buildId))];
  const builds = await Promise.all(
    ids.map(async (buildId) => ({
      buildId,
      // Reports outlive a build that was taken out of the registry.
      version: await registry.find(remote, buildId).then(
        ({ version }) => version,
        () => null,
      ),
      points: pointsOf(stretches.filter((row) => row.buildId === buildId)),
    })),
  );
  return { from: from.toISOString(), until: until.toISOString(), minutes, builds, releases };
}

function pointsOf(rows: readonly Stretch[]): RemoteHistory['builds'][number]['points'] {
  const times = [...new Set(rows.map(({ at }) => at.getTime()))];
  return times.map((time) => {
    const own = rows.filter(({ at }) => at.getTime() === time);
    const sum = (matches: (row: Stretch) => boolean) =>
      own.filter(matches).reduce((total, { sessions }) => total + sessions, 0);
    const vitals = own.filter(({ kind, events }) => kind.startsWith('vital:') && events > 0);
    return {
      at: new Date(time).toISOString(),
      loaded: sum(({ kind }) => kind === 'loaded'),
      failed: sum(isFailure),
      vitals: Object.fromEntries(
        vitals.map(({ kind, total, events }) => [kind.slice('vital:'.length), { mean: total / events, count: events }]),
      ),
    };
  });
}

interface Release {
  number: number;
  at: Date;
  build_id: string | null;
  actor: string;
  reason: string | null;
}

/** Snapshots after which the remote had another build than before, and builds that began to roll out. */
async function readReleases(
  db: Db,
  { channel, remote, from }: { channel: string; remote: string; from: Date },
): Promise<RemoteHistory['releases']> {
  // Asked first: a number that is not known yet leads the planner to read every snapshot.
  const before = await db
    .selectFrom('releases.snapshot')
    .select('number')
    .where('channel', '=', channel)
    .where('created_at', '<', from)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  const { rows } = await sql<Release & { kind: SnapshotKind }>`
    select number, kind, actor, reason, created_at as at, build as build_id from (
      select number, kind, actor, reason, created_at, builds -> ${remote} ->> 'current' as build,
        lag(builds -> ${remote} ->> 'current') over (order by number) as before
      from releases.snapshot
      where channel = ${channel} and number >= ${before?.number ?? 0}
    ) as each_snapshot
    where build is distinct from before and created_at >= ${from}
    order by number`.execute(db);
  const rolled = await db
    .selectFrom('releases.served_build')
    .innerJoin('releases.snapshot', (join) =>
      join
        .onRef('releases.snapshot.channel', '=', 'releases.served_build.channel')
        .onRef('releases.snapshot.number', '=', 'releases.served_build.since_number'),
    )
    .select(['since_number as number', 'since_at as at', 'build_id', 'actor', 'reason'])
    .where(({ and }) => and({ 'releases.served_build.channel': channel, remote, since_kind: 'rollout' }))
    .where('since_at', '>=', from)
    .execute();
  const all = [...rows, ...rolled.map((row) => ({ ...row, kind: 'rollout' as const }))].map(wire);
  return all.toSorted((one, other) => one.number - other.number);
}
