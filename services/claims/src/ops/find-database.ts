import { readFileSync } from 'node:fs';
import path from 'node:path';
import { socketUrl } from '@redress/database';

/** Name of the embedded server's database, as the program makes it. */
const EMBEDDED_DATABASE = 'redress';

/**
 * The database the running program uses: DATABASE_URL, or the embedded server of DATA_DIR, found by the file it keeps
 * while it runs.
 * @throws {Error} saying what to do when neither is there
 */
export function findDatabase(env: NodeJS.ProcessEnv, cwd: string): string {
  if (env['DATABASE_URL']) return env['DATABASE_URL'];
  const dataDir = path.resolve(cwd, env['DATA_DIR'] ?? '.data');
  let socketDir: string | undefined;
  try {
    // Its fifth line says where the server listens.
    socketDir = readFileSync(path.join(dataDir, 'pg/postmaster.pid'), 'utf8').split('\n')[4];
  } catch {
    socketDir = undefined;
  }
  if (!socketDir) {
    throw new Error(`No database is running in ${dataDir}: start the program first, or set DATA_DIR or DATABASE_URL.`);
  }
  return socketUrl(socketDir, EMBEDDED_DATABASE);
}
