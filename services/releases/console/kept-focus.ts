import { useEffect } from 'react';

/**
 * Keeps the keyboard where it is while lists are sorted anew: a browser takes the focus from an element that is moved, and
 * from one that is gone. A click anywhere lets it go.
 */
export function useKeptFocus(within: string): void {
  useEffect(() => {
    const place = document.querySelector<HTMLElement>(within);
    if (!place) return undefined;
    let held: HTMLElement | null = null;
    const hold = () => {
      const { activeElement } = document;
      held = activeElement instanceof HTMLElement && place.contains(activeElement) ? activeElement : null;
    };
    const letGo = () => {
      held = null;
    };
    const observer = new MutationObserver(() => {
      if (held === null || document.activeElement !== document.body) return;
      if (held.isConnected) held.focus({ preventScroll: true });
      else place.focus({ preventScroll: true });
    });
    observer.observe(place, { childList: true, subtree: true });
    document.addEventListener('focusin', hold);
    document.addEventListener('pointerdown', letGo);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', hold);
      document.removeEventListener('pointerdown', letGo);
    };
  }, [within]);
}
