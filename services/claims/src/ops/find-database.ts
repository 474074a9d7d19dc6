import { readFileSync } from 'node:fs';
import path from 'node:path';
import { socketUrl } from '@redress/database';

/** Name of the embedded server's database, as the program makes it. */
const EMBEDDED_DATABASE = 'redress';

/** Where the embedded server of DATA_DIR listens, by the file it keeps while it runs; `null` where none runs. */
export function runningSocket(env: NodeJS.ProcessEnv, cwd: string): string | null {
  try {
    // Its fifth line says where the server listens.
    return readFileSync(path.join(dataDirOf(env, cwd), 'pg/postmaster.pid'), 'utf8').split('\n')[4] || null;
  } catch {
    return null;
  }
}

const dataDirOf = (env: NodeJS.ProcessEnv, cwd: string): string => path.resolve(cwd, env['DATA_DIR'] ?? '.data');

/**
 * The database the running program uses: DATABASE_URL, or the embedded server of DATA_DIR.
 * @throws {Error} saying what to do when neither is there
 */
export function findDatabase(env: NodeJS.ProcessEnv, cwd: string): string {
  // An operator's statements may take longer than a pooler allows.
  const given = env['DATABASE_DIRECT_URL'] || env['DATABASE_URL'];
  if (given) return given;
  const socketDir = runningSocket(env, cwd);
  if (socketDir === null) {
    throw new Error(
      `No database is running in ${dataDirOf(env, cwd)}: start the program first, or set DATA_DIR or DATABASE_URL.`,
    );
  }
  return socketUrl(socketDir, EMBEDDED_DATABASE);
}
