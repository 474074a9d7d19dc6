import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  createDatabase,
  lockDataDir,
  startEmbeddedPostgres,
  type Database,
  type EmbeddedPostgres,
} from '@redress/database';
import { backUp } from './backup.ts';
import { openBackupFolder } from './backup-folder.ts';
import { FILE_COLUMNS } from './named-files.ts';
import { openProductStore } from './product-store.ts';
import { restore, type Restored } from './restore.ts';
import { readInstallation } from './settings.ts';

const letter = Buffer.from('a letter');
const letterKey = createHash('sha256').update(letter).digest('hex');

let root: string;
let server: EmbeddedPostgres;
let database: Database;
const installation = (name: string) => readInstallation({ DATA_DIR: path.join(root, name) }, '/');
const backups = () => path.join(root, 'backups');
const UNSTORED = '0'.repeat(64);
const said: string[] = [];
/** Of two operators who restore the same at once, after a restore that was killed half-way. */
let restores: PromiseSettledResult<Restored>[];
/** Rows that were acknowledged before the copy began, and all that were written. */
let acknowledged: { before: number; all: number };
const say = (line: string) => void said.push(line);

/** Writes go on all the time that the copy takes. */
async function backUpWhileWorking(): Promise<void> {
  let isOver = false;
  let rows = 0;
  const writing = (async () => {
    for (; !isOver; rows += 1) await database.pool.query('insert into claims.saved values ($1)', [rows]);
  })();
  const before = rows;
  await backUp({
    installation: installation('lived'),
    to: backups(),
    init: true,
    runningSocket: server.socketDir,
    say,
  });
  isOver = true;
  await writing;
  acknowledged = { before, all: rows };
}

/** What a restore leaves that is killed after the first files of the database were written. */
function killedRestore(name: string): void {
  const { dataDir } = installation(name);
  const pgdata = path.join(dataDir, 'pg');
  mkdirSync(pgdata, { recursive: true });
  writeFileSync(path.join(pgdata, 'half'), '');
  const mark = { from: backups(), at: null, pgdata, parts: ['database', 'store', 'keys'] };
  writeFileSync(path.join(dataDir, 'restore.json'), JSON.stringify(mark));
}
const restoreTo = (name: string, more: Partial<Parameters<typeof restore>[0]> = {}) =>
  restore({
    installation: installation(name),
    from: backups(),
    at: null,
    pgdata: null,
    parts: ['database', 'store', 'keys'],
    limitMs: 60_000,
    say,
    ...more,
  });

beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'redress-backup-'));
  const { dataDir, keysDir } = installation('lived');
  mkdirSync(keysDir, { recursive: true });
  for (const name of ['secret', 'trust.json', 'channel-production.pem']) {
    writeFileSync(path.join(keysDir, name), name, { mode: 0o600 });
  }
  server = await startEmbeddedPostgres({ dataDir });
  database = createDatabase({ url: server.url, name: 'test' });
  await openProductStore(installation('lived')).put(letterKey, letter);
  await database.pool.query('create schema claims; create schema releases');
  for (const [table, column] of FILE_COLUMNS) await database.pool.query(`create table ${table} (${column} char(64))`);
  await database.pool.query(`
    create table releases.channel (is_put_back boolean);
    insert into releases.channel values (false);
    create table releases.build (name text, build_id text, payload text);
    create table releases.collected_build (name text, build_id text, restored_at timestamptz);
    insert into claims.mailing values ('${letterKey}');
    insert into claims.payment values ('${UNSTORED}');
    create table claims.saved (number int)`);
  await backUpWhileWorking();
  killedRestore('restored');
  restores = await Promise.allSettled([restoreTo('restored'), restoreTo('restored')]);
});
afterAll(async () => {
  await database.close();
  await server.stop();
  rmSync(root, { recursive: true, force: true });
});

it('brings back everything of a running database that was acknowledged before the copy', async () => {
  const restored = await startEmbeddedPostgres({ dataDir: path.join(root, 'restored') });
  const reopened = createDatabase({ url: restored.url, name: 'test' });
  try {
    const { rows } = await reopened.pool.query<{ number: number }>('select number from claims.saved order by 1');
    expect(rows.length).toBeGreaterThanOrEqual(acknowledged.before);
    expect(rows.length).toBeLessThanOrEqual(acknowledged.all);
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index));
    expect((await reopened.pool.query('select * from releases.channel')).rows).toEqual([{ is_put_back: true }]);
  } finally {
    await reopened.close();
    await restored.stop();
  }
});

it('brings back files and keys, the keys for their owner alone', async () => {
  const { keysDir } = installation('restored');
  expect(readdirSync(keysDir)).toEqual(expect.arrayContaining(['secret', 'trust.json', 'channel-production.pem']));
  expect(statSync(path.join(keysDir, 'secret')).mode & 0o077).toBe(0);
  expect(await openProductStore(installation('restored')).get(letterKey)).toEqual(letter);
});

