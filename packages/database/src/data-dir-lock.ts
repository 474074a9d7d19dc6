import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isRunning, ownIdentity, type ProcessIdentity } from './process-identity.ts';
import { StartRefusal } from './refusal.ts';

export interface DataDirLock {
  /** Gives the folder back. Safe to call twice. */
  release(): void;
}

const LOCK_FILE = 'program.lock';

function readHolder(file: string): ProcessIdentity | null {
  try {
    const { pid, startedAt } = JSON.parse(readFileSync(file, 'utf8')) as ProcessIdentity;
    return Number.isInteger(pid) && typeof startedAt === 'string' ? { pid, startedAt } : null;
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
 * @throws {StartRefusal} `DATA_DIR_IN_USE` or `DATA_DIR_UNWRITABLE`
 */
export function lockDataDir(dataDir: string): DataDirLock {
  makeFolder(dataDir);
  const lockFile = path.join(dataDir, LOCK_FILE);
  const suffix = `${process.pid}.${randomBytes(4).toString('hex')}`;
  const ours = `${lockFile}.${suffix}`;
  // Written whole before it gets the lock's name, so that no process reads half a lock.
  writeFileSync(ours, JSON.stringify(ownIdentity()));
  try {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      try {
        linkSync(ours, lockFile);
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

function releaseLock(lockFile: string): void {
  const holder = readHolder(lockFile);
  if (holder && holder.pid === process.pid && isRunning(holder)) rmSync(lockFile, { force: true });
}

const inUse = (dataDir: string, pid: number) =>
  new StartRefusal(
    'DATA_DIR_IN_USE',
    `Another Redress (process ${pid}) is using ${dataDir}: stop it first, or set DATA_DIR to another folder.`,
  );
