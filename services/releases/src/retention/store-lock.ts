import { sql, type Transaction } from 'kysely';
import type { ReleaseTables } from '../store/schema.ts';

const STORE_LOCK = 7_239_115;

/** Held while a build is published: no file it relies on is removed meanwhile. Ends with the transaction. */
export const sharePublishing = (trx: Transaction<ReleaseTables>) =>
  sql`select pg_advisory_xact_lock_shared(${STORE_LOCK})`.execute(trx);

/** Held while files are removed: no build is published meanwhile. Ends with the transaction. */
export const ownStore = (trx: Transaction<ReleaseTables>) =>
  sql`select pg_advisory_xact_lock(${STORE_LOCK})`.execute(trx);
