import type { Freeze } from '@redress/contracts/release-api';
import type { Kysely } from 'kysely';
import type { ReleaseTables } from '../store/schema.ts';

/** Windows without promotions, in force or to come, the next to end first. */
export async function readFreezes(db: Kysely<ReleaseTables>, channel: string, now: Date): Promise<Freeze[]> {
  const rows = await db
    .selectFrom('releases.freeze')
    .selectAll()
    .where('channel', '=', channel)
    .where('ends_at', '>', now)
    .orderBy('ends_at')
    .execute();
  return rows.map(({ id, starts_at: from, ends_at: until, reason, actor: by }) => ({
    id: Number(id),
    from: from.toISOString(),
    until: until.toISOString(),
    reason,
    actor: by,
  }));
}
