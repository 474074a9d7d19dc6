import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/** Everything of this service lives in one schema; raw SQL names it (`claims.form_session`), the query builder adds it. */
export const SCHEMA = 'claims';

export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;
