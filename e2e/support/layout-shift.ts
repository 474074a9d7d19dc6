import type { Page } from '@playwright/test';

/**
 * Watches this page for anything that moves by itself (Layout Instability API, as the browser reports it), from the
 * next document on. What moves within half a second of a press is the answer to the press, and not counted by the API.
 * @param options.isSlowLine - leave out what moves until the document is read and drawn: a slow browser paints one of which it has
 *   read a part, and the rest of its last sentence moves the box around it (3 of 16 visits). No script runs before that.
 * @param options.besides - a selector: what is inside of it may move, and nothing else may, answer to a press or not
 * @returns what moved since it was last asked, with the page it happened on
 */
export async function watchLayoutShifts(
  page: Page,
  options: { isSlowLine?: boolean; besides?: string } = {},
): Promise<() => Promise<string[]>> {
  await page.addInitScript(({ isSlowLine = false, besides }) => {
    let from = isSlowLine ? Infinity : 0;
    const drawn = () => requestAnimationFrame(() => requestAnimationFrame((at) => (from = at)));
    if (isSlowLine) document.addEventListener('readystatechange', drawn, { once: true });
    interface Entry extends PerformanceEntry {
      hadRecentInput: boolean;
      sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
    }
    const seen: string[] = [];
    Object.assign(window, { seenShifts: seen });
    const elementOf = (node: Node | null) => (node instanceof Element ? node : node?.parentElement);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Entry[]) {
        if ((entry.hadRecentInput && !besides) || entry.startTime < from) continue;
        const moved = entry.sources.flatMap(({ node, previousRect, currentRect }) => {
          const element = elementOf(node);
          if (besides && (!element?.isConnected || element.closest(`${besides} *`))) return [];
          const name = `${element?.tagName}.${element?.className} “${element?.textContent?.slice(0, 40)}”`;
          return `${name} ${previousRect.y}→${currentRect.y}`;
        });
        if (moved.length > 0 || !besides) seen.push(`${location.pathname}: ${moved.join('; ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  }, options);
  return async () => {
    // A shift is reported after the frame in which it happened.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    return page.evaluate(() => (window as unknown as { seenShifts: string[] }).seenShifts.splice(0)); // set by the script above
  };
}
