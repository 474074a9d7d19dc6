import { AppError } from '@redress/contracts';
import { LRUCache } from 'lru-cache';
import { mostOf, type Limit, type LimitConfig } from './rate-limits.ts';

export interface LocalLimits {
  /** @throws {AppError} RATE_LIMITED with the seconds until the window ends */
  take(limit: Limit, who: string): void;
}

/** A caller's count may be forgotten when this many others called since. */
const KEPT = 50_000;

/**
 * Limits counted in this process alone, for calls so frequent that a row of the database for each would cost as much as
 * the call: autosaves. They hold off a flood; what must hold across processes is counted by {@link RateLimits}.
 */
export function createLocalLimits({ now, config }: { now: () => Date; config: LimitConfig }): LocalLimits {
  const counts = new LRUCache<string, { count: number; endsAt: number }>({ max: KEPT });
  return {
    take(limit, who) {
      const at = now().getTime();
      const key = `${limit.name}:${who}`;
      let entry = counts.get(key);
      if (!entry || entry.endsAt <= at) {
        entry = { count: 0, endsAt: at + limit.seconds * 1000 };
        counts.set(key, entry);
      }
      entry.count += 1;
      if (entry.count > mostOf(limit, config)) {
        throw new AppError('RATE_LIMITED', {
          details: { limit: limit.name },
          retryAfterSeconds: Math.max(1, Math.ceil((entry.endsAt - at) / 1000)),
        });
      }
    },
  };
}
