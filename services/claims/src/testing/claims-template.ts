import { openDatabase } from '@redress/database';
import { hashOfFolder, type TestDatabaseOptions } from '@redress/database/testing';
import { buildClaimsIndexes, migrateClaims } from '../platform/migrations.ts';

/** The schema as every test database of the service begins with it. */
export const claimsTemplate = (): TestDatabaseOptions => ({
  key: `claims ${hashOfFolder(new URL('../migrations', import.meta.url))}`,
  async prepare(url) {
    const target = await openDatabase({ url, name: 'template' });
    await migrateClaims(target.kysely());
    await target.close();
    await buildClaimsIndexes(url);
  },
});
