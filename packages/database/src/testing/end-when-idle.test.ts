import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
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
  // Removed with its files when nobody uses it any more.
  await until(() => !existsSync(folder) || readdirSync(folder).length === 0);
});