it('lets one of two operators restore, and tells the other', () => {
  expect(restores.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const refused = restores.find((result) => result.status === 'rejected');
  expect(String(refused?.reason)).toMatch(/is using .*restored: stop it first/);
});

it('names the files that the database knows and no backup has', () => {
  const done = restores.find((result) => result.status === 'fulfilled');
  expect(done?.value.missing).toEqual([UNSTORED]);
});

it('begins again where it was killed', () => {
  const { dataDir } = installation('restored');
  expect(said).toContain('A restore that was cut off is begun again.');
  expect(existsSync(path.join(dataDir, 'pg/half'))).toBe(false);
  expect(existsSync(path.join(dataDir, 'restore.json'))).toBe(false);
});

it('does nothing else where a restore was begun and not ended', async () => {
  killedRestore('half');
  await expect(restoreTo('half', { parts: ['keys'] })).rejects.toThrow('Another restore was begun here');
});

it('writes over nothing', async () => {
  await expect(
    restoreTo('lived', { installation: { ...installation('lived'), dataDir: path.join(root, 'apart') } }),
  ).rejects.toThrow(`${installation('lived').keysDir} is not empty`);
  await openProductStore(installation('used')).put(letterKey, letter);
  await expect(restoreTo('used')).rejects.toThrow('is not empty: a restore writes over nothing');
  expect(existsSync(path.join(root, 'used/pg'))).toBe(false);
});

it('does not write over a secret that stands outside of the folder of keys', async () => {
  const secretFile = path.join(root, 'secret-of-production');
  writeFileSync(secretFile, 'in use');
  await expect(
    restoreTo('beside', { installation: { ...installation('beside'), secretFile }, parts: ['keys'] }),
  ).rejects.toThrow(`${secretFile} is not empty`);
  expect(readFileSync(secretFile, 'utf8')).toBe('in use');
});

it('leaves nothing of a copy that failed, or that was killed, on the disk of the backups', async () => {
  const bases = path.join(backups(), 'bases');
  mkdirSync(path.join(bases, '20260401T080000.000Z.unfinished-1/database'), { recursive: true });
  const whole = readdirSync(bases).filter((name) => !name.includes('unfinished'));
  const damaged = path.join(root, 'lived/files', UNSTORED.slice(0, 2), UNSTORED);
  mkdirSync(path.dirname(damaged), { recursive: true });
  writeFileSync(damaged, 'not what its key says');
  await expect(
    backUp({ installation: installation('lived'), to: backups(), runningSocket: server.socketDir, say }),
  ).rejects.toThrow(`${UNSTORED} of`);
  rmSync(damaged);
  expect(readdirSync(bases)).toEqual(whole);
});

it('writes nothing into a folder that is none of backups, as one whose mount is away', async () => {
  const unmounted = path.join(root, 'unmounted');
  mkdirSync(unmounted);
  const args = { installation: installation('lived'), to: unmounted, runningSocket: server.socketDir, say };
  await expect(backUp(args)).rejects.toThrow(`${unmounted} is no folder of backups: mount it`);
  await expect(backUp({ ...args, to: path.join(root, 'nowhere') })).rejects.toThrow('is no folder of backups');
  expect(readdirSync(unmounted)).toEqual([]);
  expect(existsSync(path.join(root, 'nowhere'))).toBe(false);
});

it('lets one of two operators restore keys into the folder that both share', async () => {
  const shared = path.join(root, 'shared-keys');
  const to = (name: string) => ({ ...installation(name), keysDir: shared, secretFile: path.join(shared, 'secret') });
  const results = await Promise.allSettled(
    ['one', 'other'].map((name) => restoreTo(name, { installation: to(name), parts: ['keys'] })),
  );
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(readdirSync(shared)).toEqual(expect.arrayContaining(['secret', 'trust.json']));
});

it('refuses a copy in which a byte was changed, and goes on by the same command when that copy was moved away', async () => {
  const base = openBackupFolder(backups()).bases().at(-1)!;
  writeFileSync(path.join(base.folder, 'PG_VERSION'), '17\n');
  await expect(restoreTo('tampered')).rejects.toThrow('is missing or was changed');
  expect(() => lockDataDir(path.join(root, 'tampered'))).toThrow('A restore into');
  await backUp({ installation: installation('lived'), to: backups(), runningSocket: server.socketDir, say });
  renameSync(path.dirname(base.folder), path.join(root, 'damaged'));
  await expect(restoreTo('tampered')).resolves.toMatchObject({ missing: [UNSTORED] });
});
