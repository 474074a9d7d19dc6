import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { createDatabase } from './open-database.ts';
import { StartRefusal } from './refusal.ts';

export interface MigrateOptions {
  /** Schema that holds the bookkeeping tables; created when it is not there. */
  schema: string;
  /** By name, applied in alphabetical order; a name once released never changes. */
  migrations: Record<string, Migration>;
  /** Areas number their files apart: one with a lower number may arrive after a higher one was applied. */
  allowUnordered?: boolean;
}

const STATEMENT_TIMEOUT_MS = 600_000;

/**
 * Runs `work` on connections whose statements may take as long as a migration of a large table, or as long as another
 * program that migrates holds the lock: the limits of requests would end both.
 */
export async function withMigrationDatabase<T>(
  url: string,
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a migration runs against schemas that no type describes
  work: (db: Kysely<any>) => Promise<T>,
): Promise<T> {
  const database = createDatabase({
    url,
    name: 'migration',
    maxConnections: 2,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  try {
    return await work(database.kysely());
  } finally {
    await database.close();
  }
}

/**
 * Brings a schema up to date. Several programs may ask at once: one does the work, the others wait.
 * @returns names of the migrations applied just now
 * @throws {StartRefusal} `MIGRATION`; nothing of the failed migration is kept
 */
export async function migrate(
  // The caller's tables are of no interest here, and Kysely's type is invariant in them.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  db: Kysely<any>,
  { schema, migrations, allowUnordered = false }: MigrateOptions,
): Promise<string[]> {
  await createSchema(db, schema);
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrations) },
    migrationTableSchema: schema,
    migrationTableName: 'migration',
    migrationLockTableName: 'migration_lock',
    allowUnorderedMigrations: allowUnordered,
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined) {
    const failed = results.find(({ status }) => status === 'Error')?.migrationName ?? 'bookkeeping';
    throw new StartRefusal(
      'MIGRATION',
      `The database could not be brought up to date (${schema}, ${failed}: ${(error as Error).message}): nothing was changed; restore the previous release or repair the data.`,
      { cause: error },
    );
  }
  return results.filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName);
}

/** `create schema if not exists` of two programs at once still collides in PostgreSQL's catalogue. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- as above
async function createSchema(db: Kysely<any>, schema: string): Promise<void> {
  try {
    await sql`create schema if not exists ${sql.id(schema)}`.execute(db);
  } catch (error) {
    if ((error as { code?: string }).code !== '23505') throw error;
  }
}
