import { sql } from 'kysely';
import { ReleaseRefusal } from '../refusal.ts';
import type { RowOf, Trx } from '../store/schema.ts';

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
  const { rows } = await sql<Pick<RowOf<'snapshot'>, 'number' | 'kind' | 'actor' | 'reason'> & { remote: string }>`
    with kept as (
      select number, kind, actor, reason, remote, builds -> remote ->> 'current' as build,
        -- most payloads name nothing that is off, and are not parsed
        payload like '%"off":%' and coalesce(jsonb_exists(payload::jsonb -> 'off', remote), false) as is_off
      from releases.snapshot, unnest(${names}::text[]) remote
      where channel = ${channel} and number >= coalesce(
        (select max(number) from releases.snapshot where channel = ${channel} and number <= ${seen}), 0)
    ), followed as (
      -- who saw an empty channel saw nothing before its first snapshot
      select *, lag(build) over one as build_before, lag(is_off, 1, false) over one as was_off
      from kept window one as (partition by remote order by number)
    )
    select number, kind, actor, reason, remote from followed
    where number > ${seen} and (build is distinct from build_before or is_off <> was_off)
    order by number desc limit 1`.execute(trx);
  const [row] = rows;
  if (row) {
    const why = row.reason ? `: ${row.reason}` : '';
    const message = `You saw snapshot ${seen}. In snapshot ${row.number} ${row.actor} changed ${row.remote} (${row.kind}${why}).`;
    throw new ReleaseRefusal('CHANGED_MEANWHILE', message);
  }
  await assertSameShares(trx, channel, seen, names);
}

/** What begins or ends to roll out changes no build of everybody, and is what a rollback takes back first. */
async function assertSameShares(trx: Trx, channel: string, seen: number, names: readonly string[]): Promise<void> {
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
  const message = `You saw snapshot ${seen}. Since then the ${row.since_kind} of ${row.remote} ${row.build_id} ${what}.`;
  throw new ReleaseRefusal('CHANGED_MEANWHILE', message);
}
