const MAX_WAIT_MS = 8000;

/**
 * Waits until a page has its heading, then moves focus there, so that a screen reader says where one is and the keyboard
 * continues from there. Focus that the visitor has moved elsewhere meanwhile is left alone.
 * @returns the way to stop waiting
 */
export function focusHeading(outlet: HTMLElement, onArrived: (heading: HTMLElement | null) => void): () => void {
  const look = () => {
    const heading = outlet.querySelector<HTMLElement>('h1');
    if (heading) finish(heading);
  };
  const observer = new MutationObserver(look);
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
  };
  const finish = (heading: HTMLElement | null) => {
    stop();
    const active = document.activeElement;
    const isFree = !active || active === document.body || !outlet.contains(active);
    if (heading && isFree) {
      if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
    onArrived(heading);
  };
  const timer = setTimeout(() => finish(null), MAX_WAIT_MS);
  observer.observe(outlet, { childList: true, subtree: true });
  look();
  return stop;
}
