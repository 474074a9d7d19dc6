import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isRunning, processIdentity, signalProcess, waitForExit, type ProcessIdentity } from '@redress/database';
import { readUnit } from './deploy.ts';

interface Recorded extends ProcessIdentity {
  stopSignal: NodeJS.Signals;
}

const KILL_LIMIT_MS = 5_000;

/**
 * Writes down which process was started under the name of the file.
 * @param file - `processes/site-1.json`
 * @param stopSignal - what asks the process to end in order
 */
export function recordProcess(file: string, pid: number, stopSignal: NodeJS.Signals = readUnit().stopSignal): void {
  const identity = processIdentity(pid);
  // It has ended already.
  if (!identity) return;
  mkdirSync(path.dirname(file), { recursive: true });
  // Under its name only when it is whole: this program may be killed while it writes.
  writeFileSync(`${file}.new`, JSON.stringify({ ...identity, stopSignal } satisfies Recorded));
  renameSync(`${file}.new`, file);
}

export const forgetProcess = (file: string): void => rmSync(file, { force: true });

/**
 * Ends the processes that a cluster left behind when it was killed. The caller holds the folder's lock, so no running
 * cluster keeps them.
 * @param folder - of the records
 * @param limits - how long a process may take to end in order, and then by force, in milliseconds
 * @returns names of those that did not end, each with its process id; empty when all have ended
 */
export async function endLeftovers(
  folder: string,
  say: (line: string) => void,
  limits: { stopMs: number; killMs: number } = { stopMs: readUnit().stopMs, killMs: KILL_LIMIT_MS },
): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  const found = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({
      file: path.join(folder, file),
      name: path.basename(file, '.json'),
      process: JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Recorded,
    }));
  const ended = await Promise.all(
    found.map(async ({ file, name, process }) => {
      const label = `${name} (process ${process.pid})`;
      if (isRunning(process)) {
        say(`${label} was left by a cluster that was killed; it is ended.`);
        signalProcess(process.pid, process.stopSignal);
        signalProcess(process.pid, 'SIGCONT');
        if (!(await waitForExit(process.pid, limits.stopMs))) {
          if (isRunning(process)) signalProcess(process.pid, 'SIGKILL');
          await waitForExit(process.pid, limits.killMs);
        }
        if (isRunning(process)) return label;
      }
      forgetProcess(file);
      return null;
    }),
  );
  return ended.filter((label) => label !== null);
}
