import { readdirSync } from 'node:fs';
import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { connectRefusal, describeDatabaseError, isPassingFailure } from './errors.ts';
import { createDatabase, START_PATIENCE_MS } from './open-database.ts';
import { StartRefusal } from './refusal.ts';

export interface MigrateOptions {
  /** Schema that holds the bookkeeping tables; created when it is not there. */
  schema: string;
  /**
   * By name, applied in alphabetical order; a name once released never changes. Areas number their files apart: one with a
   * lower number may arrive after a higher one was applied.
   */
  migrations: Record<string, Migration>;
  /**
   * The oldest migration a program must know to work on this schema. It is raised by the release whose migration a former
   * program cannot live with (decision 0213); all others may be gone back from, and met by programs of before.
   */
  oldestKnown: string;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- Kysely's type is invariant in its tables, and a migration works on schemas that no type describes
type AnyDatabase = Kysely<any>;

const FILE = /^(\d{4}-[a-z0-9-]+)\.ts$/;

/**
 * Migrations of a service by name.
 * @param folder - file URL with a slash at its end; each `0002-refunds.ts` in it exports `up(db)`
 */
export async function loadMigrations(folder: URL): Promise<Record<string, Migration>> {
  const found: Record<string, Migration> = {};
  for (const file of readdirSync(folder).sort()) {
    const name = FILE.exec(file)?.[1];
    if (!name) continue;
    const { up } = (await import(new URL(file, folder).href)) as Migration;
    found[name] = { up };
  }
  return found;
}

const STATEMENT_TIMEOUT_MS = 600_000;

/**
 * Runs `work` on connections whose statements may take as long as a migration of a large table, or as long as another
 * program that migrates holds the lock: the limits of requests would end both.
 * @throws {StartRefusal} `DATABASE_UNREACHABLE`, also when the connection is lost in the middle
 */
export async function withMigrationDatabase<T>(url: string, work: (db: AnyDatabase) => Promise<T>): Promise<T> {
  const database = createDatabase({
    url,
    name: 'migration',
    maxConnections: 2,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    patienceMs: START_PATIENCE_MS,
  });
  try {
    return await work(database.kysely());
  } catch (error) {
    throw describeDatabaseError(error).kind === 'unavailable' ? connectRefusal(url, error) : error;
  } finally {
    await database.close();
  }
}

/**
 * What is still to be applied. A schema of a newer release is worked on as it is when it says that programs of this one may.
 * @returns names; empty when there is nothing to do
 * @throws {StartRefusal} `MIGRATION` when a newer release made the schema and this one cannot work on it, or when none of its
 *   migrations is known: a version before the first release made it
 */
export async function pendingMigrations(
  db: AnyDatabase,
  { schema, migrations }: Pick<MigrateOptions, 'schema' | 'migrations'>,
): Promise<string[]> {
  const applied = await namesIn(db, `${schema}.migration`, 'name');
  const newer = applied.filter((name) => !(name in migrations));
  if (newer.length > 0 && newer.length === applied.length)
    throw new StartRefusal(
      'MIGRATION',
      `The database holds data of a version before the first release (${newer.at(-1)}). Nothing was changed: keep it as it is, and start on an empty one, with another DATA_DIR or DATABASE_URL.`,
    );
  const missing = Object.keys(migrations).filter((name) => !applied.includes(name));
  if (newer.length === 0) return missing;
  const [oldestKnown] = await namesIn(db, `${schema}.migration_floor`, 'oldest_known');
  if (oldestKnown === undefined || !(oldestKnown in migrations) || missing.length > 0) {
    throw new StartRefusal(
      'MIGRATION',
      `The database was brought up to date by a newer release (${newer.at(-1)}): start that release, or restore a backup of this one.`,
    );
  }
  return [];
}

async function namesIn(db: AnyDatabase, table: string, column: string): Promise<string[]> {
  const { rows: tables } = await sql<{ there: string | null }>`select to_regclass(${table})::text as there`.execute(db);
  if (!tables[0]?.there) return [];
  const { rows } = await sql<{ name: string }>`
    select ${sql.ref(column)} as name from ${sql.table(table)} order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Brings a schema up to date. Several programs may ask at once: one does the work, the others wait.
 * @returns names of the migrations applied just now
 * @throws {StartRefusal} `MIGRATION`; nothing of the failed migration is kept
 */
export async function migrate(db: AnyDatabase, { schema, migrations, oldestKnown }: MigrateOptions): Promise<string[]> {
  await createSchema(db, schema);
  const applied = await namesIn(db, `${schema}.migration`, 'name');
  const pending = await pendingMigrations(db, { schema, migrations });
  // Of a newer release: its own programs say what is needed.
  if (applied.some((name) => !(name in migrations))) return [];
  const done = pending.length === 0 ? [] : await apply(db, { schema, migrations });
  await sayOldestKnown(db, { schema, migrations, oldestKnown });
  return done;
}

async function apply(
  db: AnyDatabase,
  { schema, migrations }: Pick<MigrateOptions, 'schema' | 'migrations'>,
): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrations) },
    migrationTableSchema: schema,
    migrationTableName: 'migration',
    migrationLockTableName: 'migration_lock',
    allowUnorderedMigrations: true,
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined) {
    // Nothing is wrong with the data: it is done again.
    if (isPassingFailure(error)) throw error;
    const failed = results.find(({ status }) => status === 'Error')?.migrationName ?? 'bookkeeping';
    throw new StartRefusal(
      'MIGRATION',
      `The database could not be brought up to date (${schema}, ${failed}: ${(error as Error).message}): nothing was changed; restore the previous release or repair the data.`,
      { cause: error },
    );
  }
  return results.filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName);
}

async function sayOldestKnown(
  db: AnyDatabase,
  { schema, migrations, oldestKnown }: Pick<MigrateOptions, 'schema' | 'migrations' | 'oldestKnown'>,
): Promise<void> {
  const table = sql.table(`${schema}.migration_floor`);
  await ignoringRace(
    sql`create table if not exists ${table} (
      only_one boolean primary key default true check (only_one),
      oldest_known text not null
    )`.execute(db),
  );
  // A newer release may have made the schema its own since it was looked at: what it says must stand.
  await sql`insert into ${table} (oldest_known)
    select ${oldestKnown}::text
    where not exists (
      select from ${sql.table(`${schema}.migration`)} where not name = any(${Object.keys(migrations)}::text[])
    )
    on conflict (only_one) do update set oldest_known = excluded.oldest_known
    where ${table}.oldest_known is distinct from excluded.oldest_known`.execute(db);
}

/**
 * How `create … if not exists` of two programs at once still collides in PostgreSQL's catalogue: in an index of it
 * (unique_violation), or when the other one commits between two looks (duplicate_object for the type of a table,
 * duplicate_table, duplicate_schema).
 */
const ALREADY_CREATED: ReadonlySet<string | undefined> = new Set(['23505', '42710', '42P07', '42P06']);

async function ignoringRace(creating: Promise<unknown>): Promise<void> {
  try {
    await creating;
  } catch (error) {
    if (!ALREADY_CREATED.has((error as { code?: string }).code)) throw error;
  }
}

const createSchema = (db: AnyDatabase, schema: string): Promise<void> =>
  ignoringRace(sql`create schema if not exists ${sql.id(schema)}`.execute(db));
