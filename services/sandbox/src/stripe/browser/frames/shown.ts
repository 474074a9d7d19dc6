/**
 * Calls back once the browser has shown this document: until then a press goes to the page behind the frame.
 * An animation frame is no proof of it, it runs before its picture is shown; without paint timing it has to do.
 */
export function whenShown(act: () => void): void {
  if (!PerformanceObserver.supportedEntryTypes.includes('paint')) {
    requestAnimationFrame(() => requestAnimationFrame(act));
    return;
  }
  new PerformanceObserver((list, observer) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return;
    observer.disconnect();
    act();
  }).observe({ type: 'paint', buffered: true });
}
