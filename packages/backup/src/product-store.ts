import path from 'node:path';
import {
  createFileBlobStore,
  createS3BlobStore,
  listBucket,
  listFolder,
  type BlobStore,
  type StoredFile,
} from '@redress/server/blob-store';
import type { Installation } from './settings.ts';

/** Letters, papers and signatures: the key is the SHA-256 of the contents. */
const CONTENT = /^[0-9a-f]{64}$/;
/** Files of builds, by the SHA-384 of their contents. */
const BUILD_FILE = /^sha384\/[0-9a-f]{96}$/;

/** A file under such a key never changes; all others may be written again. */
export const isImmutable = (key: string): boolean => CONTENT.test(key) || key.startsWith('sha384/');
/** Which digest of its contents a key is, where it is one. */
export function digestOfKey(key: string): { algorithm: 'sha256' | 'sha384'; hex: string } | null {
  if (CONTENT.test(key)) return { algorithm: 'sha256', hex: key };
  return BUILD_FILE.test(key) ? { algorithm: 'sha384', hex: key.slice('sha384/'.length) } : null;
}

/** Keys that `services/claims` and `services/releases` make; what else is in a bucket is not the product's. */
const KEY = /^([0-9a-f]{64}|(sha384|builds|snapshots|ledger)(\/[a-z0-9][a-z0-9.-]*){1,2})$/;
const isProductKey = (key: string): boolean => KEY.test(key) && !key.includes('..');

/** Stored files of the whole product: of builds and of claims. */
export interface ProductStore extends Pick<BlobStore, 'get' | 'put' | 'replace' | 'has'> {
  /** Place as a person knows it: the bucket, or the folders. */
  place: string;
  list(): AsyncGenerator<StoredFile>;
}

async function* ours(files: AsyncGenerator<StoredFile>): AsyncGenerator<StoredFile> {
  for await (const file of files) if (isProductKey(file.key)) yield file;
}

export function openProductStore({ s3, dataDir }: Pick<Installation, 's3' | 'dataDir'>): ProductStore {
  if (s3) {
    const bucket = createS3BlobStore(s3, { isKey: isProductKey });
    return { ...bucket, place: `bucket ${s3.bucket} at ${s3.endpoint}`, list: () => ours(listBucket(s3)) };
  }
  const [filesFolder, buildsFolder] = [path.join(dataDir, 'files'), path.join(dataDir, 'builds')];
  const files = createFileBlobStore({ folder: filesFolder, isKey: isProductKey, fileMode: 0o600 });
  const builds = createFileBlobStore({ folder: buildsFolder, isKey: isProductKey, fileMode: 0o644 });
  const storeOf = (key: string) => (CONTENT.test(key) ? files : builds);
  return {
    place: `${filesFolder} and ${buildsFolder}`,
    get: (key) => storeOf(key).get(key),
    has: (key) => storeOf(key).has(key),
    put: (key, bytes) => storeOf(key).put(key, bytes),
    replace: (key, bytes) => storeOf(key).replace(key, bytes),
    async *list() {
      yield* ours(listFolder(filesFolder));
      yield* ours(listFolder(buildsFolder));
    },
  };
}

/** The same files in the folder of backups. */
export function openStoreCopy(folder: string): ProductStore {
  const store = createFileBlobStore({ folder, isKey: isProductKey, fileMode: 0o600 });
  return { ...store, place: folder, list: () => ours(listFolder(folder)) };
}
