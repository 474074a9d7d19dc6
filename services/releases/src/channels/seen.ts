import { sql } from 'kysely';
import { ReleaseRefusal } from '../refusal.ts';
import type { SnapshotBuilds, Trx } from '../store/schema.ts';

/** How far back the refusal looks for whoever made the other change. */
const LOOKED_AT = 200;
const NOTHING = { builds: {} as SnapshotBuilds, off: null };

/**
 * Two people may decide the opposite at the same moment: the second is refused, instead of overruling the first without
 * knowing. Changes of other remotes do not count.
 * @param seen - number of the snapshot the change was decided on; `undefined` when its author did not look
 * @throws {ReleaseRefusal} `CHANGED_MEANWHILE` with who changed one of these remotes since, and how
 */
export async function assertSeen(
  trx: Trx,
  where: { channel: string; number: number },
  seen: number | undefined,
  names: readonly string[],
): Promise<void> {
  const { channel, number } = where;
  if (seen === undefined || seen >= number) return;
  const rows = await trx
    .selectFrom('releases.snapshot')
    .select(['number', 'builds', 'kind', 'actor', 'reason', sql<object | null>`payload::jsonb -> 'off'`.as('off')])
    .where('channel', '=', channel)
    .where('number', '>=', seen)
    .orderBy('number', 'desc')
    .limit(LOOKED_AT)
    .execute();
  for (const [index, row] of rows.entries()) {
    // Who saw an empty channel saw nothing before its first snapshot.
    const before = rows[index + 1] ?? (seen === 0 && rows.length < LOOKED_AT ? NOTHING : undefined);
    const name = names.find(
      (remote) =>
        before &&
        (row.builds[remote]?.current !== before.builds[remote]?.current ||
          remote in (row.off ?? {}) !== remote in (before.off ?? {})),
    );
    if (name === undefined) continue;
    const why = row.reason ? `: ${row.reason}` : '';
    throw new ReleaseRefusal(
      'CHANGED_MEANWHILE',
      `You saw snapshot ${seen}. In snapshot ${row.number} ${row.actor} changed ${name} (${row.kind}${why}).`,
    );
  }
  await assertSameBuilds(trx, channel, seen, names);
}

/**
 * What begins or ends to roll out changes no build of everybody, and is what a rollback takes back first. A promotion that was
 * planned was decided on longer ago than the refusal looks back.
 */
async function assertSameBuilds(trx: Trx, channel: string, seen: number, names: readonly string[]): Promise<void> {
  const row = await trx
    .selectFrom('releases.served_build')
    .select(['remote', 'build_id', 'last_number', 'since_kind'])
    .where('channel', '=', channel)
    .where('remote', 'in', names)
    // The last number of a build is that of the snapshot before the one that ended it.
    .where(({ or, eb }) => or([eb('since_number', '>', seen), eb('last_number', '>=', seen)]))
    .limit(1)
    .executeTakeFirst();
  if (!row) return;
  const what = row.last_number === null ? 'began' : 'ended';
  throw new ReleaseRefusal(
    'CHANGED_MEANWHILE',
    `You saw snapshot ${seen}. Since then the ${row.since_kind} of ${row.remote} ${row.build_id} ${what}.`,
  );
}
