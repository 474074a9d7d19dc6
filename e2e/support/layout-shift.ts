import type { Page } from '@playwright/test';

interface Shift {
  value: number;
  /** The page it happened on, and what moved. */
  what: string;
}

/**
 * Watches this page for anything that moves by itself (Layout Instability API, as the browser reports it), from the
 * next document on. What moves within half a second of a press is the answer to the press, and not counted by the API.
 */
export async function watchLayoutShifts(page: Page): Promise<() => Promise<Shift[]>> {
  await page.addInitScript(() => {
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
        if (entry.hadRecentInput) continue;
        const moved = entry.sources.map(
          ({ node, previousRect: from, currentRect: to }) => `${name(node)} ${from.y}→${to.y}`,
        );
        seen.push({ value: entry.value, what: `${location.pathname}: ${moved.join('; ')}` });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { seenShifts: Shift[] }).seenShifts);
}
