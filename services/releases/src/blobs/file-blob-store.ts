import { randomBytes } from 'node:crypto';
import { access, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { isBlobKey, type BlobStore } from './blob-store.ts';

/** Builds in a folder. A blob gets its name only when it is whole and on disk. */
export function createFileBlobStore(folder: string): BlobStore {
  const fileOf = (key: string) => {
    if (!isBlobKey(key)) throw new TypeError(`Not a blob key: ${key}`);
    const [area, ...rest] = key.split('/') as [string, ...string[]];
    // A folder of many thousand entries is slow to work with by hand.
    return area === 'sha384'
      ? path.join(folder, area, rest[0]!.slice(0, 2), rest[0]!)
      : path.join(folder, area, ...rest);
  };
  const has = (key: string) =>
    access(fileOf(key)).then(
      () => true,
      () => false,
    );
  return {
    has,
    async get(key) {
      try {
        return await readFile(fileOf(key));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    replace: (key, bytes) => write(fileOf(key), bytes),
    remove: (key) => rm(fileOf(key), { force: true }),
    async put(key, bytes) {
      if (!(await has(key))) await write(fileOf(key), bytes);
    },
  };
}

async function write(file: string, bytes: Buffer): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const unfinished = `${file}.${randomBytes(4).toString('hex')}.part`;
  const handle = await open(unfinished, 'wx', 0o644);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
    await handle.close();
    await rename(unfinished, file);
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(unfinished, { force: true });
    throw error;
  }
}
