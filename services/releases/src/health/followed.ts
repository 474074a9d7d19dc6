import type { Followed, ServedBy } from '@redress/contracts/release-api';
import { sql } from 'kysely';
import type { ReleaseCore } from '../release-core.ts';
import { ReleaseRefusal } from '../refusal.ts';

/** A session that reported the build before within this time counts as open when the snapshot was made. */
const RAN_WITHIN_MS = 30 * 60_000;

/** @throws {ReleaseRefusal} `BUILD_UNKNOWN` for a number that the channel has no snapshot of */
export async function readFollowed(
  { db, channels }: Pick<ReleaseCore, 'db' | 'channels'>,
  { channel, number, served }: { channel: string; number: number; served: ServedBy },
): Promise<Followed> {
  const [row] = await channels.history(channel, 1, number + 1);
  if (row?.number !== number) throw new ReleaseRefusal('BUILD_UNKNOWN', `${channel} has no snapshot ${number}.`);
  const madeAt = new Date(row.createdAt);
  const moves = row.changes.flatMap(({ name, from, to }) => (from && to ? [{ remote: name, from, to }] : []));
  const sessions = await Promise.all(
    moves.map(async (move) => {
      const { rows } = await sql<{ ran: string; followed: string }>`
        select count(*) as ran,
          count(*) filter (where exists (
            select 1 from releases.health_voice n
            where n.remote = b.remote and n.build_id = ${move.to} and n.voice = b.voice and n.last_at >= ${madeAt}
          )) as followed
        from releases.health_voice b
        where b.remote = ${move.remote} and b.build_id = ${move.from}
          and b.last_at >= ${new Date(madeAt.getTime() - RAN_WITHIN_MS)}`.execute(db);
      return { ...move, ran: Number(rows[0]?.ran ?? 0), followed: Number(rows[0]?.followed ?? 0) };
    }),
  );
  return { number, served, sessions };
}
