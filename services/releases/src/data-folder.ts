import path from 'node:path';

export interface KeyPlace {
  /** The program's data folder. */
  dataDir: string;
  /** Folder of keys and tokens; `keys` in the data folder when absent. */
  keysDir?: string;
}

export const keysDirOf = ({ dataDir, keysDir }: KeyPlace): string => keysDir ?? path.join(dataDir, 'keys');

/** Where the command line finds a running program. */
export const addressFile = (dataDir: string): string => path.join(dataDir, 'run', 'releases.json');
