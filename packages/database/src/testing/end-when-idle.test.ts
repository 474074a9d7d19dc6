import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase, type TestDatabase } from './index.ts';

let folder: string;
const names = ['REDRESS_TEST_DATABASE_DIR', 'REDRESS_TEST_DATABASE_IDLE_MS', 'DATABASE_URL'] as const;
const before = names.map((name) => [name, process.env[name]] as const);
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'redress-idle-'));
  // The account of the server goes through it.
  chmodSync(folder, 0o755);
  process.env['REDRESS_TEST_DATABASE_DIR'] = folder;
  process.env['REDRESS_TEST_DATABASE_IDLE_MS'] = '300';
  delete process.env['DATABASE_URL'];
});
afterEach(() => {
  for (const [name, value] of before) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  rmSync(folder, { recursive: true, force: true });
});

const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
};
const hasServer = () => existsSync(path.join(folder, 'pg/postmaster.pid'));
/** With its files, when it is not used any more. */
const untilRemoved = () => until(() => !existsSync(folder) || readdirSync(folder).length === 0);
const select = async ({ database }: TestDatabase) => (await database.pool.query('select 1 as one')).rows;

it('is in nobody’s way who needs a server at the moment at which it ends the one that nobody used', async () => {
  await (await createTestDatabase()).drop();
  await until(() => !hasServer());
  const test = await createTestDatabase();
  expect(await select(test)).toEqual([{ one: 1 }]);
  const other = await createTestDatabase();
  expect(await select(other)).toEqual([{ one: 1 }]);
  await other.drop();
  await test.drop();
  await untilRemoved();
});

/** Stands before the server, at the place that its files name: the first two that ask for a connection are refused. */
function refuseTwice() {
  const pidFile = path.join(folder, 'pg/postmaster.pid');
  const lines = readFileSync(pidFile, 'utf8').split('\n');
  const place = path.join(folder, 'door');
  mkdirSync(place);
  const fields = ['SFATAL', 'C53300', 'Msorry, too many clients already', ''].map((field) => `${field}\0`).join('');
  const refusal = Buffer.concat([Buffer.from('E'), Buffer.alloc(4), Buffer.from(fields)]);
  refusal.writeInt32BE(refusal.length - 1, 1);
  let refused = 0;
  const door = createServer((near) => {
    near.on('error', () => {});
    near.once('data', (asked) => {
      if (refused < 2) {
        refused += 1;
        near.end(refusal);
        return;
      }
      const far = connect(path.join(lines[4]!, '.s.PGSQL.5432'), () => far.write(asked));
      far.on('error', () => {});
      near.pipe(far).pipe(near);
    });
  });
  door.listen(path.join(place, '.s.PGSQL.5432'));
  writeFileSync(pidFile, lines.with(4, place).join('\n'));
  return { times: () => refused, close: () => door.close() };
}

it('waits for a server that has no connection left, and does not end it with the tests that have one', async () => {
  const first = await createTestDatabase();
  const held = await first.database.pool.connect();
  const door = refuseTwice();
  const second = await createTestDatabase();
  expect(await select(second)).toEqual([{ one: 1 }]);
  expect(door.times()).toBe(2);
  expect((await held.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  held.release();
  await second.drop();
  await first.drop();
  door.close();
  await untilRemoved();
});
