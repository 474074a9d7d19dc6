/** More names than these are not counted: a flood of new ones must not wipe the counts of those who are over their limit. */
const MAX_NAMES = 50_000;

/** Counts by name, in one window of time after the other. @returns whether so many more are within the limit of the name */
export function countInWindow(windowMs: number, now: () => Date) {
  let window = 0;
  let used = new Map<string, number>();
  return (name: string, limit: number, by = 1): boolean => {
    const current = Math.floor(now().getTime() / windowMs);
    if (current !== window) [window, used] = [current, new Map()];
    const next = (used.get(name) ?? 0) + by;
    if (next > limit || (used.size >= MAX_NAMES && !used.has(name))) return false;
    used.set(name, next);
    return true;
  };
}
