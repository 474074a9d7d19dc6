const EVERY_MS = 60_000;

/**
 * Calls `look` about every minute while the tab is seen, and whenever it comes back: to the screen, from the browser's
 * page cache, from being offline. So a tab without a working stream finds releases too.
 * @param random - 0 to 1: tabs that were opened together must not ask together
 * @returns the way to stop
 */
export function pollReleases(look: () => void, random: () => number = Math.random): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  let timer: ReturnType<typeof setTimeout>;

  const schedule = () => {
    clearTimeout(timer);
    timer = setTimeout(lookNow, EVERY_MS * (0.75 + random() / 2));
  };
  const lookNow = () => {
    if (document.visibilityState !== 'hidden') look();
    schedule();
  };
  document.addEventListener('visibilitychange', lookNow, { signal });
  addEventListener('online', lookNow, { signal });
  addEventListener('pageshow', (event) => event.persisted && lookNow(), { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
  schedule();
  return () => stopping.abort();
}
