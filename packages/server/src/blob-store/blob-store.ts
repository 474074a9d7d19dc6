/**
 * Bytes under keys, written once. Nothing is listed, so a plain S3 bucket serves as well as a folder. A key that the
 * owner's `isKey` does not know is a TypeError from every call: stores make paths and addresses of keys.
 */
export interface BlobStore {
  /**
   * Keeps the bytes under a key, and returns once they are durable. Keeping the same key again changes nothing.
   * @param contentType - `application/octet-stream` unless said
   */
  put(key: string, bytes: Buffer, contentType?: string): Promise<void>;
  /** @returns the bytes, or `null` when there are none */
  get(key: string): Promise<Buffer | null>;
  /** @throws when the store cannot say */
  has(key: string): Promise<boolean>;
  /** Takes bytes away; without effect when there are none. Needs the store's right to delete. */
  remove(key: string): Promise<void>;
  /** Puts bytes in the place of others: only for a store that no longer holds what was put. */
  replace(key: string, bytes: Buffer): Promise<void>;
  /** @throws when the store cannot be reached or, of a folder, written to */
  check(): Promise<void>;
}

export type IsKey = (key: string) => boolean;

export function assertKey(isKey: IsKey, key: string): void {
  if (!isKey(key)) throw new TypeError(`Not a blob key: ${key}`);
}
