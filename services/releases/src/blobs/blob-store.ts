import { createHash } from 'node:crypto';

/**
 * Where builds live: bytes under the name of their own hash, written once and never changed. Nothing is listed, so a
 * plain S3 bucket serves as well as a folder.
 */
export interface BlobStore {
  /** Keeps the bytes under a key; keeping the same key again changes nothing. */
  put(key: string, bytes: Buffer): Promise<void>;
  /** @returns the bytes, or `null` when there are none */
  get(key: string): Promise<Buffer | null>;
  has(key: string): Promise<boolean>;
  /** Takes bytes away; without effect when there are none. Needs the store's right to delete. */
  remove(key: string): Promise<void>;
  /** Puts published bytes back in the place of others: only for a store that no longer holds what was published. */
  replace(key: string, bytes: Buffer): Promise<void>;
}

/** `sha384-…` of a file, as browsers write it. */
export const integrityOf = (bytes: Buffer): string => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/** Key of a file's bytes. */
export const contentKey = (integrity: string): string =>
  `sha384/${Buffer.from(integrity.slice('sha384-'.length), 'base64').toString('hex')}`;

export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Key of the compressed copy kept beside a file's bytes. */
export const encodedKey = (integrity: string, encoding: Encoding): string => `${contentKey(integrity)}.${encoding}`;

/** Key of a build's signed descriptor; immutable like the files it lists. */
export const descriptorKey = (name: string, buildId: string): string => `builds/${name}/${buildId}.json`;

/** Keys are ours, but the file store makes paths of them. */
export const isBlobKey = (key: string): boolean =>
  /^(sha384\/[0-9a-f]{96}(\.br|\.gzip)?|builds\/(shell|mf-[a-z0-9-]{1,40})\/[0-9a-f]{12}\.json)$/.test(key);
