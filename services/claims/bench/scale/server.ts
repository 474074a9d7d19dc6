import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, chmodSync, chownSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createDatabase, socketUrl } from '@redress/database';

const OWNER = 'redress';
const DEBIAN = '/usr/lib/postgresql';
const NEEDED = ['initdb', 'postgres', 'pg_ctl'];

/** Without an answer to a lost plug: only while rows are made, which a second run makes again. */
const WHILE_FILLING = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0', 'max_wal_size=4GB', 'autovacuum=off', 'maintenance_work_mem=512MB', 'max_parallel_maintenance_workers=2', 'checkpoint_timeout=30min']; // prettier-ignore
/** What is measured: as PostgreSQL comes, with a quarter of a small server's memory for its pages. */
const SETTINGS =
  "listen_addresses = ''\nmax_connections = 60\nshared_buffers = 2GB\neffective_cache_size = 6GB\nmax_wal_size = 4GB\n";

/** The newest PostgreSQL of Debian's layout. @throws {Error} with the command that installs one */
function programs(): string {
  const majors = existsSync(DEBIAN)
    ? readdirSync(DEBIAN)
        .map(Number)
        .toSorted((a, b) => b - a)
    : [];
  const folders = majors.map((major) => path.join(DEBIAN, String(major), 'bin'));
  const found = folders.find((folder) => NEEDED.every((name) => existsSync(path.join(folder, name))));
  if (!found) throw new Error('This needs a PostgreSQL of Debian: apt-get install --no-install-recommends postgresql');
  return found;
}

/** PostgreSQL refuses to run as root: then it is the account of Debian's package. */
function account(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }).trim());
  return { uid: id('-u'), gid: id('-g') };
}

/** A PostgreSQL of its own in one folder, on a unix socket alone. It runs on after the command, until `drop`. */
export interface ScaleServer {
  url: string;
  version(): string;
  start(options?: { isFilling?: boolean }): Promise<void>;
  stop(): Promise<void>;
  /** Stops it and removes its folder. */
  drop(): Promise<void>;
}

export function scaleServer(folder: string): ScaleServer {
  const bin = programs();
  const data = path.join(folder, 'pg');
  const as = account();
  const run = (name: string, ...args: string[]) =>
    new Promise<void>((resolve, reject) => {
      const child = spawn(path.join(bin, name), args, { ...as, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
      child.once('error', reject);
      child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${name} ended with ${code}.`))));
    });
  const isRunning = () => existsSync(path.join(data, 'postmaster.pid'));
  const stop = async () => {
    if (isRunning()) await run('pg_ctl', 'stop', '-D', data, '-m', 'fast', '-w', '-t', '300');
  };

  async function create(): Promise<void> {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
    if (as.uid !== undefined && as.gid !== undefined) chownSync(folder, as.uid, as.gid);
    await run('initdb', '-D', data, '-U', OWNER, '--encoding=UTF8', '--locale=C.UTF-8', '--auth=trust');
    appendFileSync(path.join(data, 'postgresql.conf'), SETTINGS);
  }

  return {
    url: socketUrl(folder, OWNER),
    version: () =>
      execFileSync(path.join(bin, 'postgres'), ['--version'], { encoding: 'utf8' })
        .trim()
        .replace(/^postgres \(PostgreSQL\)/, 'PostgreSQL'),
    async start({ isFilling = false } = {}) {
      const isNew = !existsSync(path.join(data, 'PG_VERSION'));
      if (isNew) await create();
      await stop();
      const options = [`-k ${folder}`, ...(isFilling ? WHILE_FILLING : []).map((setting) => `-c ${setting}`)].join(' ');
      await run('pg_ctl', 'start', '-D', data, '-w', '-t', '300', '-l', path.join(folder, 'server.log'), '-o', options);
      if (!isNew) return;
      const first = createDatabase({ url: socketUrl(folder, 'postgres'), name: 'scale' });
      try {
        await first.pool.query(`create database ${OWNER}`);
      } finally {
        await first.close();
      }
    },
    stop,
    async drop() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
