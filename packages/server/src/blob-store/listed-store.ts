import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { DIGEST, UNFINISHED } from './file-blob-store.ts';
import { openBucket, type S3Bucket } from './s3-blob-store.ts';

/** One stored file. */
export interface StoredFile {
  key: string;
  bytes: number;
  /** When it was last written, by the store's clock. */
  writtenAt: Date;
}

/** Every file of a folder written by `createFileBlobStore`; none where the folder is not there. In no order. */
export async function* listFolder(folder: string): AsyncGenerator<StoredFile> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException): Dirent[] => {
    // Retention takes folders away while they are listed.
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const entry of entries) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      for await (const { key, ...file } of listFolder(place)) {
        const first = key.split('/', 1)[0] ?? '';
        // A folder of two letters holds the digests that begin with them, and is no part of their keys.
        yield { ...file, key: DIGEST.test(first) && first.startsWith(entry.name) ? key : `${entry.name}/${key}` };
      }
    } else if (entry.isFile() && !entry.name.endsWith(UNFINISHED)) {
      const found = await stat(place).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      if (found) yield { key: entry.name, bytes: found.size, writtenAt: found.mtime };
    }
  }
}

const within = (element: string, xml: string): string | undefined =>
  new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1];

/**
 * Every file of a bucket, by ListObjectsV2, which needs the store's right to list. Keys of the product have no character
 * that XML writes otherwise; what has one is not ours and is left out.
 */
export async function* listBucket(bucket: S3Bucket): AsyncGenerator<StoredFile> {
  const { list } = openBucket(bucket);
  let after: string | undefined;
  do {
    const query = new URLSearchParams({
      'list-type': '2',
      ...(after === undefined ? {} : { 'continuation-token': after }),
    });
    const page = await list(query);
    for (const [, entry = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
      const key = within('Key', entry) ?? '';
      const writtenAt = new Date(within('LastModified', entry) ?? '');
      if (/^[\w./-]+$/.test(key)) yield { key, bytes: Number(within('Size', entry)), writtenAt };
    }
    after = within('IsTruncated', page) === 'true' ? within('NextContinuationToken', page) : undefined;
  } while (after !== undefined);
}
