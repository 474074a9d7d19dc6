import { readFileSync } from 'node:fs';
import { sql, type Kysely } from 'kysely';
import { loadMigrations } from '../migrate.ts';

/** Names the release that stopped reading what a migration takes away (decision 0213). */
const NOT_READ = /^\s*(?:\/\/|\*) Not read since release \S/m;
/** Says why programs of the release before go on with what a migration makes narrower (decision 0231). */
const GO_ON = /^\s*(?:\/\/|\*) Programs of the release before go on: \S/m;

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- Kysely's type is invariant in its tables, and a migration works on schemas that no type describes
type AnyDatabase = Kysely<any>;

interface Column {
  table: string;
  name: string;
  type: string;
  /** Whether a row that does not name it is refused. */
  isNeeded: boolean;
  isNullable: boolean;
}

interface Rule {
  table: string;
  name: string;
  definition: string;
  columns: string[];
}

interface Shape {
  columns: Map<string, Column>;
  /** Constraints and unique indexes. */
  rules: Rule[];
  /** `type.label` */
  labels: Set<string>;
}

async function shapeOf(db: AnyDatabase, schema: string): Promise<Shape> {
  const columns = await sql<Column>`
    select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      not a.attnotnull as "isNullable",
      a.attnotnull and not a.atthasdef and a.attidentity = '' as "isNeeded"
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${schema} and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped`.execute(db);
  const constraints = await sql<Rule>`
    select c.relname as "table", r.conname as name, pg_get_constraintdef(r.oid) as definition,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum = any(r.conkey)) as columns
    from pg_constraint r join pg_class c on c.oid = r.conrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${schema} and r.contype <> 'n'`.execute(db);
  const indexes = await sql<Rule>`
    select c.relname as "table", i.relname as name, pg_get_indexdef(i.oid) as definition,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum = any(x.indkey::int2[])) as columns
    from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${schema} and x.indisunique
      and not exists (select from pg_constraint r where r.conindid = i.oid)`.execute(db);
  const labels = await sql<{ label: string }>`
    select t.typname || '.' || e.enumlabel as label
    from pg_enum e join pg_type t on t.oid = e.enumtypid join pg_namespace n on n.oid = t.typnamespace
    where n.nspname = ${schema}`.execute(db);
  return {
    columns: new Map(columns.rows.map((column) => [`${column.table}.${column.name}`, column])),
    rules: [...constraints.rows, ...indexes.rows],
    labels: new Set(labels.rows.map(({ label }) => label)),
  };
}

/** What a program that knows `before` can no longer read or write in `after`. */
function narrowingsBetween(before: Shape, after: Shape): string[] {
  const tables = new Set([...before.columns.values()].map(({ table }) => table));
  const old = [...before.columns].flatMap(([key, column]) => {
    const now = after.columns.get(key);
    if (!now) return [`${key} is gone`];
    if (now.type !== column.type) return [`${key} was ${column.type} and is ${now.type}`];
    if (column.isNullable && !now.isNullable) return [`${key} may no longer be null`];
    return now.isNeeded && !column.isNeeded ? [`${key} has lost its default`] : [];
  });
  const added = [...after.columns]
    .filter(([key, { table, isNeeded }]) => isNeeded && tables.has(table) && !before.columns.has(key))
    .map(([key]) => `${key} is new and needs a value`);
  const known = new Set(before.rules.map(({ table, definition }) => `${table} ${definition}`));
  const rules = after.rules
    // A rule about new columns alone is met by rows that do not name them.
    .filter(({ table, columns }) => columns.some((column) => before.columns.has(`${table}.${column}`)))
    .filter(({ table, definition }) => !known.has(`${table} ${definition}`))
    .map(({ table, name, definition }) => `${table} has the new rule ${name}: ${definition}`);
  const labels = [...before.labels].filter((label) => !after.labels.has(label)).map((label) => `${label} is gone`);
  return [...old, ...added, ...rules, ...labels];
}

/**
 * Applies migrations one by one, and finds those after which programs of the release before can no longer do what they
 * did: a column or table that is gone or has another type, a value that must now be given, a new rule on rows they write.
 * A comment in the migration allows it: `// Not read since release 0.2.0`, or for what is not taken away
 * `// Programs of the release before go on: …`, which says why they do all the same.
 * @param db - an empty database of a test
 * @param newerThan - number of the last migration that is not judged
 * @param folders - of the migrations' files
 * @returns a sentence for each that has no such comment
 */
export async function findNarrowings(
  db: AnyDatabase,
  { schema, newerThan, folders }: { schema: string; newerThan: number; folders: readonly URL[] },
): Promise<string[]> {
  const found: string[] = [];
  await sql`create schema if not exists ${sql.id(schema)}`.execute(db);
  for (const folder of folders) {
    for (const [name, { up }] of Object.entries(await loadMigrations(folder))) {
      const isChecked = Number(name.slice(0, 4)) > newerThan;
      const before = isChecked ? await shapeOf(db, schema) : null;
      await db.transaction().execute(up);
      const text = readFileSync(new URL(`${name}.ts`, folder), 'utf8');
      if (!before || NOT_READ.test(text)) continue;
      const narrowings = narrowingsBetween(before, await shapeOf(db, schema));
      const refused = narrowings.filter((what) => what.endsWith(' is gone') || !GO_ON.test(text));
      found.push(...refused.map((what) => `${name}: ${what}`));
    }
  }
  return found;
}
