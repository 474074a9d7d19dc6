import type { Locator } from '@playwright/test';
import { ANSWERS, answersByApi, openWithClaim } from '../support/api-claim.ts';
import { answerWith } from '../support/answers.ts';
import { moving } from '../support/motion.ts';
import { aPersonWithClaims, SIGNED_IN as PAGES, type PersonWithClaims } from '../support/person-with-claims.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

let cookies: PersonWithClaims['cookies'];
let sentId: string;
let paidId: string;
let draftId: string;

test.beforeAll(async ({ browser, program }) => {
  ({ cookies, sentId, paidId, draftId } = await aPersonWithClaims(browser, program));
});

const OPEN_TO_ALL = ['/login', '/forgot-password'];
const SIGNED_IN = [...PAGES, '/result', '/?step=5.0', '/?step=5.1'];

// The narrowest and the widest screen; between them only tokens and the same break points differ.
const LOOKS = [
  { colorScheme: 'dark', width: 375 },
  { colorScheme: 'light', width: 1280 },
] as const;

for (const { colorScheme, width } of LOOKS) {
  test(`every screen is accessible and fits: ${colorScheme}, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const url of [...OPEN_TO_ALL, ...SIGNED_IN]) {
      await test.step(url, async () => {
        if (url === SIGNED_IN[0]) await page.context().addCookies(cookies);
        if (url.startsWith('/?') || url === '/result')
          await openWithClaim(page, url, url === '/result' ? paidId : draftId);
        else await page.goto(url === '/case' ? `/case/${sentId}` : url);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        if (url === '/case') await page.getByRole('radio', { name: /A part of it/ }).press('Space');
        if (url === '/demand-letters') await page.getByRole('button', { name: 'Where your letter is' }).click();
        if (url === '/court-documents') await page.getByRole('button', { name: 'View', exact: true }).click();
        if (url === '/?step=5.1') await expect(page.getByRole('button', { name: /^Pay \$/ })).toBeVisible();
        await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
        await expectAccessible(page);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect.soft(wide, `${url} is wider than the screen`).toBeLessThanOrEqual(0);
      });
    }
  });
}

const WAITING = [
  ['/dashboard', '/api/cases'],
  ['/dashboard', '/api/sessions/get_active_sessions.php'],
  ['/demand-letters', '/api/users/get_user_demands.php'],
  ['/billing', '/api/billing/get_user_payments.php'],
  ['/settings', '/api/settings/get_settings.php'],
  ['/result', '/api/check_existing_demand.php'],
  ['/?step=5.0', '/api/packages.php'],
  ['/?step=5.1', '/api/stripe/get-publishable-key.php'],
] as const;

test('loading states are accessible as well, and still for who asked for less motion', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.context().addCookies(cookies);
  for (const [url, call] of WAITING) {
    await test.step(url, async () => {
      const arrives = await answerWith(page, call, 'hold');
      if (url.startsWith('/?') || url === '/result')
        await openWithClaim(page, url, url === '/result' ? paidId : draftId);
      else await page.goto(url);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(page);
      expect.soft(await moving(page), url).toEqual([]);
      await arrives();
    });
  }
});

for (const forcedColors of ['none', 'active'] as const) {
  test(`disabled, current and first are distinguishable: forced colours ${forcedColors}`, async ({ page, program }) => {
    await page.emulateMedia({ forcedColors, reducedMotion: 'reduce' });
    await page.context().addCookies(cookies);
    const styleOf = (element: Locator, name: string) =>
      element.evaluate((node, property) => getComputedStyle(node).getPropertyValue(property), name);

    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto('/billing');
    const links = page.getByRole('navigation').getByRole('link');
    const current = links.and(page.locator('[aria-current="page"]'));
    await expect(current).toHaveText('Orders');
    const markOf = async (link: Locator) =>
      `${await styleOf(link, 'border-inline-start-width')} ${await styleOf(link, 'box-shadow')}`;
    expect(await markOf(current)).not.toBe(await markOf(links.first()));

    await page.setViewportSize({ width: 700, height: 800 });
    await openWithClaim(page, '/?step=5.0', await answersByApi(page, program, ANSWERS, [4, 4]));
    await expect(page.getByRole('region', { name: /packages/i }).getByRole('status')).toHaveText('1 of 3');
    const closed = page.getByRole('button', { name: 'Continue with this package' });
    await expect(closed).toBeDisabled();
    expect(await styleOf(closed, 'border-top-style')).toBe('dashed');
    expect(await styleOf(page.getByRole('button', { name: 'Back' }), 'border-top-style')).toBe('solid');
    // After a rotation the card that was visible stays visible.
    await page.getByRole('button', { name: /next/i }).click();
    await expect(page.getByText('2 of 3')).toBeVisible();
    await page.setViewportSize({ width: 800, height: 375 });
    await expect(page.getByText('2 of 3')).toBeVisible();
  });
}
