import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process id alone is reused by the system; with its start time it names one process. */
export interface ProcessIdentity {
  pid: number;
  /** Opaque; equal for the same process on the same machine. */
  startedAt: string;
}

/** @returns the start time of a running process, or `null` when there is none with this id. */
export function processStart(pid: number): string | null {
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The second field, the command in parentheses, may hold spaces and parentheses of its own.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return fields[0] === 'Z' ? null : (fields[19] ?? null);
    } catch {
      return null;
    }
  }
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}

export const ownIdentity = (): ProcessIdentity => ({ pid: process.pid, startedAt: processStart(process.pid) ?? '' });

/** @returns what names a running process for ever, or `null` when there is none with this id. */
export function processIdentity(pid: number): ProcessIdentity | null {
  const startedAt = processStart(pid);
  return startedAt === null ? null : { pid, startedAt };
}

export const isRunning = ({ pid, startedAt }: ProcessIdentity): boolean => processStart(pid) === startedAt;

/** @returns the command line of a running process, or an empty text. */
export function commandLine(pid: number): string {
  try {
    return process.platform === 'linux'
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
      : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

/** Waits until a process has gone. @returns false when it is still there after `timeoutMs`. */
export async function waitForExit(pid: number, timeoutMs: number): Promise<boolean> {
  const end = Date.now() + timeoutMs;
  while (processStart(pid) !== null) {
    if (Date.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
  return true;
}

/** Sends a signal; a process that has gone meanwhile is no error. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
