import type { Insertable, SelectQueryBuilder, Updateable } from 'kysely';
import type { Db, Name, ReleaseTables, RowOf } from './schema.ts';

type Set<Table extends Name> = Updateable<ReleaseTables[`releases.${Table}`]>;
// The casts of this file: Kysely types a statement by the literal name of its table, which is any of them here.
const anyOf = (table: Name) => `releases.${table}` as 'releases.channel';

/** Rows of a table that have these values, `null` like any other: a statement to execute, or to go on with. */
export function rowsWith<Table extends Name>(
  db: Db,
  table: Table,
  values: Partial<RowOf<Table>>,
): SelectQueryBuilder<ReleaseTables, `releases.${Table}`, RowOf<Table>> {
  const from = db.selectFrom(anyOf(table)).selectAll();
  return from.where(({ and }) => and(values as object)) as unknown as ReturnType<typeof rowsWith<Table>>;
}

/** Changes the rows that have these values. @returns how many there were */
export async function changeRows<Table extends Name>(
  db: Db,
  table: Table,
  values: Partial<RowOf<Table>>,
  set: Set<Table>,
): Promise<number> {
  const change = db.updateTable(anyOf(table)).set(set as object);
  const { numUpdatedRows } = await change.where(({ and }) => and(values as object)).executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Removes the rows that have these values. @returns how many there were */
export async function removeRows<Table extends Name>(
  db: Db,
  table: Table,
  values: Partial<RowOf<Table>>,
): Promise<number> {
  const removal = db.deleteFrom(anyOf(table)).where(({ and }) => and(values as object));
  return Number((await removal.executeTakeFirst()).numDeletedRows);
}

/** Enters a row, or gives the one of this key these values. @param first - what only a new one gets */
export async function putRow<Table extends Name>(
  db: Db,
  table: Table,
  key: Partial<RowOf<Table>>,
  set: Set<Table>,
  first: Partial<Insertable<ReleaseTables[`releases.${Table}`]>> = {},
): Promise<void> {
  const row = { ...key, ...first, ...set } as unknown as Insertable<ReleaseTables['releases.channel']>;
  await db
    .insertInto(anyOf(table))
    .values(row)
    .onConflict((conflict) => conflict.columns(Object.keys(key) as ['name']).doUpdateSet(set as object))
    .execute();
}
