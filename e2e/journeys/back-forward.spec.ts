import { registerByApi } from '../support/api-claim.ts';
import { expect, test } from '../support/test.ts';

/** A page's own report of how it was shown. */
interface Shown {
  path: string;
  /** Kept by the browser's back/forward cache: the page as it was left. */
  isKept: boolean;
  typed: string | undefined;
  reasons: unknown;
}

/** Writes each showing of a page to the console: nothing else can be asked of one that comes back out of the cache. */
function tellShowings(): void {
  addEventListener('pageshow', ({ persisted }) => {
    const [navigation] = performance.getEntriesByType('navigation') as { notRestoredReasons?: unknown }[];
    const typed = document.querySelector<HTMLInputElement>('input[type="email"]')?.value;
    const shown = { path: location.pathname, isKept: persisted, typed, reasons: navigation?.notRestoredReasons };
    // eslint-disable-next-line no-console -- the one way out of a page that comes back
    console.log(`shown ${JSON.stringify(shown)}`);
  });
}

test('a page that is gone back to is the one that was left, with what was typed', async ({ playwright, program }, {
  project,
}) => {
  const browser = await playwright.chromium.launch({
    ...project.use.launchOptions,
    // Playwright turns the cache off.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  try {
    for (const path of ['/', '/login', '/prices', '/dashboard']) {
      // One page for each: the browser's driver can ask nothing of a page that came back out of the cache.
      const page = await browser.newPage({ baseURL: program.url });
      const showings: Shown[] = [];
      page.on('console', (message) => {
        const [, text] = /^shown (.*)$/.exec(message.text()) ?? [];
        if (text !== undefined) showings.push(JSON.parse(text) as Shown);
      });
      await page.addInitScript(tellShowings);
      if (path === '/dashboard') await registerByApi(page, program);
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      if (path === '/login') await page.locator('input[type="email"]').fill('zoe@example.com');
      await page.goto('/terms');
      await expect.poll(() => showings.at(-1)?.path).toBe('/terms');
      await page.evaluate(() => void setTimeout(() => history.back()));
      // The script `tellShowings` reports each showing of a page, with the text that its field has then.
      const typed = path === '/login' ? 'zoe@example.com' : undefined;
      await expect.poll(() => showings.at(-1)).toMatchObject({ path, isKept: true, ...(typed && { typed }) });
    }
    await test.step('who has logged out and goes back is asked to log in', async () => {
      const page = await browser.newPage({ baseURL: program.url });
      await registerByApi(page, program);
      await page.goto('/settings');
      await page.getByRole('navigation').getByRole('button', { name: 'Log Out' }).click();
      await expect(page.getByRole('heading', { name: 'Log in to Redress' })).toBeVisible();
      await page.waitForLoadState('networkidle');
      await page.evaluate(() => void setTimeout(() => history.back()));
      await expect.poll(() => page.url()).toContain('/login?return=%2Fsettings');
    });
  } finally {
    await browser.close();
  }
});
