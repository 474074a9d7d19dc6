import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { sql } from 'kysely';
import { describeDatabaseError } from './errors.ts';
import { createDatabase, type Database } from './open-database.ts';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';

let test: TestDatabase;
beforeAll(async () => void (test = await createTestDatabase()));
afterAll(() => test.drop());

const opened: Database[] = [];
const open = (url: string, statementTimeoutMs?: number): Database => {
  const database = createDatabase({
    url,
    name: 'lost',
    maxConnections: 4,
    ...(statementTimeoutMs === undefined ? {} : { statementTimeoutMs }),
  });
  opened.push(database);
  return database;
};
afterEach(() => Promise.all(opened.splice(0).map((database) => database.close())));

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
  const error = await client.query('select 1').catch((thrown: unknown) => thrown);
  expect(describeDatabaseError(error).kind).toBe('unavailable');
  client.release();
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
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

/** Stands before the server; once `hang` is called, answers are kept back and new connections get none. */
async function startProxy(): Promise<{ url: string; hang(): void; spoil(): void; goOn(): void; close(): void }> {
  const { hostname, port, searchParams } = new URL(test.url);
  const socketDir = searchParams.get('host');
  const sockets = new Set<Socket>();
  let isHanging = false;
  let isSpoiling = false;
  const server: Server = createServer((near) => {
    const far = socketDir
      ? connect(`${socketDir}/.s.PGSQL.5432`)
      : connect({ host: hostname, port: Number(port || 5432) });
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        near.destroy();
        far.destroy();
      });
    }
    near.on('data', (chunk) => far.write(chunk));
    far.on('data', (chunk: Buffer) => {
      // A row that says it has more columns than were sent.
      if (isSpoiling) chunk.writeInt16BE(0x7fff, chunk.lastIndexOf('D') + 5);
      if (!isHanging) near.write(chunk);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(test.url);
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as { port: number }).port);
  return {
    url: url.href,
    hang: () => void (isHanging = true),
    spoil: () => void (isSpoiling = true),
    goOn: () => void (isHanging = isSpoiling = false),
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

it('does not wait longer than a statement may take for a server that hangs, nor for its second statement', async () => {
  const proxy = await startProxy();
  const database = open(proxy.url, 200);
  const client = await database.pool.connect();
  let silences = 0;
  client.connection.stream.on('timeout', () => (silences += 1));
  proxy.hang();
  const errors = await Promise.all(
    ['select 1', 'rollback'].map((statement) => client.query(statement).catch((thrown: unknown) => thrown)),
  );
  // The second one did not wait for a silence of its own.
  expect(silences).toBe(1);
  expect(errors.map((error) => describeDatabaseError(error).kind)).toEqual(['unavailable', 'unavailable']);
  client.release();
  proxy.goOn();
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  proxy.close();
});

it('fails the statement whose answer cannot be read, and continues with another connection', async () => {
  const proxy = await startProxy();
  const database = open(proxy.url, 200);
  await database.pool.query('select 1');
  proxy.spoil();
  const error = await database.pool.query('select 7 as one').catch((thrown: unknown) => thrown);
  expect(describeDatabaseError(error).kind).toBe('unavailable');
  proxy.goOn();
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  proxy.close();
});

it('keeps a connection that is idle for longer than a statement may take', async () => {
  const database = open(test.url, 50);
  const pid = async () => (await database.pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid;
  const first = await pid();
  const client = await database.pool.connect();
  await once(client.connection.stream, 'timeout');
  client.release();
  expect(await pid()).toBe(first);
});
