/**
 * PostgreSQL for every service: an embedded server for one machine, a pool with time limits for any server, errors
 * told apart, migrations. Tests get a database of their own from `@redress/database/testing`.
 */
export { serverAccount } from './binaries.ts';
export { lockDataDir, lockDataDirAfterCommands, RESTORE_MARK } from './data-dir-lock.ts';
export { socketUrl, startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';
export { buildIndexes } from './build-indexes.ts';
export { connectRefusal, describeDatabaseError, isPassingFailure } from './errors.ts';
export { guardedStream } from './guarded-stream.ts';
export { loadMigrations, migrate, pendingMigrations, withMigrationDatabase } from './migrate.ts';
export { listen } from './listen.ts';
export { clientOf, createDatabase, openDatabase, type Database } from './open-database.ts';
export {
  isRunning,
  ownIdentity,
  processIdentity,
  signal as signalProcess,
  waitForExit,
  type ProcessIdentity,
} from './process-identity.ts';
export { noted } from './noted.ts';
export { repeat } from './repeat.ts';
export { isStartRefusal, isWrongSetting, StartRefusal } from './refusal.ts';
export { SilentConnection, watchedClient } from './silent-connection.ts';
export { withinTime } from './time-left.ts';
export { untilAvailable } from './until-available.ts';
