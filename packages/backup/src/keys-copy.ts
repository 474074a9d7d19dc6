import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
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
import { present, type Secret } from '@redress/server/secrets';
import type { BackupFolder } from './backup-folder.ts';
import type { Installation } from './settings.ts';

type KeyPlaces = Pick<Installation, 'keysDir' | 'secretFile' | 'backupSecret'>;

/** List beside the keys: SHA-256 of each, by name. */
const LIST = 'keys.json';
/** Signature beside the list, by `BACKUP_SECRET`, which is in no backup. Who may write to the folder of backups cannot make it. */
const MAC = 'keys.mac';
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

const macOf = (secret: Secret, list: string): string =>
  createHmac('sha256', present(secret)).update(`redress keys\0${list}`).digest('hex');

const contentOf = (file: string): string | null => (existsSync(file) ? readFileSync(file, 'utf8') : null);

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
  const mac = places.backupSecret && macOf(places.backupSecret, list);
  const isSame = (name: string, text: string | null) => newest && contentOf(path.join(newest.folder, name)) === text;
  if (isSame(LIST, list) && isSame(MAC, mac)) return false;
  const { unfinished, finish } = folder.begin('keys', at);
  for (const [name, bytes] of files) writeFileSync(path.join(unfinished, name), bytes, { mode: 0o600, flush: true });
  writeFileSync(path.join(unfinished, LIST), list, { mode: 0o600, flush: true });
  if (mac !== null) writeFileSync(path.join(unfinished, MAC), mac, { mode: 0o600, flush: true });
  await finish();
  return true;
}

/** @throws {Error} for a list that another wrote than who has the secret, or that leads out of its folder */
function readList(copy: string, secret: Secret | null): Record<string, string> {
  const text = readFileSync(path.join(copy, LIST), 'utf8');
  if (secret) {
    const [given, own] = [contentOf(path.join(copy, MAC)) ?? '', macOf(secret, text)].map((mac) => Buffer.from(mac));
    if (given!.length !== own!.length || !timingSafeEqual(given!, own!))
      throw new Error(
        `The list of keys in ${copy} was not made with this BACKUP_SECRET: use another backup, or correct the secret; unset it for a backup of before there was one.`,
      );
  }
  const list = JSON.parse(text) as Record<string, string>;
  const outside = Object.keys(list).find((name) => name !== path.basename(name) || /[\\/\0]|^\.{0,2}$/.test(name));
  if (outside !== undefined)
    throw new Error(`The list of keys in ${copy} names a file outside of its folder: use another backup.`);
  return list;
}

/** Puts a copy of the keys into empty places. @throws {Error} for a copy that was changed */
export function restoreKeys(copy: string, { keysDir, secretFile, backupSecret }: KeyPlaces): void {
  const list = readList(copy, backupSecret);
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
