/** Who asks beyond this is answered at once, and asks again. */
const MAX_WAITING = 1_000;

/** Tells those who wait that somebody has acted, here or through another program. */
export function createActNews() {
  const waiting = new Set<() => void>();
  let isClosed = false;
  const tell = () => {
    for (const wake of waiting) wake();
  };
  return {
    tell,
    /** Wakes all who wait; from then on nobody waits: a stop holds up no answer. */
    close(): void {
      isClosed = true;
      tell();
    },
    /** @returns `came` settles at the next act, or after `ms`; `forget` ends the wait */
    next(ms: number) {
      let forget = () => {};
      const came = new Promise<void>((resolve) => {
        if (isClosed || waiting.size >= MAX_WAITING) return resolve();
        const timer = setTimeout(() => forget(), ms);
        forget = () => {
          clearTimeout(timer);
          waiting.delete(forget);
          resolve();
        };
        waiting.add(forget);
      });
      return { came, forget: () => forget() };
    },
  };
}
export type ActNews = ReturnType<typeof createActNews>;
