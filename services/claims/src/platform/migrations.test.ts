import { migrate } from '@redress/database';
import { createTestDatabase, findNarrowings, type TestDatabase } from '@redress/database/testing';
import { claimsMigrations, migrateClaims, untilMigrated } from './migrations.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());
const run = () => migrateClaims(database.database.kysely());
const names = async () => Object.keys(await claimsMigrations());

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
  await database.database.pool.query("update claims.migration_floor set oldest_known = '0001-claims'");
  expect(await run()).toEqual([]);
  await database.database.pool.query("update claims.migration_floor set oldest_known = '9998-of-the-future'");
  await expect(run()).rejects.toMatchObject({ code: 'MIGRATION' });
});

it('takes a file that arrives after one with a higher number, as areas number theirs apart', async () => {
  await run();
  await database.database.pool.query("insert into claims.migration values ('0000-of-another-area', '2026-01-01')");
  const all = {
    ...(await claimsMigrations()),
    '0000-of-another-area': { up: () => Promise.resolve() },
    '0000-late': { up: () => Promise.resolve() },
  };
  const options = { schema: 'claims', migrations: all, oldestKnown: '0001-claims' };
  expect(await migrate(database.database.kysely(), options)).toEqual(['0000-late']);
});

it('leaves data of before the first release alone, and says how to begin', async () => {
  await run();
  await database.database.pool.query('delete from claims.migration');
  await database.database.pool.query("insert into claims.migration values ('0117-installation', '2026-01-01')");
  await expect(run()).rejects.toMatchObject({
    code: 'MIGRATION',
    message: expect.stringMatching(/before the first release .*Nothing was changed: .*DATA_DIR or DATABASE_URL/),
  });
});

const FOLDER = new URL('../migrations/', import.meta.url);
const NEXT_RELEASE = new URL('../testing/next-release/', import.meta.url);

it('leaves what programs of the release before read and write as it is', async () => {
  const found = await findNarrowings(database.database.kysely(), {
    schema: 'claims',
    newerThan: 1,
    folders: [FOLDER, NEXT_RELEASE],
  });
  expect(found).toEqual([]);
});
