import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { copyFile, cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createDatabase } from '@redress/database';
import { digestOfFile, type Base } from './backup-folder.ts';
import { fullDisk, postgresTool, runTool, toolEnvironment } from './postgres-tools.ts';

const run = promisify(execFile);
const STOP_LIMIT_MS = 60_000;

export interface StoredBase extends Base {
  folder: string;
}

interface Account {
  uid?: number;
  gid?: number;
}

/** PostgreSQL refuses to run as root: then it runs as the owner of the folder it gets. */
function accountOf(pgdata: string): Account {
  if (process.getuid?.() !== 0) return {};
  const { uid, gid } = statSync(pgdata);
  if (uid !== 0) return { uid, gid };
  throw new Error(`${pgdata} belongs to root: make it with \`install -d -o postgres -g postgres -m 700 ${pgdata}\`.`);
}

/** A database server that this command alone reaches. */
export interface PrivateServer {
  url: string;
  /** Writes everything down and ends it; its files are the operator's to start. */
  stop(): Promise<void>;
}

export interface Recovery {
  base: StoredBase;
  /** Log that continues the copy, and the time to bring it to; `null` for the copy as it is. */
  log: { wal: string; to: string } | null;
  /** An empty folder. */
  pgdata: string;
  /** User and database with which the check connects. */
  user: string;
  databaseName: string;
  limitMs: number;
}

/**
 * Puts a copy into a folder and lets PostgreSQL bring it forward.
 * @throws {Error} for a copy that was changed, before anything is written; where the log ends before the time
 */
export async function recoverServer(recovery: Recovery): Promise<PrivateServer> {
  const { base, pgdata } = recovery;
  const account = accountOf(pgdata);
  await verifyBase(base);
  try {
    await cp(base.folder, pgdata, { recursive: true, force: true });
    if (recovery.log) await copyLog(recovery, recovery.log.wal);
    if (recovery.log) writeFileSync(path.join(pgdata, 'recovery.signal'), '', { mode: 0o600 });
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? fullDisk(pgdata) : error;
  }
  if (account.uid !== undefined) await run('chown', ['-R', `${account.uid}:${account.gid}`, pgdata]);
  chmodSync(pgdata, 0o700);
  return startPrivate(recovery, account);
}

async function verifyBase({ folder, major, files }: StoredBase): Promise<void> {
  const manifest = path.join(folder, 'backup_manifest');
  if ((await digestOfFile(manifest)) !== files['backup_manifest']) {
    throw new Error(`${manifest} was changed: use another backup.`);
  }
  await runTool(postgresTool('pg_verifybackup', major), ['--quiet', folder], { folder });
}

const SEGMENT = /^([0-9A-F]{8})([0-9A-F]{16})(\.partial)?$/;

/** Names of the log that follows a copy. @param label - its backup_label */
export function logAfter(label: string, names: readonly string[]): { from: string; to: string }[] {
  const first = SEGMENT.exec(/\(file ([0-9A-F]{24})\)/.exec(label)?.[1] ?? '')?.[2];
  if (first === undefined) throw new Error('The copy does not say where its log begins: use another backup.');
  const whole = new Set(names);
  return names.flatMap((from) => {
    if (from.endsWith('.history')) return [{ from, to: from }];
    const [, timeline = '', place = '', unfinished] = SEGMENT.exec(from) ?? [];
    const to = timeline + place;
    // The last segment is being written when everything ends: what is in it counts.
    const isNeeded = place >= first && !(unfinished !== undefined && whole.has(to));
    return to !== '' && isNeeded ? [{ from, to }] : [];
  });
}

/** Into the server's own folder: the account that it runs as need not be able to read the backups. */
async function copyLog({ base, pgdata }: Recovery, wal: string): Promise<void> {
  const label = readFileSync(path.join(base.folder, 'backup_label'), 'utf8');
  for (const { from, to } of logAfter(label, readdirSync(wal))) {
    await copyFile(path.join(wal, from), path.join(pgdata, 'pg_wal', to));
  }
}

