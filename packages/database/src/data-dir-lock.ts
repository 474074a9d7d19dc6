import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isRunning, ownIdentity, type ProcessIdentity } from './process-identity.ts';
import { isStartRefusal, StartRefusal } from './refusal.ts';

export interface DataDirLock {
  /** Gives the folder back. Safe to call twice. */
  release(): void;
}

/** A program keeps the folder; a command has it for as long as its work takes. */
export type DataDirUse = 'program' | 'command';

const LOCK_FILE = 'program.lock';
const COMMAND_LIMIT_MS = 60_000;
/** Stands in a data folder from the first file of a restore until the last: what is between is half a product. */
export const RESTORE_MARK = 'restore.json';

interface Holder extends ProcessIdentity {
  use: DataDirUse;
}

function readHolder(file: string): Holder | null {
  try {
    const { pid, startedAt, use } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Holder>;
    if (!Number.isInteger(pid) || typeof startedAt !== 'string') return null;
    return { pid: pid as number, startedAt, use: use === 'command' ? 'command' : 'program' };
  } catch {
    return null;
  }
}

function makeFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    const probe = path.join(dataDir, `.probe-${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (cause) {
    throw new StartRefusal(
      'DATA_DIR_UNWRITABLE',
      `Cannot write to ${dataDir}: give this user the right to, or set DATA_DIR to another folder.`,
      { cause },
    );
  }
}

/**
 * Takes a data folder for this process, and makes the folder where there is none. Two programs on one folder would
 * ruin it, so the second is refused; a lock whose process has died is taken over.
 * @param use - what for; {@link lockDataDirAfterCommands} waits for commands
 * @throws {StartRefusal} `DATA_DIR_IN_USE`, `DATA_DIR_UNWRITABLE`, or for a program `DATA_DIR_HALF_RESTORED`
 */
export function lockDataDir(dataDir: string, use: DataDirUse = 'program'): DataDirLock {
  makeFolder(dataDir);
  const lockFile = path.join(dataDir, LOCK_FILE);
  const suffix = `${process.pid}.${randomBytes(4).toString('hex')}`;
  const ours = `${lockFile}.${suffix}`;
  // Written whole before it gets the lock's name, so that no process reads half a lock.
  writeFileSync(ours, JSON.stringify({ ...ownIdentity(), use } satisfies Holder));
  try {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      try {
        linkSync(ours, lockFile);
        if (use === 'program') refuseHalfRestored(dataDir, lockFile);
        return { release: () => releaseLock(lockFile) };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const holder = readHolder(lockFile);
      if (holder && isRunning(holder)) throw inUse(dataDir, holder.pid);
      reap(lockFile, `${lockFile}.dead.${suffix}`, dataDir);
    }
    throw new StartRefusal('DATA_DIR_IN_USE', `${dataDir} is being taken by another program: try again.`);
  } finally {
    rmSync(ours, { force: true });
  }
}

/**
 * {@link lockDataDir} for a program: a command that works on the folder is waited for, because a program that was killed
 * during a publish must come back without a person.
 * @param log - receives one line when there is something to wait for
 */
export async function lockDataDirAfterCommands(dataDir: string, log: (message: string) => void): Promise<DataDirLock> {
  const limit = Date.now() + COMMAND_LIMIT_MS;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return lockDataDir(dataDir);
    } catch (error) {
      const holder = readHolder(path.join(dataDir, LOCK_FILE));
      // Gone since the attempt: the folder is free.
      const isPassing = holder === null || holder.use === 'command' || !isRunning(holder);
      if (!isStartRefusal(error) || error.code !== 'DATA_DIR_IN_USE' || !isPassing || Date.now() > limit) throw error;
      if (attempt === 0 && holder) log(`waiting for a command (process ${holder.pid}) that works on ${dataDir}`);
      await wait(100);
    }
  }
}

/** Moves a dead lock aside; should a living program have taken it since it was read, it gets it back. */
function reap(lockFile: string, aside: string, dataDir: string): void {
  try {
    renameSync(lockFile, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const moved = readHolder(aside);
  if (moved && isRunning(moved)) {
    renameSync(aside, lockFile);
    throw inUse(dataDir, moved.pid);
  }
  rmSync(aside, { force: true });
}

function refuseHalfRestored(dataDir: string, lockFile: string): void {
  if (!existsSync(path.join(dataDir, RESTORE_MARK))) return;
  releaseLock(lockFile);
  throw new StartRefusal(
    'DATA_DIR_HALF_RESTORED',
    `A restore into ${dataDir} was begun and has not ended: repeat its command.`,
  );
}

function releaseLock(lockFile: string): void {
  const holder = readHolder(lockFile);
  if (holder && holder.pid === process.pid && isRunning(holder)) rmSync(lockFile, { force: true });
}

const inUse = (dataDir: string, pid: number) =>
  new StartRefusal(
    'DATA_DIR_IN_USE',
    `Another Redress (process ${pid}) is using ${dataDir}: stop it first, or set DATA_DIR to another folder.`,
  );
