import { sql } from 'kysely';
import type { Trx } from '../store/schema.ts';

/** For acts at once: so many have read and decided, and wait for a lock that this transaction holds. */
export async function untilWaiting(trx: Trx, acts: number): Promise<void> {
  for (let waiting = 0; waiting < acts;) {
    const { rows } = await sql<{ pid: number }>`
      with own as (select pid from pg_locks where database = (
        select oid from pg_database where datname = current_database()))
      select distinct pid from pg_locks where not granted and pid in (select pid from own)`.execute(trx);
    waiting = rows.length;
  }
}
