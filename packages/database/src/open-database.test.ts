import { createServer } from 'node:net';
import { connectRefusal, describeDatabaseError } from './errors.ts';
import { migrate } from './migrate.ts';
import { assertUsable, createDatabase, openDatabase } from './open-database.ts';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';
import { sql } from 'kysely';
import { withinTime } from './time-left.ts';

let test: TestDatabase;
beforeAll(async () => void (test = await createTestDatabase()));
afterAll(() => test.drop());

it('ends a statement that runs past its limit, and says so', async () => {
  const database = createDatabase({ url: test.url, name: 'slow', statementTimeoutMs: 50 });
  const error = await database.pool.query('select pg_sleep(5)').catch((thrown: unknown) => thrown);
  expect(describeDatabaseError(error).kind).toBe('timeout');
  await database.close();
});

it('begins nothing more of what takes too long as a whole, and undoes it, but for a commit', async () => {
  const db = test.database.kysely<object>();
  await sql`create table kept (n int)`.execute(db);
  const now = performance.now.bind(performance);
  let passedMs = 0;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + passedMs);
  const put = (n: number) =>
    db.transaction().execute(async (trx) => {
      await sql`insert into kept values (${n})`.execute(trx);
      passedMs += 60_000;
      if (n === 1) await sql`select 1`.execute(trx);
    });
  const late = await withinTime(60_000, () => put(1)).catch((error: unknown) => error);
  await withinTime(60_000, () => put(2));
  clock.mockRestore();
  expect(describeDatabaseError(late).kind).toBe('timeout');
  expect((await sql`select n from kept`.execute(db)).rows).toEqual([{ n: 2 }]);
});

it('neither compiles a statement nor starts workers for it, whatever the server is set to', async () => {
  const { rows } = await test.database.pool.query(
    "select name, setting, source from pg_settings where name in ('jit', 'max_parallel_workers_per_gather') order by name",
  );
  expect(rows).toEqual([
    { name: 'jit', setting: 'off', source: 'session' },
    { name: 'max_parallel_workers_per_gather', setting: '0', source: 'session' },
  ]);
});

it('limits the wait for a server that accepts and says nothing', async () => {
  const silent = createServer((socket) => socket.resume());
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as { port: number };
  const opened = openDatabase({ url: `postgresql://x@127.0.0.1:${port}/x`, name: 'x' });
  await expect(opened).rejects.toMatchObject({ code: 'DATABASE_UNREACHABLE' });
  await new Promise((resolve) => silent.close(resolve));
});

it.each([
  [
    'an address where nothing listens',
    'postgresql://u:secret@127.0.0.1:1/x',
    /Nothing answers at 127.0.0.1:1\/x: start/,
  ],
  ['text that is no connection string', 'not a url', /correct DATABASE_URL/],
])('answers %s with one sentence and no password', async (_, url, sentence) => {
  const error = await openDatabase({ url, name: 'x' }).catch((thrown: Error) => thrown);
  expect((error as Error).message).toMatch(sentence);
  expect((error as Error).message).not.toContain('secret');
  expect((error as Error).message.split('\n')).toHaveLength(1);
});

it('refuses two addresses of two databases: jobs of one would be worked on in the other', async () => {
  const other = await createTestDatabase();
  const opened = openDatabase({ url: test.url, directUrl: other.url, name: 'x' });
  await expect(opened).rejects.toMatchObject({
    code: 'DATABASE_REFUSED',
    message: expect.stringMatching(/^DATABASE_DIRECT_URL leads to another database than DATABASE_URL/),
  });
  await other.drop();
  const direct = Object.assign(new URL(test.url), {
    search: `${new URL(test.url).search}&application_name=direct`,
  }).href;
  await (await openDatabase({ url: test.url, directUrl: direct, name: 'x' })).close();
});

it('names a database that does not exist', async () => {
  const url = Object.assign(new URL(test.url), { pathname: '/nowhere' }).href;
  await expect(openDatabase({ url, name: 'x' })).rejects.toMatchObject({
    code: 'DATABASE_REFUSED',
    message: expect.stringContaining('create it, or correct DATABASE_URL'),
  });
});

it('refuses an old server and an encoding that cannot hold every name', () => {
  expect(() => assertUsable(14, 'UTF8')).toThrow(/PostgreSQL 14 and Redress needs 15/);
  expect(() => assertUsable(15, 'SQL_ASCII')).toThrow(/UTF8/);
  expect(() => assertUsable(15, 'UTF8')).not.toThrow();
});

it('refuses a bigint that a number would round', async () => {
  await expect(test.database.pool.query('select 9007199254740993::bigint as n')).rejects.toThrow(RangeError);
});

it('distinguishes an existing row, a retry and a lost connection', () => {
  expect(describeDatabaseError({ code: '23505' })).toEqual({ kind: 'unique', code: '23505' });
  expect(describeDatabaseError({ code: '40P01' }).kind).toBe('retry');
  expect(describeDatabaseError(new Error('Connection terminated unexpectedly')).kind).toBe('unavailable');
  // A name that is looked up too late, a network that is down, no port left, a transaction or a session ended as it is asked.
  const away = 'EAI_AGAIN EHOSTUNREACH ENETUNREACH EADDRNOTAVAIL ECONNREFUSED 25P03 25P04 57P05';
  for (const code of away.split(' ')) expect(describeDatabaseError({ code }).kind).toBe('unavailable');
  for (const code of ['53100', '53000', '58030', '25006']) expect(describeDatabaseError({ code }).kind).toBe('full');
  expect(describeDatabaseError(new Error('else')).kind).toBe('other');
  expect(connectRefusal('postgresql://h/db', { code: '28P01', message: '' }).code).toBe('DATABASE_REFUSED');
});

