import { sql, type Kysely } from 'kysely';
import type { ReleaseTables } from '../store/schema.ts';
import { FAILURES } from './health-store.ts';

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

const MINUTE_MS = 60_000;

/** In order of time. @param wanted.minutes - length of a stretch */
export async function readStretches(
  db: Kysely<ReleaseTables>,
  wanted: { since: Date; minutes: number; remote?: string },
): Promise<Stretch[]> {
  const { since, minutes, remote } = wanted;
  const seconds = minutes * 60;
  const begin = sql<string>`floor(extract(epoch from minute) / ${sql.lit(seconds)})`;
  const rows = await db
    .selectFrom('releases.health')
    .select(({ fn }) => [
      'remote',
      'build_id',
      'kind',
      fn.sum<string>('sessions').as('sessions'),
      fn.sum<string>('events').as('events'),
      fn.sum<number>('total').as('total'),
    ])
    .select(begin.as('stretch'))
    .where('minute', '>=', since)
    .$if(remote !== undefined, (query) => query.where('remote', '=', remote as string))
    .groupBy(['remote', 'build_id', 'kind', begin])
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

export const isFailure = ({ kind }: Pick<Stretch, 'kind'>): boolean => FAILURES.has(kind);

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
