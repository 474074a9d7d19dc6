import { sql, type Expression, type Kysely, type Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/** Everything of this service lives in one schema; raw SQL names it (`claims.form_session`), the query builder adds it. */
export const SCHEMA = 'claims';

export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;

/**
 * `column in (rows)` for rows that are cut by a limit. PostgreSQL may ask such a subquery again for each row beside it where
 * it expects few of them, as it does until a table was analysed; then a person's list costs the square of its length. An array
 * is made once.
 */
export const isAmong = (column: string, rows: Expression<unknown>) =>
  sql<boolean>`${sql.ref(column)} = any(array(${rows}))`;
