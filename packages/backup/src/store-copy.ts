import { createHash } from 'node:crypto';
import type { StoredFile } from '@redress/server/blob-store';
import { fullDisk } from './postgres-tools.ts';
import { digestOfKey, isImmutable, type ProductStore } from './product-store.ts';

const AT_ONCE = 8;
/** Clocks of the store and of this machine differ. */
const CLOCK_ALLOWANCE_MS = 60_000;

/** Whether the bytes are those that the key names; keys that are no digest name none. */
function belongsTo(key: string, bytes: Buffer): boolean {
  const digest = digestOfKey(key);
  return digest === null || createHash(digest.algorithm).update(bytes).digest('hex') === digest.hex;
}

export interface Copied {
  files: number;
  bytes: number;
}

/**
 * Copies what the target lacks. Files under a digest are written once; others are copied again when they were written since.
 * Nothing is taken away: what a copy of the database of before names must still be there.
 * @throws {Error} at the first file that cannot be copied; what was copied stays
 */
export async function copyStore(from: ProductStore, to: ProductStore): Promise<Copied> {
  const known = new Map<string, StoredFile>();
  for await (const file of to.list()) known.set(file.key, file);
  const isThere = (file: StoredFile): boolean => {
    const copy = known.get(file.key);
    if (copy?.bytes !== file.bytes) return false;
    return isImmutable(file.key) || file.writtenAt.getTime() + CLOCK_ALLOWANCE_MS < copy.writtenAt.getTime();
  };
  const copied: Copied = { files: 0, bytes: 0 };
  const copy = async (file: StoredFile) => {
    const bytes = await from.get(file.key);
    // Taken away by retention, or with an account, since it was listed.
    if (bytes === null) return;
    if (!belongsTo(file.key, bytes)) throw new Error(`${file.key} of ${from.place} is damaged: it is not copied.`);
    await (isImmutable(file.key) && !known.has(file.key) ? to.put(file.key, bytes) : to.replace(file.key, bytes)).catch(
      (error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOSPC' || error.code === 'EDQUOT' ? fullDisk(to.place) : error;
      },
    );
    copied.files += 1;
    copied.bytes += bytes.length;
  };
  const pending = new Set<Promise<void>>();
  let failure: { error: unknown } | null = null;
  // Each has its handler from the beginning: one that fails while the next page is listed would end the process.
  const begin = (file: StoredFile) => {
    const work = copy(file)
      .catch((error: unknown) => void (failure ??= { error }))
      .finally(() => pending.delete(work));
    pending.add(work);
  };
  try {
    for await (const file of from.list()) {
      if (failure) break;
      if (isThere(file)) continue;
      begin(file);
      if (pending.size >= AT_ONCE) await Promise.race(pending);
    }
  } finally {
    // Nothing is written after this has failed.
    await Promise.all(pending);
  }
  if (failure) throw (failure as { error: unknown }).error;
  return copied;
}
