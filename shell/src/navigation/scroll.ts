interface NavigationEntry {
  key: string;
}

/** Key of the history entry in use, where the browser gives one. */
const entryKey = (): string | undefined =>
  (window as { navigation?: { currentEntry?: NavigationEntry | null } }).navigation?.currentEntry?.key;

/** Pages arrive after the history has moved, so the browser's own restoring would scroll an empty page. */
export function keepScroll() {
  const positions = new Map<string, number>();
  let current = entryKey();
  if (current === undefined) return { leaving() {}, arrived: (back: boolean) => void (back || scrollTo(0, 0)) };
  history.scrollRestoration = 'manual';
  let latest = 0;
  // When a routing event arrives the entry has already changed and the old page may be gone: its place is noted before.
  addEventListener('scroll', () => (latest = scrollY), { passive: true });

  return {
    /** A page is about to be left. */
    leaving() {
      if (current) positions.set(current, latest);
    },
    /** The new page has its content: top, the place its address names (no id of ours is encoded), or where the visitor was. */
    arrived(wasBackOrForward: boolean) {
      current = entryKey();
      const kept = wasBackOrForward && current ? positions.get(current) : undefined;
      const named = location.hash ? document.getElementById(location.hash.slice(1)) : null;
      if (kept !== undefined) scrollTo(0, kept);
      else if (named) named.scrollIntoView();
      else scrollTo(0, 0);
      latest = scrollY;
    },
  };
}
