import { sql } from 'kysely';
import type { Trx } from '../store/schema.ts';

const STORE_LOCK = 7_239_115;
/** Many files, each read or written within the limit of one call of the store. */
const LONGEST_MS = 600_000;

/** The server ends a transaction in which nothing is asked of it: not this one, which asks the store meanwhile. */
export const outlastStore = (trx: Trx) =>
  sql`select set_config('idle_in_transaction_session_timeout', ${String(LONGEST_MS)}, true)`.execute(trx);

/** Held while a build is published: no file it relies on is removed meanwhile. Ends with the transaction. */
export async function sharePublishing(trx: Trx): Promise<void> {
  await outlastStore(trx);
  await sql`select pg_advisory_xact_lock_shared(${STORE_LOCK})`.execute(trx);
}

/** Held while files are removed: no build is published meanwhile. Ends with the transaction. */
export async function ownStore(trx: Trx): Promise<void> {
  await outlastStore(trx);
  await sql`select pg_advisory_xact_lock(${STORE_LOCK})`.execute(trx);
}
