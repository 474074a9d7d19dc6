import { setTimeout as wait } from 'node:timers/promises';

/** What was seen at the last look: `fault` in words of the thing that was looked at, and since when it is so. */
export interface Seen {
  fault: string | null;
  /** When it was first seen so; `null` while nothing is wrong. */
  since: Date | null;
}

/**
 * Looks at something that takes long, once for everybody who asks within `everyMs`. Who asks waits for at most `limitMs`,
 * and then has what was seen before; once something was seen, for at most `laterLimitMs`.
 * @param look - answers what is wrong, or `null`; where it cannot say, it throws, and is asked again
 */
export function createWatch(
  look: () => Promise<string | null>,
  {
    everyMs,
    limitMs,
    laterLimitMs = limitMs,
    now,
  }: { everyMs: number; limitMs: number; laterLimitMs?: number; now: () => Date },
): () => Promise<Seen> {
  let last: Seen = { fault: null, since: null };
  let looking: { at: number; done: Promise<void> } | null = null;
  let hasLooked = false;

  const lookOnce = async (): Promise<void> => {
    try {
      const fault = await look();
      hasLooked = true;
      last = { fault, since: fault === null ? null : (last.since ?? now()) };
    } catch {
      looking = null;
    }
  };
  return async () => {
    const at = now().getTime();
    if (looking === null || at - looking.at >= everyMs) looking = { at, done: lookOnce() };
    await within(hasLooked ? laterLimitMs : limitMs, looking.done);
    return last;
  };
}

/** @returns what the work answers, or `undefined` when it takes longer */
export const within = <T>(ms: number, work: Promise<T>): Promise<T | undefined> =>
  Promise.race([work, wait(ms, undefined, { ref: false })]);
