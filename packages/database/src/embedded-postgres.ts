import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { findBinaries, isReachableByOthers, serverAccount, type ServerAccount } from './binaries.ts';
import { commandLine, signal, waitForExit } from './process-identity.ts';
import { StartRefusal } from './refusal.ts';

const MAJOR = '18';
const OWNER = 'redress';
const PORT = 5432;
/** Linux allows 107 bytes, macOS 103, for the whole path of a socket. */
const LONGEST_SOCKET_PATH = 100;

export interface EmbeddedPostgresOptions {
  /** The program's data folder; the cluster lives in `pg` below it. */
  dataDir: string;
  /** Receives each line for the log: the first creation, the recovery after a kill. */
  log?: (message: string) => void;
  /** Trades durability for speed; only for tests. */
  unsafeFast?: boolean;
  maxConnections?: number;
}

export interface EmbeddedPostgres {
  /** Connection string of the program's own database. */
  url: string;
  /** Process id of the server. */
  pid: number;
  socketDir: string;
  /** Lets running statements end for a moment, writes everything down and ends the server. Safe to call twice. */
  stop(): Promise<void>;
  /** Settles when the server ends, for whatever reason. */
  ended: Promise<void>;
}

/**
 * Starts PostgreSQL 18 as a child of this program, on a unix socket only, and creates cluster and database at first.
 * The caller holds the folder's lock ({@link lockDataDir}): a server found running here was left by a killed program
 * and is ended first, with its work written down.
 * @throws {StartRefusal} `EMBEDDED_DATABASE`, `DATABASE_FILES`
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log = () => {} } = options;
  const account = serverAccount();
  const binaries = findBinaries(account);
  const cluster = path.join(path.resolve(dataDir), 'pg');
  const logFile = path.join(path.resolve(dataDir), 'pg.log');

  if (existsSync(cluster)) {
    await endLeftOver(cluster, log);
    checkVersion(cluster);
  } else {
    log('Creating the database.');
    await initialise({ cluster, initdb: binaries.initdb, account, unsafeFast: options.unsafeFast === true });
  }

  const socketDir = makeSocketDir(cluster, account);
  if (existsSync(logFile) && statSync(logFile).size > 1_000_000) renameSync(logFile, `${logFile}.1`);
  const child = launch({ binaries, cluster, socketDir, account, logFile, options });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  // A program that has nothing left to do ends, also when it forgot the database: the next start finds it.
  child.unref();
  const { pid } = child;
  if (pid === undefined) throw spawnRefusal(await new Promise<Error>((resolve) => child.once('error', resolve)));

  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    // Otherwise a program with nothing else to do ends before Node reports the end of the server, in the middle of this.
    child.ref();
    // SIGINT is PostgreSQL's fast shutdown: sessions are ended, a checkpoint is written.
    signal(pid, 'SIGINT');
    if (!(await waitForExit(pid, 15_000))) signal(pid, 'SIGQUIT');
    await ended;
    if (path.dirname(socketDir) !== path.resolve(dataDir)) rmSync(socketDir, { recursive: true, force: true });
  };
  try {
    await waitUntilReady(socketDir, child, logFile);
    await createDatabase(socketDir);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: socketUrl(socketDir, OWNER), pid, socketDir, stop, ended };
}

/** Connection string for a database behind a unix socket. */
export const socketUrl = (socketDir: string, database: string): string =>
  `postgresql://${OWNER}@localhost/${database}?host=${encodeURIComponent(socketDir)}`;

function checkVersion(cluster: string): void {
  const found = readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (found === MAJOR) return;
  throw new StartRefusal(
    'DATABASE_FILES',
    `${cluster} was written by PostgreSQL ${found} and this is ${MAJOR}: move it over with pg_upgrade, or set DATA_DIR to another folder.`,
  );
}

/**
 * Ends a server whose program was killed. Reusing it would be quicker by a moment, but it may run with other settings,
 * as another account, and no process waits for its end.
 */
