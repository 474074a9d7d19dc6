/** Tells those who wait that somebody has acted, here or through another program. */
export interface ActNews {
  tell(): void;
  /** @returns `came` settles at the next act, or after `ms`; `forget` ends the wait */
  next(ms: number): { came: Promise<void>; forget(): void };
  /** Wakes all who wait; from then on nobody waits: a stop holds up no answer. */
  close(): void;
}

/** Who asks beyond this is answered at once, and asks again. */
const MAX_WAITING = 1_000;

export function createActNews(): ActNews {
  const waiting = new Set<() => void>();
  let isClosed = false;
  const tell = () => {
    for (const wake of waiting) wake();
  };
  return {
    tell,
    close() {
      isClosed = true;
      tell();
    },
    next(ms) {
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
