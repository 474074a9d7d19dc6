import { setTimeout as wait } from 'node:timers/promises';
import { buildIndexes, loadMigrations, migrate, pendingMigrations } from '@redress/database';
import type { Kysely } from 'kysely';
import { INDEXES } from '../migrations/indexes.ts';
import { SCHEMA } from './database.ts';

/** `0002-refunds.ts` exports `up(db)`; numbers are handed out by area (README). */
const FOLDER = new URL('../migrations/', import.meta.url);
/** Programs that know this migration can work on the schema as it is now; see `MigrateOptions`. */
const OLDEST_KNOWN = '0001-claims';

export const claimsMigrations = () => loadMigrations(FOLDER);

// Kysely's type is invariant in its tables, and these statements name none of ours.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type AnyDb = Kysely<any>;

/**
 * Brings the schema up to date. Several programs may ask at once; one does the work.
 * @returns names of the migrations applied just now
 * @throws {StartRefusal} MIGRATION: a newer release made this database, or a migration failed (nothing of it is kept)
 */
export async function migrateClaims(db: AnyDb): Promise<string[]> {
  return migrate(db, {
    schema: SCHEMA,
    migrations: await claimsMigrations(),
    oldestKnown: OLDEST_KNOWN,
  });
}

/**
 * Builds the indexes that the schema still lacks, beside running programs. Nothing depends on them but time.
 * @returns names of those built just now
 */
export const buildClaimsIndexes = (
  url: string,
  options: { log?: (message: string) => void; stopping?: AbortSignal } = {},
): Promise<string[]> => buildIndexes(url, { schema: SCHEMA, indexes: INDEXES, ...options });

const SCHEMA_POLL_MS = 1_000;

/**
 * Waits until another process has brought the schema up to date: processes are started in any order.
 * @param args.stopping - ends the wait
 * @throws {StartRefusal} MIGRATION: a newer release made this database
 */
export async function untilMigrated(
  db: AnyDb,
  { log, stopping }: { log: (message: string) => void; stopping: AbortSignal },
): Promise<void> {
  const migrations = await claimsMigrations();
  let hasSaid = false;
  for (;;) {
    const [missing] = await pendingMigrations(db, { schema: SCHEMA, migrations });
    if (missing === undefined || stopping.aborted) return;
    if (!hasSaid)
      log(`Waiting for a process with the role claims to bring the database up to date (${missing} is missing).`);
    hasSaid = true;
    await wait(SCHEMA_POLL_MS, undefined, { signal: stopping }).catch(() => {});
  }
}
