import { readdirSync } from 'node:fs';
import { StartRefusal, migrate } from '@redress/database';
import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { SCHEMA } from './database.ts';

const FOLDER = new URL('../migrations/', import.meta.url);
const FILE = /^(\d{4}-[a-z0-9-]+)\.ts$/;

/** `0001-accounts.ts` exports `up(db)`; numbers are handed out by area (README). */
export async function loadMigrations(): Promise<Record<string, Migration>> {
  const found: Record<string, Migration> = {};
  for (const file of readdirSync(FOLDER).sort()) {
    const name = FILE.exec(file)?.[1];
    if (!name) continue;
    const { up } = (await import(new URL(file, FOLDER).href)) as Migration;
    found[name] = { up };
  }
  return found;
}

// Kysely's type is invariant in its tables, and these statements name none of ours.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type AnyDb = Kysely<any>;

async function appliedNames(db: AnyDb): Promise<string[]> {
  const { rows } = await sql<{
    there: string | null;
  }>`select to_regclass(${`${SCHEMA}.migration`})::text as there`.execute(db);
  if (!rows[0]?.there) return [];
  const applied = await sql<{
    name: string;
  }>`select name from ${sql.table(`${SCHEMA}.migration`)} order by name`.execute(db);
  return applied.rows.map(({ name }) => name);
}

/**
 * Brings the schema up to date, or only checks that it is. Several programs may ask at once; one does the work.
 * Areas number their files apart, so a file may come after one with a higher number: order is only kept within names.
 * @throws {StartRefusal} MIGRATION: a newer release made this database, an older one did and may not be changed here,
 *   or a migration failed (nothing of it is kept)
 */
export async function migrateClaims(db: AnyDb, { mayChange }: { mayChange: boolean }): Promise<string[]> {
  const migrations = await loadMigrations();
  const applied = await appliedNames(db);
  const newer = applied.filter((name) => !(name in migrations));
  if (newer.length > 0) {
    throw new StartRefusal(
      'MIGRATION',
      `The database was brought up to date by a newer release (${newer.at(-1)}): start that release, or restore a backup of this one.`,
    );
  }
  const missing = Object.keys(migrations).filter((name) => !applied.includes(name));
  if (missing.length === 0) return [];
  if (!mayChange) {
    throw new StartRefusal(
      'MIGRATION',
      `The database is of an older release (${missing[0]} is missing): start the claims role once to bring it up to date.`,
    );
  }
  return migrate(db, { schema: SCHEMA, migrations, allowUnordered: true });
}
