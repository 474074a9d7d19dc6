import { createTestDatabase, findInPlaceChanges, type TestDatabase } from '@redress/database/testing';
import { loadMigrations, migrateClaims } from './migrations.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());
const run = (mayChange = true) => migrateClaims(database.database.kysely(), { mayChange });
const names = async () => Object.keys(await loadMigrations());

it('brings an empty database up to date, once, however many programs start at once', async () => {
  const applied = await Promise.all([run(), run(), run()]);
  expect(applied.flat().sort()).toEqual(await names());
  expect(await run()).toEqual([]);
});

it('says in one sentence that the database is of a newer release', async () => {
  await run();
  await database.database.pool.query("insert into claims.migration values ('9999-from-the-future', '2030-01-01')");
  await expect(run()).rejects.toMatchObject({
    code: 'MIGRATION',
    message: expect.stringMatching(/newer release \(9999-from-the-future\): start that release/),
  });
});

it('says in one sentence that the database is of an older release where it may not change it', async () => {
  await expect(run(false)).rejects.toMatchObject({
    code: 'MIGRATION',
    message: expect.stringMatching(/older release/),
  });
  await run();
  expect(await run(false)).toEqual([]);
});

it('takes a file that arrives after one with a higher number', async () => {
  await run();
  const [first] = await names();
  await database.database.pool.query('drop schema claims cascade');
  await run();
  await database.database.pool.query('delete from claims.migration where name = $1', [first]);
  // The tables are there already, so the file itself fails: but it is asked for, not refused for its place.
  await expect(run()).rejects.toMatchObject({ message: expect.stringContaining('already exists') });
});

it('renames and drops nothing that the release before reads', () => {
  expect(findInPlaceChanges(new URL('../migrations/', import.meta.url), 114)).toEqual([]);
});
