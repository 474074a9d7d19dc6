import type { SelectQueryBuilder } from 'kysely';
import type { Db, Name, ReleaseTables, RowOf } from './schema.ts';

/** Rows of a table that have these values, `null` like any other: a statement to execute, or to go on with. */
export function rowsWith<Table extends Name>(
  db: Db,
  table: Table,
  values: Partial<RowOf<Table>>,
): SelectQueryBuilder<ReleaseTables, `releases.${Table}`, RowOf<Table>> {
  const from = db.selectFrom(`releases.${table}` as 'releases.channel').selectAll();
  // Kysely types a statement by the literal name of its table, which is any of them here.
  return from.where(({ and }) => and(values as object)) as unknown as ReturnType<typeof rowsWith<Table>>;
}
