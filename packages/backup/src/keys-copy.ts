import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { BackupFolder } from './backup-folder.ts';
import type { Installation } from './settings.ts';

type KeyPlaces = Pick<Installation, 'keysDir' | 'secretFile'>;

/** Beside the keys: SHA-256 of each, by name. */
const LIST = 'keys.json';
/** Where the secret of an installation stands outside of its folder of keys. */
const SECRETS = ['secret', 'secret.former'];

const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Every file of the folder of keys and the secret, by the name it has there. */
function readKeys({ keysDir, secretFile }: KeyPlaces): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const take = (name: string, file: string) => {
    if (existsSync(file) && statSync(file).isFile()) files.set(name, readFileSync(file));
  };
  for (const name of existsSync(keysDir) ? readdirSync(keysDir) : []) take(name, path.join(keysDir, name));
  if (path.dirname(secretFile) !== keysDir || path.basename(secretFile) !== 'secret') {
    take('secret', secretFile);
    take('secret.former', `${secretFile}.former`);
  }
  return files;
}

const listOf = (files: Map<string, Buffer>): string =>
  JSON.stringify(Object.fromEntries([...files].toSorted().map(([name, bytes]) => [name, digestOf(bytes)])));

/** Copies the keys when they differ from the newest copy. @throws {Error} where there is none at all */
export async function copyKeys(folder: BackupFolder, places: KeyPlaces, at: Date): Promise<boolean> {
  const files = readKeys(places);
  if (!files.has('secret') || !files.has('trust.json')) {
    throw new Error(
      `${places.keysDir} lacks ${files.has('secret') ? 'trust.json' : 'the secret'}: set KEYS_DIR and SECRET_FILE to the keys of the installation.`,
    );
  }
  const list = listOf(files);
  const newest = folder.keys().at(-1);
  if (newest && readFileSync(path.join(newest.folder, LIST), 'utf8') === list) return false;
  const { unfinished, finish } = folder.begin('keys', at);
  for (const [name, bytes] of files) writeFileSync(path.join(unfinished, name), bytes, { mode: 0o600, flush: true });
  writeFileSync(path.join(unfinished, LIST), list, { mode: 0o600, flush: true });
  await finish();
  return true;
}

/** Puts a copy of the keys into empty places. @throws {Error} for a copy that was changed */
export function restoreKeys(copy: string, { keysDir, secretFile }: KeyPlaces): void {
  const list = JSON.parse(readFileSync(path.join(copy, LIST), 'utf8')) as Record<string, string>;
  const unfinished = `${keysDir}.restoring`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  for (const [name, digest] of Object.entries(list)) {
    const bytes = readFileSync(path.join(copy, name));
    if (digestOf(bytes) !== digest)
      throw new Error(`The copy ${path.join(copy, name)} is damaged: use another backup.`);
    const apart = SECRETS.includes(name) && path.dirname(secretFile) !== keysDir;
    const file = apart ? `${secretFile}${name.slice('secret'.length)}` : path.join(unfinished, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, bytes, { mode: 0o600, flush: true });
    chmodSync(file, 0o600);
  }
  // Whole at once: a program that finds half a folder of keys would make the others anew.
  rmSync(keysDir, { recursive: true, force: true });
  renameSync(unfinished, keysDir);
}