const migrations = {
  '0001-first': { up: (db: never) => sql`create table area.note (text text not null)`.execute(db).then(() => {}) },
};

it('brings a schema up to date once, however many programs ask', async () => {
  const db = test.database.kysely<object>();
  // Who meets whom in the catalogue is chance: more rounds meet in more places.
  for (let round = 0; round < 20; round += 1) {
    const schema = `area_${round}`;
    const first = {
      up: (each: never) => sql`create table ${sql.table(`${schema}.note`)} (text text)`.execute(each).then(() => {}),
    };
    const one = () => migrate(db, { schema, migrations: { '0001-first': first }, oldestKnown: '0001-first' });
    const applied = await Promise.all([one(), one(), one(), one()]);
    expect(applied.flat()).toEqual(['0001-first']);
  }
});

it('leaves what a newer release says of the schema, also when that one comes in between', async () => {
  const db = test.database.kysely<object>();
  const nothing = { up: () => Promise.resolve() };
  const former = { schema: 'between', migrations: { '0001-first': nothing }, oldestKnown: '0001-first' };
  const newer = { '0001-first': nothing, '0002-second': nothing };
  await migrate(db, former);
  const client = await test.database.pool.connect();
  try {
    await client.query('begin');
    await client.query('lock table between.migration_floor in exclusive mode');
    const begun = migrate(db, former);
    // Copies of one template give their tables the same numbers.
    const waits = `select from pg_locks where not granted and relation = 'between.migration_floor'::regclass
      and database = (select oid from pg_database where datname = current_database())`;
    while ((await client.query(waits)).rows.length === 0);
    await client.query("insert into between.migration (name, timestamp) values ('0002-second', '2026-01-01')");
    await client.query("update between.migration_floor set oldest_known = '0002-second'");
    await client.query('commit');
    await begun;
  } finally {
    client.release();
  }
  await expect(migrate(db, former)).rejects.toMatchObject({ code: 'MIGRATION' });
  expect(await migrate(db, { ...former, migrations: newer, oldestKnown: '0002-second' })).toEqual([]);
});

it('keeps nothing of a migration that fails, and names it', async () => {
  const db = test.database.kysely<object>();
  const failing = {
    ...migrations,
    '0002-second': {
      up: async (trx: never) => {
        await sql`create table area.half (n int)`.execute(trx);
        await sql`select 1/0`.execute(trx);
      },
    },
  };
  await expect(migrate(db, { schema: 'area', migrations: failing, oldestKnown: '0001-first' })).rejects.toMatchObject({
    code: 'MIGRATION',
    message: expect.stringContaining('0002-second'),
  });
  const { rows } = await test.database.pool.query("select to_regclass('area.half') as half");
  expect(rows).toEqual([{ half: null }]);
});

it('gives every test file a database of its own from one template', async () => {
  let prepared = 0;
  const template = {
    key: `open-database.test ${test.url}`,
    prepare: async (url: string) => {
      prepared += 1;
      const database = createDatabase({ url, name: 'prepare' });
      await database.pool.query('create table note (n int)');
      await database.close();
    },
  };
  const [one, two] = await Promise.all([createTestDatabase(template), createTestDatabase(template)]);
  await one.database.pool.query('insert into note values (1)');
  expect((await two.database.pool.query('select * from note')).rows).toEqual([]);
  expect(prepared).toBe(1);
  await Promise.all([one.drop(), two.drop()]);
});

it('takes another login at the next connection, and ends those of the one before as they are given back', async () => {
  const name = `login_${process.pid}`;
  const owner = new URL(test.url).username || 'postgres';
  await test.database.pool.query(`create role ${name} login superuser password 'next'`);
  let url = test.url;
  const database = createDatabase({ url: () => url, name: 'login', maxConnections: 3 });
  const whoAmI = async () => {
    const { rows } = await database.pool.query<{ who: string }>('select session_user as who');
    return rows[0]?.who;
  };
  try {
    expect(await whoAmI()).toBe(owner);
    const held = await database.pool.connect();
    const next = new URL(test.url);
    // The embedded server of tests listens on a socket, whose address names the login in its query.
    if (next.searchParams.has('user')) next.searchParams.set('user', name);
    else Object.assign(next, { username: name, password: 'next' });
    url = next.href;
    // Opened before the change: in use, so it goes on to its end.
    expect((await held.query<{ who: string }>('select session_user as who')).rows[0]?.who).toBe(owner);
    held.release();
    expect([await whoAmI(), await whoAmI()]).toEqual([name, name]);
    expect(database.url).toBe(url);
    const { rows } = await database.pool.query<{ logins: string[] }>(
      `select array_agg(distinct usename::text) as logins from pg_stat_activity where application_name = 'redress-login' and datname = current_database()`,
    );
    expect(rows[0]?.logins).toEqual([name]);
  } finally {
    await database.close();
    await test.database.pool.query(`drop role ${name}`);
  }
});
