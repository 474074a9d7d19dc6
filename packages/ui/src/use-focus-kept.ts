import { useEffect, useRef, type FocusEvent } from 'react';

/**
 * Focus of a control that leaves with what it did: it goes to the nearest part around it that stays, and from a card that
 * left as a whole to the title of the page. @returns ref and handlers of the element that holds the controls
 */
export function useFocusKept() {
  const ref = useRef<HTMLDivElement>(null);
  const around = useRef<HTMLElement[]>([]);
  useEffect(() => {
    const keep = () => {
      const [control] = around.current;
      if (!control || control.isConnected || document.activeElement !== document.body) return;
      const kept = around.current.find(({ isConnected }) => isConnected) ?? document.querySelector('h1');
      around.current = [];
      if (!kept) return;
      // A part that is taller than the screen would take the focus out of sight: its title or what unfolded it stands above.
      const opener = kept.parentElement?.querySelector<HTMLElement>(':scope > summary');
      const named = opener ?? kept.querySelector<HTMLElement>(':scope > div:first-child > h2') ?? kept;
      if (!opener) named.tabIndex = -1;
      named.focus();
    };
    // A part that draws itself anew is no draw of the page.
    const watching = new MutationObserver(keep);
    if (ref.current) watching.observe(ref.current, { childList: true, subtree: true });
    return () => watching.disconnect();
  }, []);
  return {
    ref,
    onFocus({ target, currentTarget }: FocusEvent<HTMLElement>) {
      const path: HTMLElement[] = [];
      for (let part: HTMLElement | null = target; part && part !== currentTarget; part = part.parentElement)
        path.push(part);
      around.current = path;
    },
    // React sends none for a control that it removes.
    onBlur() {
      around.current = [];
    },
  };
}
