import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { formerSecretFile, nextSecretFile } from '../platform/installation-secret.ts';
import { makeSecret } from '../platform/secrets.ts';
import type { Printed } from './operator.ts';

/** Every process that shares the folder has looked at it twice by then. */
const KNOWN_AFTER_MS = 10_000;

/** The secret of this installation: SECRET_FILE, else the one of DATA_DIR. */
export const secretFile = (env: NodeJS.ProcessEnv, cwd: string): string =>
  path.resolve(
    cwd,
    env['SECRET_FILE'] ?? path.join(env['KEYS_DIR'] ?? path.join(env['DATA_DIR'] ?? '.data', 'keys'), 'secret'),
  );

/**
 * Makes the secret that comes next and puts it beside the one in use. Every process learns to read what it seals, and nobody
 * seals with it yet: the second step ({@link finishSecret}) comes when all of them have the file.
 * @throws {Error} where there is no secret, or a rotation is under way
 */
export function rotateSecret(file: string): Printed {
  if (!existsSync(file)) throw new Error(`There is no secret in ${file}: set DATA_DIR or SECRET_FILE.`);
  const former = formerSecretFile(file);
  if (existsSync(former)) {
    throw new Error(`${former} is still there: remove it first, when no mail waits any more (npm run ops -- dead).`);
  }
  const next = nextSecretFile(file);
  const isThere = existsSync(next);
  if (!isThere) makeSecret(next);
  keepNames(file);
  return [
    `${next} holds the next secret${isThere ? ' already' : ''}. The one in use is as before.`,
    'Copy it to every host that has a folder of its own, beside the secret there. Nothing is restarted.',
    'Ten seconds after the last copy: npm run ops -- rotate-secret --finish',
  ];
}

/**
 * Puts the next secret in place of the one in use, which stays beside it until it is removed: mails that wait are sealed with it.
 * Can be repeated where it was interrupted; at no moment is there no secret.
 * @throws {Error} where the first step is missing or has just been done
 */
export function finishSecret(file: string, now: () => number): Printed {
  const next = nextSecretFile(file);
  const former = formerSecretFile(file);
  if (!existsSync(next)) {
    throw new Error(
      existsSync(former)
        ? `The rotation of ${file} is finished already.`
        : `${next} is not there: begin with npm run ops -- rotate-secret.`,
    );
  }
  const leftMs = statSync(next).mtimeMs + KNOWN_AFTER_MS - now();
  if (leftMs > 0) throw new Error(`Not every process knows ${next} yet: again in ${Math.ceil(leftMs / 1000)} s.`);
  // Left by a try that was interrupted between the two steps.
  rmSync(former, { force: true });
  linkSync(file, former);
  renameSync(next, file);
  keepNames(file);
  return [
    `${file} holds the new secret; running processes take it within five seconds.`,
    'On hosts with a folder of their own: the same command there.',
    `Remove ${former} after three hours: by then every mail that waited is out or given up.`,
  ];
}

/** The names are on disk before the command reports success: half a rotation would lose the mails that wait. */
function keepNames(file: string): void {
  const folder = openSync(path.dirname(file), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
