import { createDatabase, migrate } from '@redress/database';
import { createTestDatabase, type TestDatabase } from '@redress/database/testing';
import type { Kysely } from 'kysely';
import { migrations } from '../store/migrations/index.ts';
import type { ReleaseTables } from '../store/schema.ts';

const SCHEMA = { schema: 'releases', oldestKnown: '0001-registry' } as const;

export interface DatabaseBefore {
  db: Kysely<ReleaseTables>;
  /** Brings it to the schema of today. */
  migrateAll(): Promise<string[]>;
  drop: TestDatabase['drop'];
}

/**
 * A database as it was before a migration, for a test of what that migration makes of the rows it meets.
 * @param first - number of the first migration that is left out, as `0025`
 */
export async function databaseBefore(first: string): Promise<DatabaseBefore> {
  const earlier = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < first));
  const { database, drop } = await createTestDatabase({
    key: `releases before ${first}`,
    async prepare(url) {
      const template = createDatabase({ url, name: 'template' });
      await migrate(template.kysely<ReleaseTables>(), { ...SCHEMA, migrations: earlier });
      await template.close();
    },
  });
  const db = database.kysely<ReleaseTables>();
  return { db, migrateAll: () => migrate(db, { ...SCHEMA, migrations }), drop };
}
