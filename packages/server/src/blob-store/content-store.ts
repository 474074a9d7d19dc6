import { createHash } from 'node:crypto';
import type { BlobStore, IsKey } from './blob-store.ts';

/** Files by their content: the key is the SHA-256 of the bytes, so writing twice is writing once. */
export interface ContentStore {
  /** @returns the key, 64 hex characters, once the bytes are durable */
  put(bytes: Buffer, contentType: string): Promise<string>;
  /** @returns the bytes, checked against the key; `null` when there are none, and for what is no key */
  get(key: string): Promise<Buffer | null>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
  /** @throws when the store cannot be reached or, of a folder, written to */
  check(): Promise<void>;
}

const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const isDigest: IsKey = (key) => /^[0-9a-f]{64}$/.test(key);

/** @param open - makes the store of these keys */
export function createContentStore(open: (isKey: IsKey) => BlobStore): ContentStore {
  const store = open(isDigest);
  return {
    async put(bytes, contentType) {
      const key = digestOf(bytes);
      await store.put(key, bytes, contentType);
      return key;
    },
    async get(key) {
      if (!isDigest(key)) return null;
      const bytes = await store.get(key);
      if (bytes && digestOf(bytes) !== key) throw new Error(`The stored file ${key} is damaged.`);
      return bytes;
    },
    async remove(key) {
      if (isDigest(key)) await store.remove(key);
    },
    check: () => store.check(),
  };
}
