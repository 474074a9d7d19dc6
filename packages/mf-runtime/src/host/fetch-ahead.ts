export interface AheadPort {
  /** Resolves when nothing that a visitor waits for is under way. Asked before each fetch. */
  pause(): Promise<void>;
  /** Whether anything may be fetched that was not asked for: not while a visitor saves data. */
  mayFetch(): boolean;
  /** Fetches and runs what a page's path or a slot's name needs. Never rejects. */
  warm(name: string): Promise<void>;
}

/** @returns fetches what these names need, one after another, behind what earlier calls named */
export function createFetchAhead({ pause, mayFetch, warm }: AheadPort): (names: readonly string[]) => Promise<void> {
  let last = Promise.resolve();
  return (names) => {
    last = last.then(async () => {
      for (const name of names) {
        await pause();
        if (mayFetch()) await warm(name);
      }
    });
    return last;
  };
}
