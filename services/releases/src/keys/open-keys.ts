import { keysDirOf, type KeyPlace } from '../data-folder.ts';
import { openKeyFolder, type KeyFolder } from './key-folder.ts';

const CHANNELS = ['production', 'preview'] as const;

export const openKeys = (place: KeyPlace): KeyFolder => openKeyFolder(keysDirOf(place), CHANNELS);
