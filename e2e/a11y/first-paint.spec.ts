import type { Page } from '@playwright/test';
import { PROFILES } from '../bench/visit.ts';
import { watchLayoutShifts } from '../support/layout-shift.ts';
import { expect, test } from '../support/test.ts';

/** Public documents, read without scripts. */
const DOCUMENTS = ['/prices', '/how-it-works', '/help', '/terms', '/privacy', '/no-such-page'];
/** Public pages, and what each shows once its scripts run. */
const PAGES = {
  '/': 'Continue',
  '/login': 'Log in',
  '/dashboard': 'Log in',
  '/forgot-password': 'Send the code',
} as const;
const isVerify = process.env['VERIFY'] === '1';
const WIDTHS = isVerify ? [375, 820, 1280] : [375];
/** Of phones, tablets, laptops and screens; the gate takes every fifth. */
const COMMON_WIDTHS = [
  ...[320, 340, 360, 375, 384, 390, 393, 400, 412, 414, 428, 430, 480, 540, 600, 640, 667, 720, 740, 768, 800],
  ...[820, 844, 896, 912, 960, 1024, 1100, 1180, 1280, 1366, 1440, 1600, 1920],
].filter((_, index) => isVerify || index % 5 === 1);
const SCREEN_HEIGHT = 800;

const untilAlive = (page: Page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll('main *')].some((one) => Object.keys(one).join().includes('__reactProps')),
  );

const partsOf = (all: Element[]) =>
  all
    .filter(({ textContent }) => textContent !== '')
    .map((one) => ({ part: `${innerWidth}: ${one.textContent}`, y: one.getBoundingClientRect().y }));

/** The height at which each part with words begins, at each width; the footer waits below the fold. */
async function heights(page: Page): Promise<{ part: string; y: number }[]> {
  const found = [];
  for (const width of COMMON_WIDTHS) {
    await page.setViewportSize({ width, height: SCREEN_HEIGHT });
    // Until a layout with it, a page tells the width of before.
    await expect.poll(() => page.evaluate(() => document.body.offsetWidth && innerWidth)).toBe(width);
    found.push(...(await page.locator('header *, main *').evaluateAll(partsOf)));
  }
  return found;
}

for (const [path, button] of Object.entries(PAGES)) {
  test(`${path} is there with the first bytes`, async ({ browser, program }) => {
    const context = await browser.newContext({ baseURL: program.url, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('main').getByRole('button', { name: button, exact: true })).toBeVisible();
    await context.close();
  });

  for (const width of WIDTHS) {
    test(`nothing moves by itself on ${path} on a slow phone: ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      const { slowdown, ...line } = PROFILES.slow;
      const session = await page.context().newCDPSession(page);
      await session.send('Network.enable');
      await session.send('Network.emulateNetworkConditions', { offline: false, ...line });
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
      const shifts = await watchLayoutShifts(page, { isSlowLine: true });
      await page.goto(path, { waitUntil: 'load' });
      await untilAlive(page);
      // Fonts that load when the browser is idle are requested by then.
      await page.evaluate(() => new Promise((drawn) => requestIdleCallback(() => requestAnimationFrame(drawn))));
      await page.evaluate(() => document.fonts.ready);
      expect(await shifts()).toEqual([]);
      // A sheet that the document holds and a script fetches again keeps that script waiting for a way to the server.
      const fetched = await page.evaluate(() => {
        const held = [...document.querySelectorAll('style[data-href]')].map(
          (sheet) => new URL(sheet.getAttribute('data-href')!, location.href).href,
        );
        return performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .filter((name) => held.includes(name));
      });
      expect(fetched).toEqual([]);
    });
  }
}

test('the fonts that come move no line of a first screen, at any common width', async ({ page }) => {
  test.setTimeout(180_000);
  for (const path of [...Object.keys(PAGES), ...DOCUMENTS]) {
    await test.step(path, async () => {
      const fonts = Promise.withResolvers<void>();
      // The route of the page before is behind this one, and is not asked.
      await page.route(/\.woff2/, (route) => fonts.promise.then(() => route.continue()));
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      if (path in PAGES) await untilAlive(page);
      const before = await heights(page);
      fonts.resolve();
      await expect.poll(() => page.evaluate(() => document.fonts.status)).toBe('loaded');
      const after = await heights(page);
      expect(after.map(({ part }) => part)).toEqual(before.map(({ part }) => part));
      const moved = after.filter(({ y }, index) => y < SCREEN_HEIGHT && Math.abs(y - before[index]!.y) >= 3);
      expect.soft(moved, path).toEqual([]);
    });
  }
});

test('without scripts each page says in view what to do, or is whole, and nothing on it turns or waits', async ({
  browser,
  program,
}) => {
  const context = await browser.newContext({
    baseURL: program.url,
    javaScriptEnabled: false,
    viewport: { width: 320, height: 640 },
  });
  const page = await context.newPage();
  for (const path of [...Object.keys(PAGES), ...DOCUMENTS]) {
    await test.step(path, async () => {
      await page.goto(path);
      const words = page.locator('noscript p');
      if (DOCUMENTS.includes(path)) {
        await expect.soft(words, path).toHaveCount(0);
        await expect.soft(page.getByRole('heading', { level: 1 }), path).toBeVisible();
      } else {
        await expect.soft(words, path).toBeInViewport({ ratio: 1 });
        await expect.soft(words, path).toContainText('Turn on JavaScript in your browser, then load this page again.');
      }
      const unfinished = await page.evaluate(() => {
        const moved = document.getAnimations().map(({ effect }) => (effect as KeyframeEffect).target);
        const busy = [...document.querySelectorAll('[aria-busy="true"], [role="progressbar"]')];
        return [...moved, ...busy.filter((element) => element.getClientRects().length > 0)].map(
          (element) => `${element?.tagName} ${element?.className}`,
        );
      });
      expect.soft(unfinished, `${path} seems to wait`).toEqual([]);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect.soft(wide, `${path} is wider than the screen`).toBeLessThanOrEqual(0);
      if (!DOCUMENTS.includes(path)) return;
      const link = page.getByRole('main').getByRole('link').first();
      const to = await link.getAttribute('href');
      await link.click();
      expect.soft(page.url().endsWith(to!), `the first link of ${path} leads to ${to}`).toBe(true);
    });
  }
  await context.close();
});
