import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parentOf, processIds } from '../support/process-use.ts';

/** The embedded server of a data folder: the process that all others of it come from. */
export const postmaster = (folder: string) =>
  Number(readFileSync(path.join(folder, 'pg/postmaster.pid'), 'utf8').split('\n')[0]);

/** The server and every process it made. */
const family = (pid: number): number[] => [pid, ...processIds().filter((each) => parentOf(each) === pid)];

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
