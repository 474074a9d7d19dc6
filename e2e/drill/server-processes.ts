import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The embedded server of a data folder: the process that all others of it come from. */
export const postmaster = (folder: string) =>
  Number(readFileSync(path.join(folder, 'pg/postmaster.pid'), 'utf8').split('\n')[0]);

/** The server and every process it made. */
function family(pid: number): number[] {
  const parentOf = (entry: string) => {
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8');
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    } catch {
      return 0;
    }
  };
  return [
    pid,
    ...readdirSync('/proc')
      .filter((entry) => /^\d+$/.test(entry) && parentOf(entry) === pid)
      .map(Number),
  ];
}

/** Sends signals to every process that the server of a data folder has by then. */
export const signalsTo = (dataDir: string) => (signal: NodeJS.Signals) => {
  for (const pid of family(postmaster(dataDir))) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
};
