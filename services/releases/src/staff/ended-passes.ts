import { rowsWith } from '../store/rows.ts';
import type { Db } from '../store/schema.ts';

/** Staff passes that no site may take although their time is not over: their numbers, in order. */
export async function endedStaffPasses(db: Db, channel: string, now: Date): Promise<number[]> {
  const rows = await rowsWith(db, 'staff_pass', { channel })
    .where('ended_at', 'is not', null)
    .where('expires_at', '>', now)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
