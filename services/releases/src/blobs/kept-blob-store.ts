import type { BlobStore } from '@redress/server/blob-store';
import { integrityOf } from '@redress/release-client/publish';
import { isCopyOf } from '../builds/file-check.ts';
import { createBuildFolder, isOfLedger, type Encoding } from './build-files.ts';
import { unpackCopies } from './dictionary-copies.ts';

/** A store elsewhere, with a folder on this machine for what is in service: that is served without the store. */
export interface KeptBlobStore extends BlobStore {
  /** Removes from the folder everything but these keys. */
  keepOnly(keys: ReadonlySet<string>): Promise<void>;
}

/** A disk may give back other bytes than were written; a key says what belongs under it. */
async function belongsTo(key: string, bytes: Buffer): Promise<boolean> {
  const [, hex, encoding] = /^sha384\/([0-9a-f]{96})(?:\.(br|gzip|dcz))?$/.exec(key) ?? [];
  // A descriptor is signed: whoever reads it checks that.
  if (hex === undefined) return true;
  if (encoding === 'dcz') return unpackCopies(bytes) !== null;
  const integrity = `sha384-${Buffer.from(hex, 'hex').toString('base64')}`;
  return encoding === undefined ? integrityOf(bytes) === integrity : isCopyOf(integrity, encoding as Encoding, bytes);
}

export function createKeptBlobStore(
  store: BlobStore,
  { folder, log }: { folder: string; log: (message: string) => void },
): KeptBlobStore {
  const kept = createBuildFolder(folder);
  /** A full disk refuses each file: it is told of when that begins. */
  let isRefused = false;
  const keep = (key: string, bytes: Buffer) =>
    kept.replace(key, bytes).then(
      () => (isRefused = false),
      // It must not take away what the store gives.
      ({ message }: Error) => {
        if (!isRefused) log(`Builds in service are not kept on this machine, ${key} first: ${message}`);
        isRefused = true;
      },
    );
  return {
    ...store,
    async get(key) {
      // What stands there may be another one tomorrow, or for a database that was put back.
      if (isOfLedger(key)) return store.get(key);
      const own = await kept.get(key).catch(() => null);
      if (own && (await belongsTo(key, own))) return own;
      const bytes = await store.get(key);
      if (bytes) await keep(key, bytes);
      return bytes;
    },
    async remove(key) {
      await store.remove(key);
      await kept.remove(key);
    },
    keepOnly: (keys) => kept.removeAllBut(keys),
  };
}
