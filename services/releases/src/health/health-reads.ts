import type { BuildHealth } from '@redress/contracts/release-api';
import { sql, type Kysely } from 'kysely';
import type { ReleaseTables } from '../store/schema.ts';
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

/** Sessions that ran a build on one channel; `''`: noted before channels were, so of any. */
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

export const isOfChannel = ({ channel }: BuildReporters, wanted: string): boolean =>
  channel === '' || channel === wanted;

export interface Figures {
  failing: number;
  all: number;
  /** Groups of addresses that the failing ones are of. */
  groups: number;
}

const MINUTE_MS = 60_000;

/** One row for each build and kind of report, summed over the minutes since then. */
const countedReports = (db: Kysely<ReleaseTables>, since: Date) =>
  db
    .selectFrom('releases.health')
    .select(({ fn }) => [
      'remote',
      'build_id',
      'kind',
      fn.sum<string>('sessions').as('sessions'),
      fn.sum<string>('events').as('events'),
      fn.sum<number>('total').as('total'),
    ])
    .where('minute', '>=', since)
    .groupBy(['remote', 'build_id', 'kind']);

/** @returns by remote and kind; `mean` of the reported values */
export async function readBuildHealth(db: Kysely<ReleaseTables>, since: Date): Promise<BuildHealth[]> {
  const rows = await countedReports(db, since).orderBy('remote').orderBy('kind').execute();
  return rows.map(({ remote, build_id: buildId, kind, sessions, events, total }) => ({
    remote,
    buildId,
    kind,
    sessions: Number(sessions),
    events: Number(events),
    mean: Number(events) > 0 ? Number(total) / Number(events) : null,
  }));
}

/** In order of time. @param wanted.minutes - length of a stretch */
export async function readStretches(
  db: Kysely<ReleaseTables>,
  wanted: { since: Date; minutes: number; remote?: string },
): Promise<Stretch[]> {
  const { since, minutes, remote } = wanted;
  const seconds = minutes * 60;
  const begin = sql<string>`floor(extract(epoch from minute) / ${sql.lit(seconds)})`;
  const rows = await countedReports(db, since)
    .select(begin.as('stretch'))
    .$if(remote !== undefined, (query) => query.where('remote', '=', remote as string))
    .groupBy(begin)
    .orderBy(begin)
    .execute();
  return rows.map((row) => ({
    remote: row.remote,
    buildId: row.build_id,
    kind: row.kind,
    at: new Date(Number(row.stretch) * seconds * 1_000),
    sessions: Number(row.sessions),
    events: Number(row.events),
    total: Number(row.total),
  }));
}

/** Sessions since then, each once whatever it reported and how often. */
export async function readReporters(db: Kysely<ReleaseTables>, since: Date): Promise<BuildReporters[]> {
  const { rows } = await sql<
    Record<
      'channel' | 'remote' | 'build_id' | 'all' | 'failing' | 'groups' | 'measured' | 'slow' | 'slow_groups',
      string
    >
  >`
    select channel, remote, build_id, sum(sessions) as all, sum(failing) as failing, count(*) filter (where failing > 0) as groups,
      sum(measured) as measured, sum(slow) as slow, count(*) filter (where slow > 0) as slow_groups
    from (
      -- By group first: to count each once, all reporters of a day would be sorted on the disk.
      select channel, remote, build_id, count(*) as sessions, count(*) filter (where failed_at >= ${since}) as failing,
        count(*) filter (where vital_at >= ${since}) as measured, count(*) filter (where slow_at >= ${since}) as slow
      from releases.health_voice where last_at >= ${since} group by channel, remote, build_id, address_group
    ) as of_group
    group by channel, remote, build_id`.execute(db);
  return rows.map((row) => ({
    channel: row.channel,
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

/** Sessions of one build since then, each once, and how many of them failed. */
export async function readSessions(
  db: Kysely<ReleaseTables>,
  { channel, remote, buildId, since }: { channel: string; remote: string; buildId: string; since: Date },
): Promise<{ all: number; failing: number }> {
  const { rows } = await sql<{ all: number; failing: number }>`
    select count(*)::integer as all, (count(*) filter (where failed_at >= ${since}))::integer as failing
    from releases.health_voice where remote = ${remote} and build_id = ${buildId} and last_at >= ${since}
      and channel in ('', ${channel})`.execute(db);
  return rows[0] ?? { all: 0, failing: 0 };
}

/**
 * Browsers that ran a build since then, each once, and of one group of addresses so many at most, its failing ones in
 * proportion.
 * @param wanted.until - what failed later is no failure of that time
 */
export async function readCounted(
  db: Kysely<ReleaseTables>,
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
      where remote = ${remote} and build_id = ${buildId} and last_at >= ${since} and channel in ('', ${channel})
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
  db: Kysely<ReleaseTables>,
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
export async function readLastReport(db: Kysely<ReleaseTables>): Promise<Date | null> {
  const row = await db
    .selectFrom('releases.health')
    .select(({ fn }) => fn.max('minute').as('at'))
    .executeTakeFirst();
  return row?.at ?? null;
}
