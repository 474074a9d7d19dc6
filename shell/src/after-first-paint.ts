/**
 * Starts what a screen can be read without, once that screen has been painted. A document's last script would otherwise
 * run before its first paint: 10 to 20 ms on a slow phone. Where no screen came with the document, or the tab is not
 * seen (it paints nothing), there is nothing to wait for.
 */
export function afterFirstPaint(start: () => void): void {
  let isStarted = false;
  const once = () => {
    if (isStarted) return;
    isStarted = true;
    start();
  };
  if (document.visibilityState === 'hidden' || !document.querySelector('[data-screen]')) return once();
  // A task that a frame asks for runs after that frame.
  requestAnimationFrame(() => setTimeout(once));
  document.addEventListener('visibilitychange', once, { once: true });
}
