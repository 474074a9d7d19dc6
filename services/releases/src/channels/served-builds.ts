import type { ServedBuild, SnapshotKind } from '@redress/contracts/release-api';
import { sql } from 'kysely';
import { changeRows, putRow, rowsWith } from '../store/rows.ts';
import type { Db, RowOf, SnapshotBuilds } from '../store/schema.ts';
import { wire } from '../store/wire.ts';

/** How many builds a new one's drafts are compared with when it never served: older drafts have expired or been saved. */
const RECENT_BUILDS = 5;

/** Enters a new snapshot: the builds that begin to serve with it, and those that no longer do. */
export async function recordServed(
  db: Db,
  snapshot: { channel: string; number: number; kind: SnapshotKind; at: Date },
  before: SnapshotBuilds,
  after: SnapshotBuilds,
): Promise<void> {
  const { channel, number, at } = snapshot;
  for (const remote of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [from, to] = [before[remote]?.current, after[remote]?.current];
    if (from === to) continue;
    if (from !== undefined) {
      const last = { last_number: number - 1, last_at: at, everybody_last: number - 1 };
      await changeRows(db, 'served_build', { channel, remote, build_id: from }, last);
    }
    if (to !== undefined) await beginServing(db, snapshot, { remote, build_id: to });
  }
}

/** Enters a build that serves from a snapshot on: everybody, or with a rollout a share of the visitors. */
export async function beginServing(
  db: Db,
  { channel, number, kind, at }: { channel: string; number: number; kind: SnapshotKind; at: Date },
  build: { remote: string; build_id: string },
): Promise<void> {
  const ofEverybody = kind === 'rollout' ? {} : { everybody_last: null };
  const since = { since_number: number, since_at: at, since_kind: kind, last_number: null, last_at: null };
  const first = { first_number: number, first_at: at };
  await putRow(db, 'served_build', { channel, ...build }, { ...since, ...ofEverybody }, first);
}

/** What is known of the builds of one channel. */
export function servedBuilds(db: Db, channel: string) {
  const rowsOf = (remote: string) =>
    db
      .selectFrom('releases.served_build')
      .where(({ and }) => and({ channel, remote }))
      .orderBy(sql`last_number desc nulls first`)
      .orderBy('build_id');
  const rowOf = (remote: string, buildId: string) =>
    rowsOf(remote).where('build_id', '=', buildId).selectAll().executeTakeFirst();

  return {
    /** Last build that served this remote to everybody and is not marked bad. */
    async lastGood(remote: string, besides: string): Promise<string | null> {
      const row = await db
        .selectFrom('releases.served_build')
        .select('build_id')
        .where(({ and }) => and({ channel, remote }))
        .where('build_id', '!=', besides)
        .where('bad_at', 'is', null)
        .where(({ or, eb }) => or([eb('since_kind', '!=', 'rollout'), eb('everybody_last', 'is not', null)]))
        .where(
          sql<boolean>`not exists (select 1 from releases.collected_build c
            where c.name = remote and c.build_id = served_build.build_id and c.restored_at is null)`,
        )
        // Not by when a share of the visitors last had it.
        .orderBy(sql`coalesce(everybody_last, last_number) desc nulls first`)
        .orderBy('build_id')
        .limit(1)
        .executeTakeFirst();
      return row?.build_id ?? null;
    },

    /** A build that is bad since a restore may be known by its id alone. */
    async find(remote: string, buildId: string): Promise<ServedBuild | null> {
      const row = await rowsWith(db, 'served_build', { channel, build_id: buildId })
        .where('remote', 'in', [remote, ''])
        .orderBy(sql`bad_at is null`)
        .orderBy('remote', 'desc')
        .executeTakeFirst();
      return row ? servedBuild(row) : null;
    },

    /** Ids of builds that no tab may go on showing. */
    async withdrawn(): Promise<string[]> {
      const rows = await rowsWith(db, 'served_build', { channel, is_withdrawn: true }).orderBy('build_id').execute();
      return rows.map(({ build_id: buildId }) => buildId);
    },

    /** Builds that serve everybody now. */
    async serving(): Promise<ServedBuild[]> {
      const rows = await rowsWith(db, 'served_build', { channel, last_number: null })
        .where('since_kind', '!=', 'rollout')
        .execute();
      return rows.map(servedBuild);
    },

    /** Latest first. @param page.before - a build id: those that served before it */
    async list(remote: string, page: { limit: number; before?: string | undefined }): Promise<ServedBuild[]> {
      const from = page.before === undefined ? undefined : await rowOf(remote, page.before);
      if (page.before !== undefined && !from) return [];
      const rows = await rowsOf(remote)
        .selectAll()
        .$if(from !== undefined, (query) =>
          from?.last_number === null
            ? query.where('last_number', 'is not', null)
            : query.where(sql<boolean>`(-last_number, build_id) > (-${from?.last_number}::integer, ${from?.build_id})`),
        )
        .limit(page.limit)
        .execute();
      return rows.map(servedBuild);
    },

    /**
     * Builds whose drafts the wanted one has to read: those that served since it last did, of any number one for each
     * different list of persisted shapes. For one that never served, the latest few.
     */
    async wroteDrafts(remote: string, wanted: string): Promise<string[]> {
      const row = await rowOf(remote, wanted);
      if (!row) {
        const recent = await rowsOf(remote).select('build_id').limit(RECENT_BUILDS).execute();
        return recent.map(({ build_id: buildId }) => buildId);
      }
      if (row.last_number === null) return [];
      const { rows } = await sql<{ build_id: string }>`
        select distinct on (b.payload::jsonb -> 'config' -> 'persisted') s.build_id
        from releases.served_build s
        join releases.build b on b.name = s.remote and b.build_id = s.build_id
        where s.channel = ${channel} and s.remote = ${remote}
          and (s.last_number is null or s.last_number > ${row.last_number})`.execute(db);
      return rows.map(({ build_id: buildId }) => buildId);
    },
  };
}

function servedBuild(row: RowOf<'served_build'>): ServedBuild {
  const { channel: _, is_withdrawn: __, everybody_last, bad_at, bad_by, bad_reason, ...times } = row;
  return {
    ...wire(times),
    servedEverybody: row.since_kind !== 'rollout' || everybody_last !== null,
    bad: bad_at && { reason: bad_reason ?? '', actor: bad_by ?? '', at: bad_at.toISOString() },
  };
}
