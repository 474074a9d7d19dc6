import path from 'node:path';
import { openKeyFolder, type KeyFolder } from './key-folder.ts';

const CHANNELS = ['production', 'preview'] as const;

interface KeyPlace {
  /** The program's data folder. */
  dataDir: string;
  /** Folder of keys and tokens; `keys` in the data folder when absent. */
  keysDir?: string;
}

export const keysDirOf = ({ dataDir, keysDir }: KeyPlace): string => keysDir ?? path.join(dataDir, 'keys');

export const openKeys = (place: KeyPlace): KeyFolder => openKeyFolder(keysDirOf(place), CHANNELS);
