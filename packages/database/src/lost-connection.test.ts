import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { sql } from 'kysely';
import pg from 'pg';
import { describeDatabaseError } from './errors.ts';
import { createDatabase, type Database } from './open-database.ts';
import { watchedClient } from './silent-connection.ts';
import { createTestDatabase, startDatabaseProxy, type DatabaseProxy, type TestDatabase } from './testing/index.ts';

let test: TestDatabase;
beforeAll(async () => void (test = await createTestDatabase()));
afterAll(() => test.drop());

const opened: Database[] = [];
const proxies: DatabaseProxy[] = [];
const aProxy = async () => proxies[proxies.push(await startDatabaseProxy(test.url)) - 1]!;
const open = (url: string, more: { statementTimeoutMs?: number; idleTransactionMs?: number } = {}): Database => {
  const database = createDatabase({ url, name: 'lost', maxConnections: 4, ...more });
  opened.push(database);
  return database;
};
afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.close()));
  for (const proxy of proxies.splice(0)) proxy.close();
});

const socketOf = ({ connection }: Pick<pg.Client, 'connection'>) => connection.stream as Socket;
/**
 * Makes an open connection end soon when it is silent. Not by the limit of its pool: a busy machine takes longer than that to
 * connect and to answer, and the test lost what it needs.
 */
const endSoonWhenSilent = (client: Pick<pg.Client, 'connection'>) => void socketOf(client).setTimeout(50);

const expectAway = async (asked: Promise<unknown>) =>
  expect(describeDatabaseError(await asked.catch((thrown: unknown) => thrown)).kind).toBe('unavailable');

const endByAdministrator = (pid: number) => test.database.pool.query('select pg_terminate_backend($1)', [pid]);

it('survives the end of a checked-out connection that is idle', async () => {
  const database = open(test.url);
  const client = await database.pool.connect();
  await client.query('begin');
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  // Not events.once: it would listen for the error itself.
  const ended = new Promise<void>((resolve) => client.on('end', resolve));
  await endByAdministrator(rows[0]!.pid);
  await ended;
  await expectAway(client.query('select 1'));
  client.release();
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

/** A message of the server: its letter, its length, its content. */
const message = (letter: string, content: Buffer | string): Buffer => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(Buffer.byteLength(content) + 4);
  return Buffer.concat([Buffer.from(letter), length, Buffer.from(content)]);
};

it('survives the end of a session that comes in one piece with its login', async () => {
  const ended = message('E', 'SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0');
  const welcome = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', 'I'), ended]);
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(welcome));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const database = open(`postgresql://someone@127.0.0.1:${port}/any?sslmode=disable`);
  await expectAway(database.pool.query('select 1'));
  server.close();
});

it('fails the transaction whose connection is lost, and no other', async () => {
  const database = open(test.url);
  const db = database.kysely<object>();
  const work = (isEnded: boolean) =>
    db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      if (isEnded) await endByAdministrator(rows[0]!.pid);
      await sql`select pg_sleep(0.05)`.execute(trx);
      return 'done';
    });
  const results = await Promise.allSettled([work(true), work(false), work(true), work(false)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
  for (const result of results) {
    if (result.status === 'rejected') expect(describeDatabaseError(result.reason).kind).toBe('unavailable');
  }
});

it('does not wait longer than a statement may take for a server that hangs, nor for its second statement', async () => {
  const proxy = await aProxy();
  const database = open(proxy.url, { statementTimeoutMs: 5_000 });
  const client = await database.pool.connect();
  // The server says itself that a statement took too long: silence is a little more.
  expect(socketOf(client).timeout).toBeGreaterThan(5_000);
  expect(socketOf(client).timeout).toBeLessThan(6_000);
  let silences = 0;
  socketOf(client).on('timeout', () => (silences += 1));
  proxy.hang();
  endSoonWhenSilent(client);
  const errors = await Promise.all(
    ['select 1', 'rollback'].map((statement) => client.query(statement).catch((thrown: unknown) => thrown)),
  );
  // The second one did not wait for a silence of its own.
  expect(silences).toBe(1);
  expect(errors.map((error) => describeDatabaseError(error).kind)).toEqual(['unavailable', 'unavailable']);
  client.release();
  proxy.goOn();
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

it('takes no time in which this program itself stood still for silence of the server', async () => {
  const client = await open(test.url).pool.connect();
  endSoonWhenSilent(client);
  const asked = client.query('select 1 as one').finally(() => client.release());
  for (const end = performance.now() + 400; performance.now() < end;);
  expect((await asked).rows).toEqual([{ one: 1 }]);
});

it('does not wait for a server that falls silent on a connection which nobody used for a while', async () => {
  const proxy = await aProxy();
  const database = open(proxy.url);
  const client = await database.pool.connect();
  endSoonWhenSilent(client);
  await once(socketOf(client), 'timeout');
  proxy.forget();
  await expectAway(client.query('select 1'));
  client.release();
});

it('ends silent connections of a pool that somebody else makes', async () => {
  const proxy = await aProxy();
  const pool = new pg.Pool({ connectionString: proxy.url, Client: watchedClient(5_000, pg.Client) });
  pool.on('error', () => {});
  const client = await pool.connect();
  expect(socketOf(client).timeout).toBe(5_000);
  endSoonWhenSilent(client);
  client.release();
  proxy.forget();
  await expectAway(pool.query('select 1'));
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

it('ends with a silent connection those that are idle and have said nothing since it asked', async () => {
  const proxy = await aProxy();
  const pool = new pg.Pool({ connectionString: proxy.url, Client: watchedClient(5_000, pg.Client) });
  pool.on('connect', (each) => void each.on('error', () => {}));
  const [client, idle] = await Promise.all([pool.connect(), pool.connect()]);
  // Not events.once: it would listen for the error itself.
  const end = new Promise<unknown>((resolve) => socketOf(idle).on('close', resolve));
  endSoonWhenSilent(client);
  await once(socketOf(client), 'timeout');
  proxy.forget();
  const asked = client.query('select 1').catch((thrown: unknown) => thrown);
  // Made behind the loss: it lives.
  const fresh = await pool.connect();
  expect(describeDatabaseError(await asked).kind).toBe('unavailable');
  await end;
  expect((await fresh.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  for (const each of [client, idle, fresh]) each.release();
  await pool.end();
});

it('fails the statement whose answer cannot be read, and continues with another connection', async () => {
  const proxy = await aProxy();
  const database = open(proxy.url);
  await database.pool.query('select 1');
  proxy.spoil();
  await expectAway(database.pool.query('select 7 as one'));
  proxy.goOn();
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

it('keeps a connection that is idle for longer than a statement may take', async () => {
  const database = open(test.url);
  const pid = async () => (await database.pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid;
  const first = await pid();
  const client = await database.pool.connect();
  const limitMs = socketOf(client).timeout as number;
  endSoonWhenSilent(client);
  await once(socketOf(client), 'timeout');
  socketOf(client).setTimeout(limitMs);
  client.release();
  expect(await pid()).toBe(first);
});

it('a transaction of a program that was lost without a word gives its locks back', async () => {
  const proxy = await aProxy();
  const database = open(proxy.url, { idleTransactionMs: 100 });
  const client = await database.pool.connect();
  await client.query('begin; select pg_advisory_xact_lock(1)');
  proxy.forget();
  const waiter = open(test.url, { statementTimeoutMs: 20_000 });
  await waiter.pool.query('select pg_advisory_lock(1)');
  client.release(true);
});
