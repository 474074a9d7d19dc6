/** Shortest silence of the keyboard that counts as a pause in typing. */
const PAUSE_MS = 400;

export interface TypingPauses {
  /** When the last key or change came, on the clock of `performance.now`. */
  lastAt(): number;
  /** Resolves in the next pause, or at `until`: a word that is being composed is never cut. */
  pause(until: number): Promise<void>;
}

/** Watches the whole page for the rest of its life. */
export function watchPauses(): TypingPauses {
  let lastAt = -PAUSE_MS;
  /** A field that goes with a word in it tells of no end. */
  let composedIn: Node | null = null;
  for (const type of ['keydown', 'input', 'compositionstart', 'compositionend']) {
    document.addEventListener(
      type,
      ({ target }) => {
        lastAt = performance.now();
        if (type.startsWith('composition')) composedIn = type === 'compositionstart' ? (target as Node) : null;
      },
      { capture: true },
    );
  }
  const msToPause = (until: number) => {
    const now = performance.now();
    return composedIn?.isConnected ? PAUSE_MS : Math.min(lastAt + PAUSE_MS, until) - now;
  };
  return {
    lastAt: () => lastAt,
    async pause(until) {
      for (let ms = msToPause(until); ms > 0; ms = msToPause(until)) await new Promise((done) => setTimeout(done, ms));
    },
  };
}
