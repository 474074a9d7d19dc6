import { createHash } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import type { BlobStore } from './blob-store.ts';
import { createFileBlobStore } from './file-blob-store.ts';

/** A store elsewhere, with a folder on this machine for what is in service: that is served without the store. */
export interface KeptBlobStore extends BlobStore {
  /** Removes from the folder everything but these keys. */
  keepOnly(keys: ReadonlySet<string>): Promise<void>;
}

const asBrotli = promisify(brotliDecompress);
const asGzip = promisify(gunzip);

/** A disk may give back other bytes than were written; a key says what belongs under it. */
async function belongsTo(key: string, bytes: Buffer): Promise<boolean> {
  const [, hex, encoding] = /^sha384\/([0-9a-f]{96})(?:\.(br|gzip))?$/.exec(key) ?? [];
  // A descriptor is signed: whoever reads it checks that.
  if (hex === undefined) return true;
  const original =
    encoding === undefined ? bytes : await (encoding === 'br' ? asBrotli(bytes) : asGzip(bytes)).catch(() => null);
  return original !== null && createHash('sha384').update(original).digest('hex') === hex;
}

export function createKeptBlobStore(
  store: BlobStore,
  { folder, log }: { folder: string; log: (message: string) => void },
): KeptBlobStore {
  const kept = createFileBlobStore(folder);
  return {
    async get(key) {
      const own = await kept.get(key).catch(() => null);
      if (own && (await belongsTo(key, own))) return own;
      const bytes = await store.get(key);
      if (bytes) {
        // A full disk here must not take away what the store gives.
        await kept.replace(key, bytes).catch((error: Error) => log(`${key} is not kept here: ${error.message}`));
      }
      return bytes;
    },
    has: (key) => store.has(key),
    put: (key, bytes) => store.put(key, bytes),
    replace: (key, bytes) => store.replace(key, bytes),
    async remove(key) {
      await store.remove(key);
      await kept.remove(key);
    },
    async keepOnly(keys) {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
      for (const entry of entries) {
        if (!entry.isFile() || entry.name.endsWith('.part')) continue;
        const file = path.join(entry.parentPath, entry.name);
        // Files of the area lie in folders by their first letters, which are not in the key.
        const [area, ...rest] = path.relative(folder, file).split(path.sep);
        const key = area === 'sha384' ? `sha384/${rest.at(-1)}` : [area, ...rest].join('/');
        if (!keys.has(key)) await rm(file, { force: true });
      }
    },
  };
}
