/**
 * A database of its own for every test file, in a few tens of milliseconds: a copy of a template that was brought up
 * to date once. The server is DATABASE_URL's when that is set (its user may create databases), otherwise an embedded
 * one shared by every test run on this machine, which ends by itself some minutes after its last use.
 */
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { lockDataDir, type DataDirLock } from '../data-dir-lock.ts';
import { socketUrl, startEmbeddedPostgres } from '../embedded-postgres.ts';
import { describeDatabaseError } from '../errors.ts';
import { createDatabase, type Database } from '../open-database.ts';
import { isStartRefusal } from '../refusal.ts';

export { startDatabaseProxy, type DatabaseProxy } from './database-proxy.ts';
export { findNarrowings } from './narrowings.ts';
export { recordStatements, type Plan } from './record-statements.ts';

export interface TestDatabaseOptions {
  /**
   * What makes two templates the same: usually {@link hashOfFolder} of the migrations. One template is made per key
   * and kept for later runs.
   */
  key: string;
  /** Brings an empty database up to date; must leave no connection open. */
  prepare: (url: string) => Promise<void>;
}

export interface TestDatabase {
  url: string;
  /** An open pool over it, of up to ten connections. */
  database: Database;
  /** Closes the pool and removes the database. For `afterAll`. */
  drop(): Promise<void>;
}

/** @returns one digest over the names and contents of a folder's files, folders below it included */
export function hashOfFolder(folder: string | URL): string {
  const root = folder instanceof URL ? fileURLToPath(folder) : folder;
  const hash = createHash('sha256');
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = files.map((entry) => path.join(entry.parentPath, entry.name)).sort();
  for (const name of names) hash.update(path.relative(root, name)).update('\0').update(readFileSync(name)).update('\0');
  return hash.digest('hex');
}

/** @returns a fresh database; without a template an empty one */
export async function createTestDatabase(template?: TestDatabaseOptions): Promise<TestDatabase> {
  const name = `redress_test_${Date.now().toString(36)}_${randomBytes(5).toString('hex')}`;
  const url = await withServer(async (client, urlOf) => {
    const source = template ? await ensureTemplate(client, urlOf, template) : 'template0';
    // Half the processor time of a copy through the log; the template has no writer, and the server does not sync.
    await client.query(`create database ${name} template ${source} strategy file_copy`);
    return urlOf(name);
  });
  // The product's limit of 3 s is a stopwatch where many tests share a machine.
  const database = createDatabase({ url, name: 'test', statementTimeoutMs: 60_000 });
  return {
    url: database.url,
    database,
    async drop() {
      await database.close();
      await withServer((client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}

async function ensureTemplate(client: pg.Client, urlOf: UrlOf, { key, prepare }: TestDatabaseOptions): Promise<string> {
  const name = `redress_template_${createHash('sha256').update(key).digest('hex').slice(0, 16)}`;
  const exists = async () =>
    (await client.query('select 1 from pg_database where datname = $1', [name])).rowCount === 1;
  if (await exists()) return name;
  // Session lock: other test files of this template wait here, and it goes when the connection goes.
  await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [name]);
  try {
    if (await exists()) return name;
    const unfinished = `${name}_new`;
    await client.query(`drop database if exists ${unfinished} with (force)`);
    await client.query(`create database ${unfinished} template template0`);
    await prepare(urlOf(unfinished));
    await client.query(`alter database ${unfinished} rename to ${name}`);
    return name;
  } finally {
    await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [name]);
  }
}

type UrlOf = (database: string) => string;

interface TestServer {
  maintenance: string;
  urlOf: UrlOf;
}

/** A test file and the programs it starts had at most 12; files run at once: as many as cores, in each of up to six workspaces. */
const CONNECTIONS_PER_CORE = 75;

async function testServer(): Promise<TestServer> {
  const given = process.env.DATABASE_URL;
  if (given) {
    const base = new URL(given);
    return {
      maintenance: base.pathname.slice(1) || 'postgres',
      urlOf: (database) => Object.assign(new URL(given), { pathname: `/${database}` }).href,
    };
  }
  const folder =
    process.env.REDRESS_TEST_DATABASE_DIR ?? path.join(tmpdir(), `redress-test-postgres-${process.getuid?.() ?? 0}`);
  return { maintenance: 'postgres', urlOf: urlsOf(await runningSocketDir(folder)) };
}

const urlsOf =
  (socketDir: string): UrlOf =>
  (database) =>
    socketUrl(socketDir, database);

/** Finds the shared server or starts it; of several test processes that ask at once, one does. */
async function runningSocketDir(folder: string): Promise<string> {
  const found = await listeningSocketDir(folder);
  if (found) return found;
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const lock = await waitForLock(folder);
  try {
    const startedMeanwhile = await listeningSocketDir(folder);
    if (startedMeanwhile) return startedMeanwhile;
    const maxConnections = CONNECTIONS_PER_CORE * Math.max(4, availableParallelism());
    const { pid, socketDir } = await startEmbeddedPostgres({ dataDir: folder, unsafeFast: true, maxConnections });
    const watch = fileURLToPath(new URL('./end-when-idle.mjs', import.meta.url));
    // Jest's own environment of the test, which is not that of the process.
    const options = { detached: true, stdio: 'ignore', env: process.env } as const;
    spawn(process.execPath, [watch, folder, String(pid), socketDir], options).unref();
    return socketDir;
  } finally {
    lock.release();
  }
}

/**
 * Whether it listens, not whether it answers: a start ends the server that it finds, and with it the tests of everybody,
 * and one that is busy or has no connection left is there.
 */
async function listeningSocketDir(folder: string): Promise<string | null> {
  try {
    // Its fifth line says where the server listens.
    const socketDir = readFileSync(path.join(folder, 'pg/postmaster.pid'), 'utf8').split('\n')[4];
    if (!socketDir) return null;
    const socket = connect(path.join(socketDir, '.s.PGSQL.5432'));
    await once(socket, 'connect').finally(() => socket.destroy());
    return socketDir;
  } catch {
    return null;
  }
}

/** The one who has it starts the server, or has ended and is forgotten: how long that takes is the machine's affair. */
async function waitForLock(folder: string): Promise<DataDirLock> {
  for (;;) {
    try {
      return lockDataDir(folder);
    } catch (error) {
      if (!isStartRefusal(error) || error.code !== 'DATA_DIR_IN_USE') throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** A server refuses so while it starts or ends, and while it has no connection left. Each of them passes. */
const PASSING = ['57P03', '53300'];
/** Its files say that it listens, and it has just ended. */
const GONE = ['ECONNREFUSED', 'ENOENT'];

async function withServer<T>(work: (client: pg.Client, urlOf: UrlOf) => Promise<T>): Promise<T> {
  const { client, urlOf } = await connectToServer();
  try {
    return await work(client, urlOf);
  } finally {
    await client.end();
  }
}

async function connectToServer(): Promise<{ client: pg.Client; urlOf: UrlOf }> {
  const passing = process.env.DATABASE_URL ? PASSING : [...PASSING, ...GONE];
  for (;;) {
    const { maintenance, urlOf } = await testServer();
    const client = new pg.Client({ connectionString: urlOf(maintenance) });
    client.on('error', () => {});
    try {
      await client.connect();
      return { client, urlOf };
    } catch (error) {
      if (!passing.includes(describeDatabaseError(error).code ?? '')) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
