import type { Page } from '@playwright/test';

interface Shift {
  value: number;
  /** The page it happened on, and what moved. */
  what: string;
}

/**
 * Watches this page for anything that moves by itself (Layout Instability API, as the browser reports it), from the
 * next document on. What moves within half a second of a press is the answer to the press, and not counted by the API.
 * @param options.isSlowLine - leave out what moves until the document is read and drawn: a slow browser paints one of which it has
 *   read a part, and the rest of its last sentence moves the box around it (3 of 16 visits). No script runs before that.
 */
export async function watchLayoutShifts(page: Page, { isSlowLine = false } = {}): Promise<() => Promise<Shift[]>> {
  await page.addInitScript((isSlowLine) => {
    let from = isSlowLine ? Infinity : 0;
    const drawn = () => requestAnimationFrame(() => requestAnimationFrame((at) => (from = at)));
    if (isSlowLine) document.addEventListener('readystatechange', drawn, { once: true });
    interface Entry extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
    }
    const seen: Shift[] = [];
    Object.assign(window, { seenShifts: seen });
    const name = (node: Node | null) => {
      const element = node instanceof Element ? node : node?.parentElement;
      return element
        ? `${element.tagName.toLowerCase()}.${element.className} “${element.textContent?.slice(0, 40)}”`
        : '?';
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Entry[]) {
        if (entry.hadRecentInput || entry.startTime < from) continue;
        const moved = entry.sources.map(
          ({ node, previousRect, currentRect }) => `${name(node)} ${previousRect.y}→${currentRect.y}`,
        );
        seen.push({ value: entry.value, what: `${location.pathname}: ${moved.join('; ')}` });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  }, isSlowLine);
  return () => page.evaluate(() => (window as unknown as { seenShifts: Shift[] }).seenShifts);
}
