import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { blobKey, isBlobKey, type BlobStore } from '../../platform/blob-store.ts';

/** A folder of files. Written under another name, flushed, then renamed: a file of a key is whole or not there. */
export function createFileBlobStore(folder: string): BlobStore {
  const fileOf = (key: string) => path.join(folder, key.slice(0, 2), key);
  const write = async (file: string, bytes: Buffer) => {
    await mkdir(path.dirname(file), { recursive: true });
    const unfinished = `${file}.${randomBytes(6).toString('hex')}.part`;
    try {
      const handle = await open(unfinished, 'wx', 0o600);
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(unfinished, file);
      // The name itself is durable only when its folder has been flushed.
      const parent = await open(path.dirname(file), 'r');
      try {
        await parent.sync();
      } finally {
        await parent.close();
      }
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  };
  return {
    async put(bytes) {
      const key = blobKey(bytes);
      const file = fileOf(key);
      const there = await stat(file).catch(() => null);
      if (there?.size !== bytes.length) await write(file, bytes);
      return key;
    },
    async get(key) {
      if (!isBlobKey(key)) return null;
      const bytes = await readFile(fileOf(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      if (bytes && blobKey(bytes) !== key) throw new Error(`The stored file ${key} is damaged.`);
      return bytes;
    },
    async remove(key) {
      if (isBlobKey(key)) await rm(fileOf(key), { force: true });
    },
    async check() {
      await this.remove(await this.put(Buffer.from('check'), 'text/plain'));
    },
  };
}
