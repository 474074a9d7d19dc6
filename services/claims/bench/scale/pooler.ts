import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createDatabase, type Database } from '@redress/database';
import { account } from './server.ts';

const PROGRAMS = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'];
const START_LIMIT_MS = 10_000;

export interface PoolerFinding {
  what: string;
  outcome: string;
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

/** What works through pgbouncer in transaction mode and what does not, with the settings of docs/deploy. */
export async function tryPooler(socketFolder: string): Promise<PoolerFinding[]> {
  const program = PROGRAMS.find((file) => existsSync(file));
  if (!program)
    return [{ what: 'pgbouncer', outcome: 'not installed: apt-get install --no-install-recommends pgbouncer' }];
  const folder = mkdtempSync(path.join(tmpdir(), 'redress-pooler-'));
  const port = await freePort();
  const file = path.join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
redress = host=${socketFolder} dbname=redress user=redress connect_query='set statement_timeout = 3000; set idle_in_transaction_session_timeout = 8000'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 5
ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout
`,
  );
  const as = account();
  if (as.uid !== undefined && as.gid !== undefined) for (const each of [folder, file]) chownSync(each, as.uid, as.gid);
  const child = spawn(program, ['-q', file], { ...as, cwd: folder, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const database = createDatabase({
    url: `postgresql://redress@127.0.0.1:${port}/redress`,
    name: 'pooler',
    maxConnections: 8,
  });
  try {
    const startedAt = performance.now();
    while (!(await database.pool.query('select 1').catch(() => null))) {
      if (performance.now() - startedAt > START_LIMIT_MS) throw new Error('pgbouncer did not start.');
      await wait(100);
    }
    return await findings(database);
  } finally {
    await database.close();
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

async function findings({ pool }: Database): Promise<PoolerFinding[]> {
  const atOnce = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work));
  const failures = async (count: number, work: () => Promise<unknown>) =>
    (await atOnce(count, () => work().then(() => false, () => true))).filter(Boolean).length; // prettier-ignore

  const startedAt = performance.now();
  const limit = await pool.query('select pg_sleep(10)').then(() => 'none', ({ code }: { code?: string }) => code ?? ''); // prettier-ignore
  const limitMs = performance.now() - startedAt;

  const unnamed = await failures(200, () => pool.query('select $1::int, pg_sleep(0.002)', [1]));
  const named = await failures(40, () => pool.query({ name: 'one', text: 'select $1::int', values: [1] }));

  const listener = await pool.connect();
  let heard = 0;
  listener.on('notification', () => (heard += 1));
  await listener.query('listen scale');
  for (let round = 0; round < 20; round += 1)
    await atOnce(6, () => pool.query("select pg_sleep(0.01), pg_notify('scale', '')"));
  await wait(500);
  const { rows } = await listener.query<{ pid: number }>('select pg_backend_pid() as pid');
  const isKnown = rows[0]?.pid !== (listener as { processID?: number | null }).processID;
  listener.release(true);

  const holder = await pool.connect();
  await holder.query('select pg_advisory_lock(42)');
  const taken = (await atOnce(12, () => pool.query<{ ok: boolean }>('select pg_try_advisory_lock(42) as ok, pg_sleep(0.02)'))).filter(({ rows: [row] }) => row?.ok).length; // prettier-ignore
  holder.release(true);
  let inside = 0;
  let together = 0;
  await atOnce(8, async () => {
    const client = await pool.connect();
    await client.query('begin; select pg_advisory_xact_lock(43)');
    inside += 1;
    together = Math.max(together, inside);
    await client.query('select pg_sleep(0.01)');
    inside -= 1;
    await client.query('commit');
    client.release();
  });
  return [
    { what: 'statement limit of 3 s, by `connect_query`', outcome: `${limit} after ${limitMs.toFixed(0)} ms` },
    { what: 'statements with values, without a name (all of ours)', outcome: `${unnamed} of 200 failed` },
    { what: 'statements with a name (none of ours)', outcome: `${named} of 40 failed` },
    { what: 'LISTEN (a worker, a release service)', outcome: `${heard} of 120 notifications heard` },
    { what: 'a listener knows that it is behind a pooler', outcome: isKnown ? 'yes' : 'no' },
    { what: 'advisory lock of a session (the building of indexes)', outcome: `taken again by ${taken} of 12 others` },
    {
      what: 'advisory lock of a transaction (queue, ledger, store)',
      outcome: `at most ${together} of 8 inside at once`,
    },
  ];
}
