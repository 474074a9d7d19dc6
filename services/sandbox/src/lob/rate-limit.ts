/** So many calls in a window for each key, as Lob counts them for each endpoint. */
export function createRateLimit({ most, windowMs, now }: { most: number; windowMs: number; now: () => number }) {
  const windows = new Map<string, { startedAt: number; used: number }>();
  return {
    /** @returns `remaining` is negative once there were too many */
    take(key: string): { remaining: number; resetAt: number } {
      const at = now();
      const known = windows.get(key);
      const window = known && at - known.startedAt < windowMs ? known : { startedAt: at, used: 0 };
      window.used += 1;
      windows.set(key, window);
      return { remaining: most - window.used, resetAt: window.startedAt + windowMs };
    },
  };
}
