import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FILE_COLUMNS } from '@redress/backup';
import { createTestDatabase, type TestDatabase } from '@redress/database/testing';
import { migrateClaims } from '../platform/migrations.ts';
import { runBackupCommand, type BackupValues } from './backup-commands.ts';

const PLACE = { env: { DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/none' }, cwd: '/', print: () => {} };
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await migrateClaims(database.database.kysely());
});
afterAll(() => database.drop());

it('looks after a restore for the files of every column that names one', async () => {
  const { rows } = await database.database.pool.query<{ column: string }>(`
    select table_schema || '.' || table_name || '.' || column_name as column from information_schema.columns
    where table_schema = 'claims' and column_name like '%\\_key' and data_type = 'character' and character_maximum_length = 64`);
  expect(rows.map(({ column }) => column).toSorted()).toEqual(FILE_COLUMNS.map((names) => names.join('.')).toSorted());
});

it('says how old the newest backup is in a file that Prometheus reads and an alert names, and 0 where there is none', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'redress-backups-'));
  const file = path.join(folder, 'backup.prom');
  const list = () => runBackupCommand('backups', { from: folder, 'metrics-file': file }, PLACE);
  await expect(list()).rejects.toThrow('There is no backup');
  expect(readFileSync(file, 'utf8')).toMatch(/^backup_newest_timestamp_seconds 0$/m);
  for (const at of ['2026-04-01T00:00:00.000Z', '2026-04-02T00:00:00.000Z']) {
    mkdirSync(path.join(folder, 'bases', at), { recursive: true });
    writeFileSync(path.join(folder, 'bases', at, 'base.json'), JSON.stringify({ at, chain: null }));
  }
  expect(await list()).toBe(0);
  const text = readFileSync(file, 'utf8');
  rmSync(folder, { recursive: true });
  const [, name, value] = /^(\w+) (\d+)$/m.exec(text) as unknown as [string, string, string];
  expect(new Date(Number(value) * 1_000).toISOString()).toBe('2026-04-02T00:00:00.000Z');
  const alerts = readFileSync(new URL('../../../../docs/deploy/alerts.yml', import.meta.url), 'utf8');
  expect(alerts).toContain(`(time() - max(${name})) > `);
});

it.each<[string, BackupValues, string]>([
  ['backup', {}, '--to'],
  ['restore', {}, '--from'],
  ['restore', { from: '/nowhere', only: 'database,files' }, '--only knows database, store, keys, and not files'],
  ['restore', { from: '/nowhere', minutes: 'ten' }, '--minutes must be a number above 0'],
  ['restore', { from: '/nowhere', at: '2026-04-01' }, 'There is no copy of a database here'],
  ['archive', { to: '/nowhere', 'every-seconds': '0' }, '--every-seconds'],
  ['backups', { from: '/nowhere' }, 'There is no backup in /nowhere'],
])('says what a command lacks: %s %j', async (command, values, message) => {
  await expect(runBackupCommand(command, values, PLACE)).rejects.toThrow(message);
});
