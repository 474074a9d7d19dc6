import { createServer, type Server } from 'node:net';
import { sql } from 'kysely';
import { migrate, withMigrationDatabase } from './migrate.ts';
import { StartRefusal } from './refusal.ts';
import { createTestDatabase, startDatabaseProxy } from './testing/index.ts';
import { untilAvailable } from './until-available.ts';

const AWAY = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const nothing = () => {};

it('does the work again while the database is away, and says once what it waits for', async () => {
  const said: string[] = [];
  let tries = 0;
  const work = () => ((tries += 1) < 3 ? Promise.reject(AWAY) : Promise.resolve(tries));
  expect(await untilAvailable(work, { log: (line) => said.push(line), sayAfterMs: 0 })).toBe(3);
  expect(said).toEqual(['The start waits for the database: connect ECONNREFUSED']);
});

it.each([
  ['a wrong setting', new StartRefusal('DATABASE_REFUSED', 'no such user')],
  ['a fault of the program', new TypeError('undefined')],
])('does not repeat %s', async (_, fault) => {
  let tries = 0;
  const work = () => Promise.reject((tries += 1) && fault);
  await expect(untilAvailable(work, { log: nothing })).rejects.toBe(fault);
  expect(tries).toBe(1);
});

it('gives up when its time is over, and when the program is stopped', async () => {
  const work = () => Promise.reject(AWAY);
  await expect(untilAvailable(work, { log: nothing, limitMs: -1 })).rejects.toBe(AWAY);
  await expect(untilAvailable(work, { log: nothing, stopping: AbortSignal.abort() })).rejects.toBe(AWAY);
});

async function listening(): Promise<{ server: Server; port: number }> {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as { port: number }).port };
}

it('says in a sentence that a migration found no database', async () => {
  const { server, port } = await listening();
  await expect(
    withMigrationDatabase(`postgresql://x@127.0.0.1:${port}/x`, (db) =>
      migrate(db, { schema: 'x', migrations: {}, oldestKnown: '' }),
    ),
  ).rejects.toMatchObject({ code: 'DATABASE_UNREACHABLE' });
  server.close();
});

it('migrates on a server that answers a login late, and takes one that is lost in the middle for away', async () => {
  const test = await createTestDatabase();
  const proxy = await startDatabaseProxy(test.url);
  const migrations = {
    '0001-lost': {
      up: async (db: never) => {
        if (!lost) proxy.narrow(100, 2_000);
        lost = true;
        await sql`create schema late`.execute(db);
      },
    },
  };
  let lost = false;
  const once = () =>
    withMigrationDatabase(proxy.url, (db) => migrate(db, { schema: 'area', migrations, oldestKnown: '0001-lost' }));
  await expect(once()).rejects.toMatchObject({ code: 'DATABASE_UNREACHABLE' });
  expect(await untilAvailable(once, { log: nothing })).toEqual(['0001-lost']);
  proxy.close();
  await test.drop();
});
