import { createHash } from 'node:crypto';

/** Files by their content: the key is the SHA-256 of the bytes, so writing twice is writing once. */
export interface BlobStore {
  /** @returns the key, 64 hex characters, once the bytes are durable */
  put(bytes: Buffer, contentType: string): Promise<string>;
  /** @returns the bytes, checked against the key; `null` when there are none */
  get(key: string): Promise<Buffer | null>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
  /** Throws when the store cannot be reached or written to. */
  check(): Promise<void>;
}

export const blobKey = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
export const isBlobKey = (key: string): boolean => /^[0-9a-f]{64}$/.test(key);
