import type { RemoteHistory, SnapshotKind } from '@redress/contracts/release-api';
import { sql } from 'kysely';
import { FAILURES } from '../health/failures.ts';
import type { ReleaseCore } from '../release-core.ts';
import type { Db } from '../store/schema.ts';
import { wire } from '../store/wire.ts';

const HOUR_MS = 3_600_000;

interface Reports extends Omit<RemoteHistory['builds'][number]['points'][number], 'at'> {
  buildId: string;
  at: Date;
}

/** Reports of one remote by build, of the last hour and of the time before, with the releases between them. */
export async function readRemoteHistory(
  { db, registry, now }: Pick<ReleaseCore, 'db' | 'registry' | 'now'>,
  { channel, remote, hours }: { channel: string; remote: string; hours: number },
): Promise<RemoteHistory> {
  const until = now();
  const [from, hourAgo] = [hours, 1].map((back) => new Date(until.getTime() - back * HOUR_MS)) as [Date, Date];
  const [reports, releases] = await Promise.all([
    readReports(db, { remote, from, hourAgo }),
    readReleases(db, { channel, remote, from }),
  ]);
  const builds = [...Map.groupBy(reports, ({ buildId }) => buildId)].map(async ([buildId, points]) => ({
    buildId,
    // Reports outlive a build that was taken out of the registry.
    version: await registry.find(remote, buildId).then(
      ({ version }) => version,
      () => null,
    ),
    points: points.map(({ buildId: _, ...point }) => wire(point)),
  }));
  return { from: from.toISOString(), until: until.toISOString(), builds: await Promise.all(builds), releases };
}

/** The build that was reported of last comes first. */
async function readReports(db: Db, { remote, from, hourAgo }: { remote: string; from: Date; hourAgo: Date }) {
  const { rows } = await sql<Reports>`
    select build_id as "buildId", at, coalesce(sum(sessions) filter (where kind = 'loaded'), 0)::integer as loaded,
      coalesce(sum(sessions) filter (where kind = any(${[...FAILURES]})), 0)::integer as failed,
      coalesce(jsonb_object_agg(substr(kind, 7), jsonb_build_object('mean', total / events, 'count', events))
        filter (where kind like 'vital:%' and events > 0), '{}') as vitals
    from (
      select build_id, kind, case when minute >= ${hourAgo} then ${hourAgo}::timestamptz else ${from} end as at,
        max(minute) as last_at, sum(sessions) as sessions, sum(events) as events, sum(total) as total
      from releases.health where remote = ${remote} and minute >= ${from} group by 1, 2, 3
    ) as of_kind
    group by 1, 2 order by max(max(last_at)) over (partition by build_id) desc, at`.execute(db);
  return rows;
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
