import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { serverAccount } from './binaries.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';
import { openDatabase, type Database } from './open-database.ts';
import { processStart, waitForExit } from './process-identity.ts';

const home = mkdtempSync(path.join(tmpdir(), 'redress-embedded-'));
// The account the server runs as passes through here.
chmodSync(home, 0o755);
const dataDir = path.join(home, 'data');
const lines: string[] = [];
let server: EmbeddedPostgres;
let database: Database;

beforeAll(async () => {
  mkdirSync(dataDir);
  server = await startEmbeddedPostgres({ dataDir, log: (line) => lines.push(line) });
  database = await openDatabase({ url: server.url, name: 'test' });
});
afterAll(async () => {
  await database.close();
  await server.stop();
  rmSync(home, { recursive: true, force: true });
});

const setting = async (name: string) =>
  (await database.pool.query<{ value: string }>('select current_setting($1) as value', [name])).rows[0]?.value;

it('is reached by a unix socket only, in a folder closed to others', async () => {
  expect(await setting('listen_addresses')).toBe('');
  expect(statSync(server.socketDir).mode & 0o077).toBe(0);
});

it('writes acknowledged work to disk', async () => {
  expect(await setting('fsync')).toBe('on');
  expect(await setting('synchronous_commit')).toBe('on');
  expect(await setting('full_page_writes')).toBe('on');
});

it('never runs as root', () => {
  const { uid } = serverAccount();
  expect(statSync(path.join(dataDir, 'pg')).uid).toBe(uid ?? process.getuid?.());
  expect(uid).not.toBe(0);
});

it('folds the case of every alphabet and answers bigint and date as they are meant', async () => {
  const { rows } = await database.pool.query(
    "select lower('ÉÇÖŁ') as lower, count(*) as n, date '2026-04-01' as day from pg_class limit 1",
  );
  expect(rows[0]).toMatchObject({ lower: 'éçöł', n: expect.any(Number), day: '2026-04-01' });
});

it('gives the server none of this program’s secrets', () => {
  if (process.platform !== 'linux') return;
  const environment = readFileSync(`/proc/${server.pid}/environ`, 'utf8');
  expect(environment).not.toContain('NODE_');
});

it('keeps what was acknowledged when the program is killed, and ends the server it left', async () => {
  const folder = path.join(home, 'killed');
  mkdirSync(folder);
  const script = path.join(home, 'writer.mjs');
  const entry = fileURLToPath(new URL('./index.ts', import.meta.url));
  writeFileSync(
    script,
    `import { startEmbeddedPostgres, openDatabase } from ${JSON.stringify(entry)};
     const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(folder)} });
     const { pool } = await openDatabase({ url: server.url, name: 'writer' });
     await pool.query('create table kept (n int)');
     for (let n = 1; ; n += 1) { await pool.query('insert into kept values ($1)', [n]); process.stdout.write(server.pid + ' ' + n + '\\n'); }`,
  );
  const writer = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  for await (const chunk of writer.stdout as AsyncIterable<Buffer>) {
    output += chunk.toString();
    if (output.split('\n').length > 50) break;
  }
  writer.kill('SIGKILL');
  if (writer.exitCode === null && writer.signalCode === null) await once(writer, 'exit');
  const [left, acknowledged] = output.trimEnd().split('\n').at(-2)!.split(' ').map(Number) as [number, number];
  expect(processStart(left)).not.toBeNull();

  const again = await startEmbeddedPostgres({ dataDir: folder });
  const reopened = await openDatabase({ url: again.url, name: 'reader' });
  const { rows } = await reopened.pool.query('select max(n) as last, count(*) as n from kept');
  await reopened.close();
  await again.stop();

  expect(await waitForExit(left, 1_000)).toBe(true);
  expect(rows[0].last).toBeGreaterThanOrEqual(acknowledged);
  expect(rows[0].n).toBe(rows[0].last);
});

it('is waited for by a program that has nothing else to do, also when its end is seen before it is reported', () => {
  const folder = path.join(home, 'ended');
  mkdirSync(folder);
  const script = path.join(home, 'ender.mjs');
  const entry = fileURLToPath(new URL('./index.ts', import.meta.url));
  const identity = fileURLToPath(new URL('./process-identity.ts', import.meta.url));
  writeFileSync(
    script,
    `import { startEmbeddedPostgres } from ${JSON.stringify(entry)};
     import { processStart } from ${JSON.stringify(identity)};
     const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(folder)} });
     const stopped = server.stop();
     // Timers run next, before Node hears of the end.
     setImmediate(() => { while (processStart(server.pid) !== null); });
     await stopped;
     process.stdout.write('stopped');`,
  );
  expect(spawnSync(process.execPath, [script], { encoding: 'utf8' })).toMatchObject({ stdout: 'stopped', status: 0 });
});

const asRoot = process.getuid?.() === 0 && process.platform === 'linux' ? it : it.skip;
asRoot('works below a folder that other accounts may not enter', async () => {
  const closed = path.join(home, 'closed');
  mkdirSync(closed, { mode: 0o700 });
  const folder = path.join(closed, 'data');
  mkdirSync(folder);
  const below = await startEmbeddedPostgres({ dataDir: folder });
  const opened = await openDatabase({ url: below.url, name: 'closed' });
  expect((await opened.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await opened.close();
  await below.stop();
});

it('puts the socket where its path is short enough', async () => {
  const folder = path.join(home, 'a'.repeat(60), 'b'.repeat(40));
  mkdirSync(folder, { recursive: true });
  const far = await startEmbeddedPostgres({ dataDir: folder });
  expect(path.join(far.socketDir, '.s.PGSQL.5432').length).toBeLessThan(104);
  await far.stop();
});

it('refuses files of another major version in one sentence', async () => {
  const folder = path.join(home, 'old');
  mkdirSync(path.join(folder, 'pg'), { recursive: true });
  writeFileSync(path.join(folder, 'pg/PG_VERSION'), '16\n');
  await expect(startEmbeddedPostgres({ dataDir: folder })).rejects.toMatchObject({
    code: 'DATABASE_FILES',
    message: expect.stringMatching(/PostgreSQL 16 .* pg_upgrade/),
  });
});
