interface NavigationEntry {
  key: string;
}

/** Key of the history entry in use, where the browser gives one. */
const entryKey = (): string | undefined =>
  (window as { navigation?: { currentEntry?: NavigationEntry | null } }).navigation?.currentEntry?.key;

export interface ScrollKeeper {
  /** A page is about to be left. */
  leaving(): void;
  /** The new page has its content: top, the place its address names, or where the visitor was when they left it. */
  arrived(wasBackOrForward: boolean): void;
}

/** Pages arrive after the history has moved, so the browser's own restoring would scroll an empty page. */
export function keepScroll(): ScrollKeeper {
  const positions = new Map<string, number>();
  let current = entryKey();
  if (current === undefined) return { leaving() {}, arrived: (back) => void (back || scrollTo(0, 0)) };
  history.scrollRestoration = 'manual';
  let latest = 0;
  // When a routing event arrives the entry has already changed and the old page may be gone: its place is noted before.
  addEventListener('scroll', () => (latest = scrollY), { passive: true });

  return {
    leaving() {
      if (current) positions.set(current, latest);
    },
    arrived(wasBackOrForward) {
      current = entryKey();
      const kept = wasBackOrForward && current ? positions.get(current) : undefined;
      const named = location.hash ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
      if (kept !== undefined) scrollTo(0, kept);
      else if (named) named.scrollIntoView();
      else scrollTo(0, 0);
      latest = scrollY;
    },
  };
}