async function endLeftOver(cluster: string, log: (message: string) => void): Promise<void> {
  const pidFile = path.join(cluster, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n', 1)[0]);
  const isServer = Number.isInteger(pid) && pid > 1 && commandLine(pid).includes(clusterMark(cluster));
  if (isServer) {
    log('The last program was killed and its database still ran: ending it.');
    signal(pid, 'SIGINT');
    if (!(await waitForExit(pid, 10_000))) signal(pid, 'SIGQUIT');
    await waitForExit(pid, 5_000);
  }
  // The number may belong to another process by now, and PostgreSQL would take that one for itself.
  rmSync(pidFile, { force: true });
}

/** Stands on the server's command line, so that a process id can be recognised as the server of this very folder. */
const clusterMark = (cluster: string): string =>
  `redress-${createHash('sha256').update(cluster).digest('hex').slice(0, 12)}`;

/** A folder below one that is closed to other accounts is entered before rights are dropped, and named from inside. */
const seenByServer = (cluster: string, account: ServerAccount): string =>
  account.uid !== undefined && process.platform === 'linux' && !isReachableByOthers(path.dirname(cluster))
    ? '/proc/self/cwd'
    : cluster;

async function initialise(args: { cluster: string; initdb: string; account: ServerAccount; unsafeFast: boolean }) {
  const { cluster, account } = args;
  // Renamed when it is whole: a program killed in the middle leaves nothing that looks like a cluster.
  const unfinished = `${cluster}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  if (account.uid !== undefined && account.gid !== undefined) chownSync(unfinished, account.uid, account.gid);
  const child = spawn(
    args.initdb,
    [
      ...['-D', seenByServer(unfinished, account), '-U', OWNER, '--auth=trust', '--encoding=UTF8'],
      // Same order on every machine and no dependence on the system's locales; Unicode upper and lower case.
      ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ...(args.unsafeFast ? ['--no-sync'] : []),
    ],
    { ...account, cwd: unfinished, env: serverEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (error) => reject(spawnRefusal(error)));
    child.once('close', resolve);
  });
  if (code !== 0) {
    throw new StartRefusal(
      'EMBEDDED_DATABASE',
      `PostgreSQL could not create its files in ${cluster} (${lastLine(output)}): free the disk or set DATA_DIR, or set DATABASE_URL.`,
    );
  }
  renameSync(unfinished, cluster);
}

/** Nothing of this program's environment (keys of outside services among it) is the server's business. */
const serverEnvironment = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C' });

function makeSocketDir(cluster: string, account: ServerAccount): string {
  const near = path.join(path.dirname(cluster), 'pg-socket');
  const fits = Buffer.byteLength(path.join(near, `.s.PGSQL.${PORT}.lock`)) <= LONGEST_SOCKET_PATH;
  const reachable = account.uid === undefined || isReachableByOthers(path.dirname(near));
  const folder = fits && reachable ? near : path.join(tmpdir(), clusterMark(cluster));
  // Made afresh: in the temp folder, one that stands there could be anybody's.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  chmodSync(folder, 0o700);
  if (account.uid !== undefined && account.gid !== undefined) chownSync(folder, account.uid, account.gid);
  return folder;
}

function launch(args: {
  binaries: { postgres: string };
  cluster: string;
  socketDir: string;
  account: ServerAccount;
  logFile: string;
  options: EmbeddedPostgresOptions;
}): ChildProcess {
  const { cluster, account, socketDir, options } = args;
  const settings: Record<string, string> = {
    cluster_name: clusterMark(cluster),
    listen_addresses: '',
    port: String(PORT),
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    max_connections: String(options.maxConnections ?? 80),
    shared_buffers: '64MB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    // No replica follows this server; a copy of it while it runs needs the log in full.
    wal_level: 'replica',
    max_wal_senders: '0',
    max_wal_size: '512MB',
    // Reads at once, without helper processes: the whole set fits in memory.
    io_method: 'sync',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    log_line_prefix: '%m [%p] ',
    // A transaction that is never ended must not hold locks for ever.
    idle_in_transaction_session_timeout: '60s',
    ...(options.unsafeFast
      ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off', max_wal_size: '2GB' }
      : { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }),
  };
  const log = openSync(args.logFile, 'a', 0o600);
  try {
    return spawn(
      args.binaries.postgres,
      [
        ...['-D', seenByServer(cluster, account)],
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      {
        ...account,
        cwd: cluster,
        env: serverEnvironment(),
        stdio: ['ignore', log, log],
        // Ctrl-C reaches every process of the terminal; the database ends last, when the program says so.
        detached: true,
      },
    );
  } finally {
    closeSync(log);
  }
}

function maintenanceClient(socketDir: string): pg.Client {
  const client = new pg.Client({
    connectionString: socketUrl(socketDir, 'postgres'),
    connectionTimeoutMillis: 2_000,
    query_timeout: 30_000,
  });
  // A server that ends while it starts closes this connection; without a listener the error would end the program.
  client.on('error', () => {});
  return client;
}

async function waitUntilReady(socketDir: string, child: ChildProcess, logFile: string): Promise<void> {
  const limit = Date.now() + 60_000;
  for (;;) {
    const client = maintenanceClient(socketDir);
    try {
      await client.connect();
      return;
    } catch (cause) {
      if (child.exitCode !== null || child.signalCode !== null || Date.now() > limit) {
        const reason = existsSync(logFile) ? lastLine(readFileSync(logFile, 'utf8')) : 'no reason given';
        throw new StartRefusal(
          'EMBEDDED_DATABASE',
          `The embedded PostgreSQL did not start (${reason}): see ${logFile}, or set DATABASE_URL.`,
          { cause },
        );
      }
      await new Promise((resolve) => setTimeout(resolve, 15));
    } finally {
      await client.end().catch(() => {});
    }
  }
}

async function createDatabase(socketDir: string): Promise<void> {
  const client = maintenanceClient(socketDir);
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [OWNER]);
    if (rowCount === 0) await client.query(`create database ${OWNER}`);
  } finally {
    await client.end();
  }
}

const spawnRefusal = (cause: Error) =>
  new StartRefusal(
    'EMBEDDED_DATABASE',
    `The embedded PostgreSQL could not be run (${cause.message}): set DATABASE_URL to a PostgreSQL 15 or newer.`,
    { cause },
  );

const lastLine = (text: string): string => text.trim().split('\n').at(-1)?.slice(0, 300) ?? '';
