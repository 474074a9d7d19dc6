import path from 'node:path';

/** Where the command line finds a running program. */
export const addressFile = (dataDir: string): string => path.join(dataDir, 'run', 'releases.json');
