import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import {
  isRunning,
  processIdentity,
  signalProcess,
  waitForExit,
  type Database,
  type ProcessIdentity,
} from '@redress/database';
import { present, type Secret } from '@redress/server/secrets';
import { connectionOf, postgresTool, runTool, toolEnvironment, toolFailure } from './postgres-tools.ts';

/** Keeps the log on the server until the archive has it. */
export const SLOT = 'redress_backup';
const RETRY_MS = [500, 1_000, 2_000, 5_000];

/** The server no longer has what follows: a new copy of the database begins a new chain. */
const IS_CUT =
  /has already been removed|can no longer get changes|has been invalidated|system identifier|not in this server's history/i;

const END_LIMIT_MS = 10_000;

/**
 * Ends the log receiver that a killed archive program left running: the process keeps the replication slot in use. The caller
 * holds the lease of the folder, so no running archive has a receiver.
 * @param record - file with the identity of the process
 */
export async function endFormerReceiver(record: string): Promise<void> {
  const former = readRecord(record);
  if (!former) return;
  for (const name of ['SIGINT', 'SIGKILL'] as const) {
    if (!isRunning(former)) return;
    signalProcess(former.pid, name);
    await waitForExit(former.pid, END_LIMIT_MS);
  }
}

/** A receiver that has just ended is still counted for a moment. */
const GONE_LIMIT_MS = 5_000;

/**
 * One archive receives the log of a database, whichever folder it has: there is one slot.
 * @throws {Error} saying from where and since when another one receives it
 */
export async function refuseOtherReceiver({ pool }: Pick<Database, 'pool'>, limitMs = GONE_LIMIT_MS): Promise<void> {
  for (const limit = Date.now() + limitMs; ; await wait(100)) {
    const { rows } = await pool.query<{ address: string | null; since: Date | null; silent_after: string }>(
      `select host(r.client_addr) as address, r.backend_start as since, current_setting('wal_sender_timeout') as silent_after
       from pg_replication_slots s left join pg_stat_replication r on r.pid = s.active_pid
       where s.slot_name = $1 and s.active_pid is not null`,
      [SLOT],
    );
    const [other] = rows;
    if (!other) return;
    if (Date.now() < limit) continue;
    const from = other.address ?? 'the machine of the database';
    const since = other.since?.toISOString().slice(0, 16).replace('T', ' ') ?? 'an unknown time';
    throw new Error(
      `Another archive, at ${from}, receives the log of this database since ${since} UTC (slot ${SLOT}): stop it first. If that machine is lost, the server lets go of it ${other.silent_after} after its last sign, and the same command works.`,
    );
  }
}

/** @returns `null` where there is none, or half a one that a full disk left */
function readRecord(record: string): ProcessIdentity | null {
  try {
    return JSON.parse(readFileSync(record, 'utf8')) as ProcessIdentity;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return null;
    throw error;
  }
}

/**
 * @param said - on its error output. Its last line may be `disconnected` alone, after the one that says why
 * @returns the reason, by which the caller knows a chain that cannot be continued
 */
export const receiverFailure = (said: string, wal: string): Error =>
  toolFailure('pg_receivewal', said.split('\n').find((line) => isCutBy(line)) ?? said, wal);
export const isCutBy = (line: string): boolean => IS_CUT.test(line);

export interface LogReceiver {
  /** What the last try failed with; `null` while log is received. */
  problem(): string | null;
  /** The chain cannot be continued. */
  isCut(): boolean;
  stop(): Promise<void>;
}

/** Receives the log of a server into a folder by pg_receivewal, flushed at once, and begins anew whenever it is interrupted. */
export function receiveLog(args: { url: Secret; major: number; wal: string; record: string }): LogReceiver {
  const { url, major, wal, record } = args;
  const program = postgresTool('pg_receivewal', major);
  // Anew for each connection: the login may have become another one.
  const connection = () => {
    const { target, environment } = connectionOf(present(url));
    return { common: ['--dbname', target, `--slot=${SLOT}`, '--no-password'], environment };
  };
  const stopping = new AbortController();
  let problem: string | null = 'it has not connected yet';
  let isCut = false;

  const receiveOnce = () =>
    new Promise<void>((resolve, reject) => {
      let said = '';
      const { common, environment } = connection();
      const child = spawn(program, [...common, '--directory', wal, '--synchronous', '--no-loop', '--verbose'], {
        env: toolEnvironment(environment),
        cwd: '/',
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      const identity = child.pid === undefined ? null : processIdentity(child.pid);
      try {
        if (identity) writeFileSync(record, JSON.stringify(identity), { mode: 0o600 });
      } catch (error) {
        // One that no program ends after a crash would keep the slot.
        child.kill('SIGINT');
        said = String(error);
      }
      const stop = () => child.kill('SIGINT');
      stopping.signal.addEventListener('abort', stop, { once: true });
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        if (/starting log streaming/.test(text)) problem = null;
        said = (said + text).slice(-4_000);
      });
      child.once('error', reject);
      child.once('close', (code) => {
        stopping.signal.removeEventListener('abort', stop);
        if (code === 0 && stopping.signal.aborted) resolve();
        else reject(receiverFailure(said, wal));
      });
    });

  const run = async () => {
    for (let failures = 0; !stopping.signal.aborted;) {
      const startedAt = Date.now();
      try {
        // After a failover the new primary has no slot.
        const { common, environment } = connection();
        await runTool(program, [...common, '--create-slot', '--if-not-exists'], { folder: wal, environment });
        await receiveOnce();
      } catch (error) {
        problem = (error as Error).message;
        if (isCutBy(problem)) {
          isCut = true;
          return;
        }
        failures = Date.now() - startedAt > 60_000 ? 1 : failures + 1;
        await wait(RETRY_MS[Math.min(failures, RETRY_MS.length) - 1], undefined, { signal: stopping.signal }).catch(
          () => {},
        );
      }
    }
  };
  const running = run();
  return {
    problem: () => problem,
    isCut: () => isCut,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
