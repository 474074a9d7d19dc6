import type { Browser, Page } from '@playwright/test';
import type { Client } from '../../support/client.ts';

/** A page with the session of an attacker's or a victim's browser. */
export async function pageOf(browser: Browser, client: Client): Promise<Page> {
  const context = await browser.newContext({ baseURL: client.url, locale: 'en-US' });
  await context.addCookies(client.forBrowser());
  return context.newPage();
}

/** Opens an address and waits until the page has asked for all it shows. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'load' });
  // The stream of releases stays open: the page is done when its heading and its answers are there.
  await page.getByRole('heading').first().waitFor({ timeout: 20_000 });
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null, undefined, {
    timeout: 20_000,
  });
}
