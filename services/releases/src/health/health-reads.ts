import { sql } from 'kysely';
import type { Db } from '../store/schema.ts';
import { FAILURES } from './failures.ts';

/** Reports of one kind about one build, in a stretch of time. */
export interface Stretch {
  remote: string;
  buildId: string;
  kind: string;
  /** When it begins. */
  at: Date;
  sessions: number;
  events: number;
  total: number;
}

/** Sessions that ran a build on one channel. */
export interface BuildReporters {
  channel: string;
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

export interface Figures {
  failing: number;
  all: number;
  /** Groups of addresses that the failing ones are of. */
  groups: number;
}

const MINUTE_MS = 60_000;

/** In order of time. @param wanted.minutes - length of a stretch */
export async function readStretches(db: Db, { since, minutes }: { since: Date; minutes: number }): Promise<Stretch[]> {
  const { rows } = await sql<Stretch>`
    select remote, build_id as "buildId", kind, date_bin(make_interval(mins => ${minutes}::int), minute, 'epoch') as at,
      sum(sessions)::integer as sessions, sum(events)::integer as events, sum(total) as total
    from releases.health where minute >= ${since} group by 1, 2, 3, 4 order by 4`.execute(db);
  return rows;
}

/** Sessions since then, each once whatever it reported and how often. */
export async function readReporters(db: Db, since: Date): Promise<BuildReporters[]> {
  const { rows } = await sql<BuildReporters>`
    select channel, remote, build_id as "buildId", sum(sessions)::integer as all, sum(failing)::integer as failing,
      (count(*) filter (where failing > 0))::integer as groups, sum(measured)::integer as measured,
      sum(slow)::integer as slow, (count(*) filter (where slow > 0))::integer as "slowGroups"
    from (
      -- By group first: to count each once, all reporters of a day would be sorted on the disk.
      select channel, remote, build_id, count(*) as sessions, count(*) filter (where failed_at >= ${since}) as failing,
        count(*) filter (where vital_at >= ${since}) as measured, count(*) filter (where slow_at >= ${since}) as slow
      from releases.health_voice where last_at >= ${since} group by channel, remote, build_id, address_group
    ) as of_group
    group by channel, remote, build_id`.execute(db);
  return rows;
}

/**
 * Browsers that ran a build since then, each once, and of one group of addresses so many at most, its failing ones in
 * proportion.
 * @param wanted.mostOfGroup - `null`: all of them
 * @param wanted.until - what failed later is no failure of that time
 */
export async function readCounted(
  db: Db,
  wanted: { channel: string; remote: string; buildId: string; since: Date; until: Date; mostOfGroup: number | null },
): Promise<Figures> {
  const { channel, remote, buildId, since, until, mostOfGroup } = wanted;
  const { rows } = await sql<Figures>`
    select coalesce(sum(least(sessions, most)), 0)::integer as all,
      coalesce(sum(round(failing * least(sessions, most)::numeric / sessions)), 0)::integer as failing,
      (count(*) filter (where failing > 0))::integer as groups
    from (
      select count(*) as sessions, count(*) filter (where failed_at between ${since} and ${until}) as failing,
        coalesce(${mostOfGroup}::bigint, count(*)) as most
      from releases.health_voice
      where remote = ${remote} and build_id = ${buildId} and last_at >= ${since} and channel = ${channel}
      group by address_group
    ) as of_group`.execute(db);
  return rows[0] ?? { all: 0, failing: 0, groups: 0 };
}

/**
 * Since when each build fails without a pause longer than `pauseMinutes`, until now. A build that fails no more is not
 * in it.
 * @returns by `remote build`
 */
export async function readFailingSince(
  db: Db,
  { now, from, pauseMinutes }: { now: Date; from: Date; pauseMinutes: number },
): Promise<Map<string, Date>> {
  const rows = await db
    .selectFrom('releases.health')
    .select(['remote', 'build_id', 'minute'])
    .where('minute', '>=', from)
    .where('kind', 'in', [...FAILURES])
    .orderBy('minute', 'desc')
    .execute();
  const since = new Map<string, Date>();
  const ended = new Set<string>();
  for (const { remote, build_id: buildId, minute } of rows) {
    const key = `${remote} ${buildId}`;
    if (ended.has(key)) continue;
    // A row holds what was counted until its minute was over.
    const pause = (since.get(key) ?? now).getTime() - (minute.getTime() + (since.has(key) ? MINUTE_MS : 0));
    if (pause > pauseMinutes * MINUTE_MS) ended.add(key);
    else since.set(key, minute);
  }
  return since;
}

/** When anything was last reported of any build; `null` when nothing was while reports are kept. */
export async function readLastReport(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('releases.health')
    .select(({ fn }) => fn.max('minute').as('at'))
    .executeTakeFirst();
  return row?.at ?? null;
}
