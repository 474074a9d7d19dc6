import { LRUCache } from 'lru-cache';

/**
 * The count of a name may be forgotten when so many others came since. Each of them has the same share, so whoever has
 * that many names gains nothing by it; to refuse new names instead would let them lock everybody else out.
 */
const KEPT = 50_000;

/** Counts by name, in one window of time after the other. @returns whether so many more are within the limit of the name */
export function countInWindow(windowMs: number, now: () => Date) {
  let window = 0;
  const used = new LRUCache<string, number>({ max: KEPT });
  return (name: string, limit: number, by = 1): boolean => {
    const current = Math.floor(now().getTime() / windowMs);
    if (current !== window) used.clear();
    window = current;
    const next = (used.get(name) ?? 0) + by;
    if (next > limit) return false;
    used.set(name, next);
    return true;
  };
}
