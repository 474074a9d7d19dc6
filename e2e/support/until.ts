import { setTimeout as wait } from 'node:timers/promises';

type Found<T> = Exclude<T, false | '' | null | undefined>;

/**
 * Looks again and again until something is found; a look that throws has found nothing yet.
 * @param what - is waited for; said when it does not come in time, with what is known by then
 */
export async function until<T>(
  what: string | (() => string),
  look: () => T | Promise<T>,
  { limitMs = 60_000, everyMs = 100 } = {},
): Promise<Found<T>> {
  let cause: unknown;
  for (const end = Date.now() + limitMs; ; await wait(everyMs)) {
    try {
      const found = await look();
      if (found) return found as Found<T>;
    } catch (error) {
      cause = error;
    }
    if (Date.now() > end)
      throw new Error(`${typeof what === 'string' ? what : what()}: not within ${limitMs / 1_000} s.`, { cause });
  }
}
