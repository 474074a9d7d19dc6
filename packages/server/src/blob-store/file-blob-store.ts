import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { assertKey, type BlobStore, type IsKey } from './blob-store.ts';

export interface FileBlobStore extends BlobStore {
  /** Removes every file but those of these keys. */
  removeAllBut(keys: ReadonlySet<string>): Promise<void>;
}

export interface FileBlobStoreOptions {
  folder: string;
  isKey: IsKey;
  /** `0o600` where only this program may read. */
  fileMode: 0o600 | 0o644;
}

export const UNFINISHED = '.part';
/** Digests are many, and a folder of many thousand entries is slow to work with by hand. */
export const DIGEST = /^[0-9a-f]{64}/;

/** A folder of files. Written under another name, flushed, then renamed: a file of a key is whole or not there. */
export function createFileBlobStore({ folder, isKey, fileMode }: FileBlobStoreOptions): FileBlobStore {
  const fileOf = (key: string) => {
    assertKey(isKey, key);
    const names = key.split('/');
    const name = names.pop() as string;
    return path.join(folder, ...names, ...(DIGEST.test(name) ? [name.slice(0, 2)] : []), name);
  };
  const sizeOf = async (key: string): Promise<number | null> => {
    const found = await stat(fileOf(key)).catch(unlessMissing);
    return found && found.size;
  };
  const write = (file: string, bytes: Buffer) => writeWhole(file, bytes, fileMode);
  return {
    get: async (key) => readFile(fileOf(key)).catch(unlessMissing),
    has: async (key) => (await sizeOf(key)) !== null,
    replace: async (key, bytes) => write(fileOf(key), bytes),
    remove: async (key) => rm(fileOf(key), { force: true }),
    async put(key, bytes) {
      // A file of another length was cut off by a disk that failed.
      if ((await sizeOf(key)) !== bytes.length) await write(fileOf(key), bytes);
    },
    async check() {
      const file = path.join(folder, `check.${randomBytes(6).toString('hex')}${UNFINISHED}`);
      await write(file, Buffer.from('check'));
      await rm(file, { force: true });
    },
    async removeAllBut(keys) {
      const kept = new Set([...keys].map(fileOf));
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
      for (const entry of entries) {
        const file = path.join(entry.parentPath, entry.name);
        if (entry.isFile() && !entry.name.endsWith(UNFINISHED) && !kept.has(file)) await rm(file, { force: true });
      }
    },
  };
}

const unlessMissing = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT') return null;
  throw error;
};

async function writeWhole(file: string, bytes: Buffer, mode: number): Promise<void> {
  const parent = path.dirname(file);
  const firstMade = await mkdir(parent, { recursive: true });
  const unfinished = `${file}.${randomBytes(6).toString('hex')}${UNFINISHED}`;
  try {
    const handle = await open(unfinished, 'wx', mode);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  // A name is durable only when its folder has been flushed; that of a new folder stands in the one above.
  const last = firstMade === undefined ? parent : path.dirname(firstMade);
  for (let at = parent; ; at = path.dirname(at)) {
    await flushFolder(at);
    if (at === last || at === path.dirname(at)) return;
  }
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
