import { closeSync, existsSync, fsyncSync, openSync, renameSync } from 'node:fs';
import path from 'node:path';
import { formerSecretFile, secretFromFile } from '../platform/secrets.ts';
import type { Printed } from './desk.ts';

/** The secret of this installation: SECRET_FILE, else the one of DATA_DIR. */
export const secretFile = (env: NodeJS.ProcessEnv, cwd: string): string =>
  path.resolve(
    cwd,
    env['SECRET_FILE'] ?? path.join(env['KEYS_DIR'] ?? path.join(env['DATA_DIR'] ?? '.data', 'keys'), 'secret'),
  );

/**
 * Puts a new secret in place of the installation's. The one before stays beside it until it is removed: mails that wait
 * are sealed with it. Each process takes the new one at its next start.
 * @throws {Error} where there is no secret, or the one before is still there
 */
export function rotateSecret(file: string): Printed {
  if (!existsSync(file)) throw new Error(`There is no secret in ${file}: set DATA_DIR or SECRET_FILE.`);
  const former = formerSecretFile(file);
  if (existsSync(former)) {
    throw new Error(`${former} is still there: remove it first, when no mail waits any more (npm run ops -- dead).`);
  }
  renameSync(file, former);
  secretFromFile(file);
  // Both names are on disk before the command reports success: half a rotation would lose the mails that wait.
  const folder = openSync(path.dirname(file), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
  return [
    `${file} holds a new secret.`,
    'Start every process again. Codes, sign-ins and forms under way must be begun anew; sessions go on.',
    `Remove ${former} after three hours: by then every mail that waited is out or given up.`,
  ];
}
