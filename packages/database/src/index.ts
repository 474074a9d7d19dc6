/**
 * PostgreSQL for every service: an embedded server for one machine, a pool with time limits for any server, errors
 * told apart, migrations. Tests get a database of their own from `@redress/database/testing`.
 */
export { lockDataDir, type DataDirLock } from './data-dir-lock.ts';
export {
  socketUrl,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './embedded-postgres.ts';
export { connectRefusal, describeDatabaseError, type DatabaseErrorInfo, type DatabaseErrorKind } from './errors.ts';
export { migrate, withMigrationDatabase, type MigrateOptions } from './migrate.ts';
export {
  assertUsable,
  createDatabase,
  openDatabase,
  OLDEST_MAJOR,
  type Database,
  type OpenDatabaseOptions,
} from './open-database.ts';
export { isStartRefusal, StartRefusal, type RefusalCode } from './refusal.ts';
