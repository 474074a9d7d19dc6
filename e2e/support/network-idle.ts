import type { Page } from 'playwright-core';

/** Fetching ahead pauses between its files for the page's own work: seconds without a new file are its end. */
export async function untilNetworkIdle(page: Page, { quietMs = 2_000, limitMs = 120_000 } = {}): Promise<void> {
  await page.evaluate(
    async ([quiet, limit]) => {
      const end = performance.now() + limit;
      for (let last = performance.now(); performance.now() - last < quiet && performance.now() < end;) {
        const known = performance.getEntriesByType('resource').length;
        await new Promise((resolve) => setTimeout(resolve, 100));
        if (performance.getEntriesByType('resource').length > known) last = performance.now();
      }
    },
    [quietMs, limitMs] as const,
  );
}
