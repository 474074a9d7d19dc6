import { rmSync, writeFileSync } from 'node:fs';
import { StartRefusal } from '@redress/database/refusal';

const ATTEMPTS = 100;
const PAUSE_MS = 20;

/**
 * Lets one process at a time read a file and write it changed: of two at once the second would write over what the first wrote.
 * @param lock - a file that is there meanwhile; its owner takes milliseconds
 * @throws {StartRefusal} `KEYS` when it stays: a process ended between, or another goes on changing
 */
export function oneAtATime(lock: string, work: () => void): void {
  take(lock);
  try {
    work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function take(lock: string): void {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    try {
      return writeFileSync(lock, `${process.pid}\n`, { flag: 'wx', mode: 0o600 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
  const message = `${lock}: another process changes the keys. Do it again; where no such process is left, remove this file.`;
  throw new StartRefusal('KEYS', message);
}
