import { cookieNames } from '@redress/contracts/cookies';
import type { BrowserContext, Page } from '@playwright/test';
import { paidClaim, personByApi } from '../support/api-claim.ts';
import { watchLayoutShifts } from '../support/layout-shift.ts';
import { PASSWORD } from '../support/people.ts';
import { expect, expectAccessible, expectNoise, heading, test } from '../support/test.ts';

let cookies: Awaited<ReturnType<BrowserContext['cookies']>>;
let address: string;

test.beforeAll(async ({ browser, program }) => {
  ({ address, cookies } = await personByApi(browser, program, (page, own) => paidClaim(page, program, own)));
});

const sideBar = (page: Page) => page.getByRole('navigation', { name: 'Your account' });

/** The six pages: link, title and first heading. */
const PAGES = [
  ['Completed Sessions', '/completed-sessions'],
  ['Demand Letters', '/demand-letters'],
  ['Court Documents', '/court-documents'],
  ['Orders', '/billing'],
  ['Settings', '/settings'],
  ['Home', '/dashboard'],
] as const;

test('from page to page nothing of the frame moves; title, focus and place follow', async ({ page }) => {
  const movedInFrame = await watchLayoutShifts(page, { besides: '#redress-outlet' });
  await page.context().addCookies(cookies);
  await page.goto('/dashboard');
  await expect(heading(page, 'Your cases')).toBeVisible();
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
  const frame = async () =>
    Promise.all(
      [sideBar(page), page.getByRole('button', { name: /^Alerts/ }), page.getByRole('searchbox')].map((part) =>
        part.boundingBox(),
      ),
    );
  const before = await frame();
  for (const [name, path] of PAGES) {
    await sideBar(page).getByRole('link', { name }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(page).toHaveTitle(/ · Redress$/);
    await expect(sideBar(page).getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
    expect(await frame()).toEqual(before);
  }
  // Also with Back and Forward, where no click excuses a layout shift.
  for (let steps = 0; steps < 3; steps += 1) await page.goBack();
  await expect(heading(page, 'Court Documents')).toBeVisible();
  expect(await frame()).toEqual(before);
  expect(await movedInFrame()).toEqual([]);

  // Into the public layout and back: one remote to the next, no document in between.
  await page.evaluate(() => Object.assign(self, { sameDocument: true }));
  await page.getByRole('contentinfo').filter({ visible: true }).getByRole('link', { name: 'Terms of Use' }).click();
  await expect(heading(page, 'Terms of Use')).toBeFocused();
  await movedInFrame(); // the layout itself has become the public one
  await page.getByRole('link', { name: 'Redress', exact: true }).filter({ visible: true }).click();
  await expect(heading(page, 'Which of these best classifies your situation?')).toBeVisible();
  expect(await movedInFrame()).toEqual([]);
  await page.getByRole('link', { name: 'My account' }).click();
  await expect(heading(page, 'Your cases')).toBeVisible();
  expect(await page.evaluate(() => 'sameDocument' in self)).toBe(true);
});

test('Back leads to the place one left, a link to the top', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.goto('/terms');
  await expect(heading(page, 'Terms of Use')).toBeVisible();
  const footer = page.getByRole('contentinfo').filter({ visible: true });
  await footer.getByRole('link', { name: 'Privacy Policy' }).scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 10_000);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300);
  const left = await page.evaluate(() => scrollY);
  await footer.getByRole('link', { name: 'Privacy Policy' }).click();
  await expect(heading(page, 'Privacy Policy')).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(heading(page, 'Terms of Use')).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(left);
});

test('a page for signed-in people waits, sends others to sign in, and comes back with its query', async ({
  page,
  baseURL,
}) => {
  let answer: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/checkAuth.php', async (route) => {
    await asked;
    await route.continue();
  });
  // A session that has ended: the browser still brings its cookie. Without one the form is there at once.
  const ended = { name: cookieNames(baseURL!).session, value: 'A'.repeat(43), url: baseURL! };
  await page.goto('/billing?page=2');
  await expect(page.getByLabel('E-mail')).toBeVisible();
  await expect(page).toHaveURL(/\/login\?return=%2Fbilling%3Fpage%3D2$/);
  await page.context().addCookies([ended]);
  await page.goto('/billing?page=2');
  await expect(page.getByRole('main').getByText('Loading...')).toBeVisible();
  await expectAccessible(page);
  answer();
  await expect(page).toHaveURL(/\/login\?return=%2Fbilling%3Fpage%3D2$/);
  await page.getByLabel('E-mail').fill(address);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL('/billing?page=2');
  await expect(heading(page, 'Orders')).toBeVisible();

  // A failed log-out is reported and repeated; afterwards nothing of the account is left.
  expectNoise(page);
  await page.route('**/api/logout.php', (route) => route.abort(), { times: 1 });
  await sideBar(page).getByRole('button', { name: 'Log Out' }).click();
  await expect(page.getByText('Logout failed')).toBeVisible();
  await sideBar(page).getByRole('button', { name: 'Log Out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/login/);
});

test('a page that is not there says so, in every look, and leads on', async ({ page }) => {
  const answer = await page.goto('/no/such-page');
  expect(answer?.status()).toBe(404);
  await expect(heading(page, 'Page not found')).toBeVisible();
  await expect(page).toHaveTitle(/Page not found/);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await page.getByRole('link', { name: 'Go to the first page' }).click();
  await expect(heading(page, 'Which of these best classifies your situation?')).toBeVisible();
});

test('alerts: counted by the bell, read in the panel, dismissed for good with DONE', async ({ page }) => {
  await page.context().addCookies(cookies);
  await page.goto('/dashboard');
  const bell = page.getByRole('button', { name: /^Alerts/ });
  await expect(bell).toHaveAccessibleName(/^Alerts, \d+ new$/);
  const count = Number(/\d+/.exec((await bell.getAttribute('aria-label'))!)![0]);
  await bell.press('Enter');
  const panel = page.getByRole('complementary', { name: 'Alert' });
  await expect(panel.getByRole('heading', { level: 2 })).toBeFocused();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await panel.getByRole('button', { name: 'DONE: Payment received' }).click();
  await expect(panel.getByText('Payment received')).toHaveCount(0);
  await expect(bell).toHaveAccessibleName(count === 2 ? 'Alerts, 1 new' : `Alerts, ${count - 1} new`);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(bell).toBeFocused();
  await page.reload();
  await bell.click();
  await expect(panel.getByRole('listitem')).toHaveCount(count - 1);
  await panel.getByRole('link', { name: /^Show/ }).first().click();
  await expect(page).not.toHaveURL(/dashboard/);
  await expect(panel).toHaveCount(0);
});

test('on a phone the menu holds everything, and nothing behind it takes focus', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.context().addCookies(cookies);
  await page.goto('/dashboard');
  const menu = page.getByRole('button', { name: 'Open menu' });
  await menu.click();
  await expect(sideBar(page).getByRole('link', { name: 'Redress' })).toBeFocused();
  await expectAccessible(page);
  for (let key = 0; key < 12; key += 1) {
    await page.keyboard.press('Tab');
    const isInside = await page.evaluate(
      () => document.activeElement === document.body || !!document.activeElement?.closest('#account-menu'),
    );
    expect(isInside, 'focus stays in the menu').toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await menu.click();
  await sideBar(page).getByRole('link', { name: 'Orders' }).click();
  await expect(heading(page, 'Orders')).toBeFocused();
  await expect(sideBar(page)).toHaveCount(0);
});
