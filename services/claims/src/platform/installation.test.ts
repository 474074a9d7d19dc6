import { createTestDatabase, type TestDatabase } from '@redress/database/testing';
import type { Db } from './database.ts';
import { refuseOtherSecret } from './installation.ts';
import { migrateClaims } from './migrations.ts';
import { createSecrets } from './secrets.ts';
import type { Tables } from './tables.ts';

let database: TestDatabase;
let db: Db;
beforeEach(async () => {
  database = await createTestDatabase();
  await migrateClaims(database.database.kysely());
  db = database.database.kysely<Tables>().withSchema('claims');
});
afterEach(() => database.drop());

const [first, second] = [createSecrets('1'.repeat(32)), createSecrets('2'.repeat(32))];

it('takes the secret of the first process, and from then on no other', async () => {
  await Promise.all([refuseOtherSecret(db, first, null), refuseOtherSecret(db, first, null)]);
  await expect(refuseOtherSecret(db, second, null)).rejects.toMatchObject({
    code: 'KEYS',
    message: expect.stringContaining('SECRET_FILE'),
  });
});

it('follows a rotation, after which the secret before is refused', async () => {
  await refuseOtherSecret(db, first, null);
  await refuseOtherSecret(db, second, first);
  await refuseOtherSecret(db, second, null);
  await expect(refuseOtherSecret(db, first, null)).rejects.toMatchObject({ code: 'KEYS' });
});
