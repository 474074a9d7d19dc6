import { readdirSync, readFileSync } from 'node:fs';

/** Of Linux, in `/proc/<pid>/stat`. */
const TICKS_PER_SECOND = 100;
const KB_PER_MB = 1_024;

export const processIds = (): number[] => readdirSync('/proc').map(Number).filter(Number.isInteger);

/** A file of /proc about a process; empty once the process has ended. */
export function statusOf(pid: number, file: 'status' | 'cmdline' = 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** 0 where the process has gone. */
export const parentOf = (pid: number): number => Number(/^PPid:\s+(\d+)$/m.exec(statusOf(pid))?.[1] ?? 0);

/** Megabytes that the kernel counts for a process: now, or the most of it since its start. */
export function memoryOf(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const [, kilobytes = ''] =
    new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / KB_PER_MB;
}

/** Seconds of a processor that a process has used. */
export function cpuOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field, the command in parentheses, may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Files that a process may have open; each connection is one. */
export function fileLimitOf(pid: number): number {
  const [, limit = ''] = /^Max open files +(\d+)/m.exec(readFileSync(`/proc/${pid}/limits`, 'utf8')) ?? [];
  return Number(limit);
}
