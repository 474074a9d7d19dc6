export interface ShortCache<T> {
  /** The kept answer, else the one `ask` gives; several that ask at once share one question. A failure is not kept. */
  get(key: string, ask: () => Promise<T>): Promise<T>;
}

/** Keeps answers for some seconds, oldest out first. */
export function createShortCache<T>({
  ttlMs,
  max,
  now,
}: {
  ttlMs: number;
  max: number;
  now: () => number;
}): ShortCache<T> {
  const kept = new Map<string, { answer: Promise<T>; until: number }>();
  return {
    get(key, ask) {
      const found = kept.get(key);
      if (found && found.until > now()) return found.answer;
      kept.delete(key);
      const answer = ask();
      kept.set(key, { answer, until: now() + ttlMs });
      answer.catch(() => kept.delete(key));
      for (const oldest of kept.keys()) {
        if (kept.size <= max) break;
        kept.delete(oldest);
      }
      return answer;
    },
  };
}
