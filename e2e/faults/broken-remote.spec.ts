import type { Page, Route } from '@playwright/test';
import { expect, expectAccessible, expectNoise, test } from '../support/test.ts';

const AUTH_SCRIPT = /\/assets\/mf-auth\/.*\.js(\?.*)?$/;

/** Requests that stay unanswered. They are aborted at the end, because the load event of the page waits for them. */
const hung: Route[] = [];

const breakages: [string, (route: Route) => Promise<unknown>][] = [
  ['is missing (404)', (route) => route.fulfill({ status: 404, body: 'gone' })],
  ['never answers', (route) => new Promise(() => hung.push(route))],
  [
    'has one byte changed',
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${await response.text()} ` });
    },
  ],
  [
    'is not a script',
    (route) => route.fulfill({ status: 200, contentType: 'text/javascript', body: '<!doctype html>' }),
  ],
];

const panel = (page: Page) => page.getByRole('button', { name: /try again/i });

for (const [what, act] of breakages) {
  test(`a remote whose script ${what}: a panel with a way on, and the rest works`, async ({ page }) => {
    expectNoise(page);
    let isBroken = true;
    await page.route(AUTH_SCRIPT, (route) => (isBroken ? act(route) : route.continue()));
    // The document's own load waits for what it preloads; the page does not.
    await page.goto('/login', { waitUntil: 'commit' });
    await expect(panel(page)).toBeVisible({ timeout: 15_000 });
    await expectAccessible(page);

    await page
      .getByRole('banner')
      .getByRole('link', { name: /Redress/ })
      .click();
    await expect(page.getByRole('radio', { name: 'Debt collection' })).toBeVisible();

    // The route stays: what is just being answered by it could not be answered otherwise.
    isBroken = false;
    // The browser itself may have given up on some of them.
    await Promise.all(hung.splice(0).map((route) => route.abort().catch(() => undefined)));
    await page.goBack();
    await expect(async () => {
      if (await panel(page).isVisible()) await panel(page).click();
      await expect(page.getByRole('textbox', { name: 'Password' })).toBeVisible({ timeout: 4_000 });
    }).toPass({ timeout: 25_000 });
  });
}

test('no script runs that the release does not pin', async ({ page }) => {
  expectNoise(page);
  await page.goto('/');
  const refused = await page.evaluate(() => {
    const script = document.createElement('script');
    try {
      script.src = 'data:text/javascript,window.ran=true';
      document.head.append(script);
      return false;
    } catch {
      return true;
    }
  });
  expect(refused).toBe(true);
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
});
