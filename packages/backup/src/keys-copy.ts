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
const SECRETS = ['secret', 'secret.former', 'secret.next'];

const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Every file of the folder of keys and the secret, by the name it has there. */
function readKeys({ keysDir, secretFile }: KeyPlaces): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const take = (name: string, file: string) => {
    if (existsSync(file) && statSync(file).isFile()) files.set(name, readFileSync(file));
  };
  // The lock file of a process that is changing the keys: in a restored folder no process would remove it.
  const names = existsSync(keysDir) ? readdirSync(keysDir).filter((name) => !name.endsWith('.lock')) : [];
  for (const name of names) take(name, path.join(keysDir, name));
  if (path.dirname(secretFile) !== keysDir || path.basename(secretFile) !== 'secret') {
    for (const name of SECRETS) take(name, `${secretFile}${name.slice('secret'.length)}`);
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
  // Within the folder, which may be a mount of its own: that cannot be replaced, and nothing can be renamed into it from outside.
  const unfinished = path.join(keysDir, '.restoring');
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(keysDir, { recursive: true, mode: 0o700 });
  mkdirSync(unfinished, { mode: 0o700 });
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
  // The trust document first: a program that starts in between on another DATA_DIR then lacks a key and is refused, where one that
  // finds no trust document would begin a trust of its own.
  const names = readdirSync(unfinished).toSorted((a, b) => Number(b === 'trust.json') - Number(a === 'trust.json'));
  for (const name of names) renameSync(path.join(unfinished, name), path.join(keysDir, name));
  rmSync(unfinished, { recursive: true });
}
