import { createTestDatabase, findInPlaceChanges, findNarrowings, type TestDatabase } from '@redress/database/testing';
import { loadMigrations, migrateClaims, untilMigrated } from './migrations.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());
const run = () => migrateClaims(database.database.kysely());
const names = async () => Object.keys(await loadMigrations());

it('brings an empty database up to date, once, however many programs start at once', async () => {
  const applied = await Promise.all([run(), run(), run()]);
  expect(applied.flat().sort()).toEqual(await names());
  expect(await run()).toEqual([]);
});

it('says in one sentence that the database is of a newer release', async () => {
  await run();
  await database.database.pool.query("insert into claims.migration values ('9999-from-the-future', '2030-01-01')");
  await database.database.pool.query("update claims.migration_floor set oldest_known = '9999-from-the-future'");
  await expect(run()).rejects.toMatchObject({
    code: 'MIGRATION',
    message: expect.stringMatching(/newer release \(9999-from-the-future\): start that release/),
  });
});

describe('a process that may not change the schema', () => {
  const waiting = (stopping = new AbortController().signal) => {
    const said: string[] = [];
    return { said, done: untilMigrated(database.database.kysely(), { log: (line) => said.push(line), stopping }) };
  };

  it('waits for one that does', async () => {
    const { said, done } = waiting();
    while (said.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(said[0]).toMatch(/Waiting for a process with the role claims .*is missing/);
    await run();
    await done;
    expect(said).toHaveLength(1);
  });

  it('goes on at once where there is nothing to wait for', async () => {
    await run();
    const { said, done } = waiting();
    await done;
    expect(said).toEqual([]);
  });

  it('gives up when it is asked to stop, and refuses a newer schema', async () => {
    const stop = new AbortController();
    const { done } = waiting(stop.signal);
    stop.abort();
    await done;
    await run();
    await database.database.pool.query("insert into claims.migration values ('9999-from-the-future', '2030-01-01')");
    await database.database.pool.query("update claims.migration_floor set oldest_known = '9999-from-the-future'");
    await expect(waiting().done).rejects.toMatchObject({ code: 'MIGRATION' });
  });
});

it('works as it is on the schema of a newer release that says so', async () => {
  await run();
  await database.database.pool.query("insert into claims.migration values ('9999-from-the-future', '2030-01-01')");
  await database.database.pool.query("update claims.migration_floor set oldest_known = '0115-mailing-letter'");
  expect(await run()).toEqual([]);
  await database.database.pool.query("update claims.migration_floor set oldest_known = '9998-of-the-future'");
  await expect(run()).rejects.toMatchObject({ code: 'MIGRATION' });
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

it('leaves what programs of the release before read and write as it is', async () => {
  const folder = new URL('../migrations/', import.meta.url);
  const migrations = await loadMigrations();
  const found = await findNarrowings(database.database.kysely(), {
    schema: 'claims',
    migrations,
    newerThan: 114,
    folder,
  });
  expect(found).toEqual([]);
});
