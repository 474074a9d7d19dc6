import type { RemoteHistory } from '@redress/contracts/release-api';
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

/** Reports of one remote by build, of the last hour and of the time before. */
export async function readRemoteHistory(
  { db, registry, now }: Pick<ReleaseCore, 'db' | 'registry' | 'now'>,
  { remote, hours }: { remote: string; hours: number },
): Promise<RemoteHistory> {
  const until = now();
  const [from, hourAgo] = [hours, 1].map((back) => new Date(until.getTime() - back * HOUR_MS)) as [Date, Date];
  const reports = await readReports(db, { remote, from, hourAgo });
  const builds = [...Map.groupBy(reports, ({ buildId }) => buildId)].map(async ([buildId, points]) => ({
    buildId,
    // Reports outlive a build that was taken out of the registry.
    version: await registry.find(remote, buildId).then(
      ({ version }) => version,
      () => null,
    ),
    points: points.map(({ buildId: _, ...point }) => wire(point)),
  }));
  return { until: until.toISOString(), builds: await Promise.all(builds) };
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