/**
 * Set on the command line, which stands above every file of the copy: nothing of the recovery is left in those. Whoever may enter
 * the folder of the socket is let in without a password, and that is the account of the server.
 */
function settingsOf({ log }: Recovery, folder: string): Record<string, string> {
  return {
    config_file: path.join(folder, 'postgresql.conf'),
    hba_file: path.join(folder, 'pg_hba.conf'),
    ident_file: path.join(folder, 'pg_ident.conf'),
    unix_socket_directories: folder,
    listen_addresses: '',
    port: '5432',
    // Otherwise its number of connections must be that of the server of before.
    hot_standby: 'off',
    synchronous_standby_names: '',
    archive_mode: 'off',
    logging_collector: 'off',
    log_destination: 'stderr',
    ...(log && {
      // All of it was put into the server's folder.
      restore_command: 'false',
      // With an offset: names of time zones, `Z` among them, are not known this early.
      recovery_target_time: log.to.replace('Z', '+00'),
      recovery_target_action: 'promote',
      recovery_target_timeline: 'latest',
    }),
  };
}

async function startPrivate(recovery: Recovery, account: Account): Promise<PrivateServer> {
  const { pgdata, base, user, databaseName, limitMs } = recovery;
  const folder = mkdtempSync(path.join(tmpdir(), 'redress-restore-'));
  const texts = { 'postgresql.conf': '', 'pg_ident.conf': '', 'pg_hba.conf': 'local all all trust\n' };
  for (const [name, text] of Object.entries(texts)) writeFileSync(path.join(folder, name), text);
  if (account.uid !== undefined && account.gid !== undefined) chownSync(folder, account.uid, account.gid);
  const options = Object.entries(settingsOf(recovery, folder)).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(postgresTool('postgres', base.major), ['-D', pgdata, ...options], {
    ...account,
    env: toolEnvironment(),
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-20_000)));
  const ended = new Promise<void>((resolve) => {
    child.once('error', ({ message }) => resolve(void (said += message)));
    child.once('close', () => resolve());
  });
  const stop = async () => {
    await endServer(child, ended);
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `postgresql://${encodeURIComponent(user)}@localhost/${databaseName}?host=${encodeURIComponent(folder)}`;
  try {
    await untilRecovered({ url, child, said: () => said, limitMs });
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}

async function endServer(child: ChildProcess, ended: Promise<void>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT');
  const limit = setTimeout(() => child.kill('SIGQUIT'), STOP_LIMIT_MS);
  await ended;
  clearTimeout(limit);
}

async function untilRecovered(args: {
  url: string;
  child: ChildProcess;
  said: () => string;
  limitMs: number;
}): Promise<void> {
  const { url, child, said, limitMs } = args;
  const limit = Date.now() + limitMs;
  const database = createDatabase({ url, name: 'restore', maxConnections: 1 });
  let last = '';
  const isRecovered = () =>
    database.pool.query<{ recovering: boolean }>('select pg_is_in_recovery() as recovering').then(
      ({ rows }) => rows[0]?.recovering === false,
      ({ message }: Error) => {
        last = message;
        return false;
      },
    );
  try {
    while (!(await isRecovered())) {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined)
        throw recoveryFailure(said());
      if (Date.now() > limit) throw new Error(`The recovery did not end in time (${last}): give --minutes more.`);
      await wait(200);
    }
  } finally {
    await database.close();
  }
}

/** @param said - what the server wrote */
export function recoveryFailure(said: string): Error {
  if (/recovery ended before configured recovery target was reached/.test(said)) {
    return new Error('The archived log ends before that time: choose an earlier one (`npm run ops -- backups`).');
  }
  if (/No space left on device/.test(said)) return new Error('The disk is full: make room and restore again.');
  const lines = said.trim().split('\n');
  const line = lines.findLast((each) => /FATAL|PANIC/.test(each)) ?? lines.at(-1);
  return new Error(`PostgreSQL ended during the recovery: ${line?.slice(0, 300) || 'it gave no reason'}`);
}
