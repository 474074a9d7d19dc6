import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { draftByApi, openWithClaim, registerByApi } from '../support/api-claim.ts';
import { describeClaim, goOn } from '../support/claim.ts';
import { watchLayoutShifts } from '../support/layout-shift.ts';
import { payByCard } from '../support/payment.ts';
import { FIXTURE_LIMIT_MS, startProgram, type Program } from '../support/program.ts';
import { expect, expectAccessible, expectNoise, test as base } from '../support/test.ts';

const ANALYTICS = 'G-TEST12345';
const PIXEL = '123456789012345';

/** A site with tags of its own. */
const test = base.extend<object, { program: Program }>({
  program: [
    async ({}, use) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'redress-site-'));
      const file = path.join(folder, 'site.json');
      await writeFile(
        file,
        JSON.stringify({
          advertisement: {
            google_analytics_code: ANALYTICS,
            meta_pixel_code: PIXEL,
            custom_head_code: '<script>document.documentElement.dataset.ownTag = "ran";</script>',
          },
        }),
      );
      const program = await startProgram({ SITE_CONFIG: file });
      await use(program);
      await program.stop();
      await rm(folder, { recursive: true });
    },
    { scope: 'worker', timeout: FIXTURE_LIMIT_MS },
  ],
});

/**
 * Stand-ins for the tag vendors, on the vendors' addresses. Like the real scripts they write addresses as text, load a
 * second script, set a cookie and send what they observed.
 */
async function playVendors(page: Page) {
  const requests: URL[] = [];
  const script = (body: string) => ({ contentType: 'text/javascript', body });
  await page.context().route(/googletagmanager\.com|google-analytics\.com|facebook\.(net|com)/, async (route) => {
    const url = new URL(route.request().url());
    requests.push(url);
    if (url.pathname === '/gtag/js') {
      return route.fulfill(
        script(`document.cookie = '_ga=GA1.1.2.3; path=/; max-age=1000';
          const more = document.createElement('script'); more.src = 'https://www.googletagmanager.com/gtag/more.js'; document.head.append(more);
          const send = (words) => fetch('https://www.google-analytics.com/g/collect?w=' + encodeURIComponent(JSON.stringify([...words])), { mode: 'no-cors' });
          const early = dataLayer.splice(0); dataLayer.push = send; early.forEach(send);`),
      );
    }
    return route.fulfill(script('self.more = true;'));
  });
  return {
    requests,
    told: () =>
      requests.filter(({ pathname }) => pathname === '/g/collect').map(({ searchParams }) => searchParams.get('w')!),
  };
}

const bar = (page: Page) => page.getByRole('region', { name: 'May we count visits?' });
const hasTags = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute('data-tags'));

test('asks before anything is loaded, in a bar that moves nothing, fits and can be reached; a refusal is kept', async ({
  page,
}) => {
  const vendors = await playVendors(page);
  const shifts = await watchLayoutShifts(page);
  await page.goto('/');
  await expect(bar(page)).toBeVisible();
  expect(await shifts()).toEqual([]);
  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 375],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  // Neither answer is easier: same size, one key apart, met right after the link that skips to the content.
  const [no, yes] = await Promise.all(
    ['No', 'Yes'].map((name) => bar(page).getByRole('button', { name }).boundingBox()),
  );
  expect([no!.width, no!.height]).toEqual([yes!.width, yes!.height]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(bar(page).getByRole('button', { name: 'No' })).toBeFocused();
  // What has focus is never under the bar.
  await page.getByRole('button', { name: 'Continue', exact: true }).focus();
  const [button, asked] = await Promise.all([
    page.getByRole('button', { name: 'Continue', exact: true }).boundingBox(),
    bar(page).boundingBox(),
  ]);
  expect(button!.y + button!.height).toBeLessThanOrEqual(asked!.y);
  await bar(page).getByRole('button', { name: 'No' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Cookie choices' }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  await page.goto('/terms');
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of Use' })).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  expect(vendors.requests).toEqual([]);
  expect(await shifts()).toEqual([]);
});

test('after consent tags run on public pages only: the gate and sign-in are documents of their own, with the draft kept', async ({
  page,
}) => {
  const vendors = await playVendors(page);
  await page.goto('/');
  await bar(page).getByRole('button', { name: 'Yes' }).click();
  await expect.poll(() => vendors.told().length).toBeGreaterThan(0);
  await expect(page.locator('html')).toHaveAttribute('data-own-tag', 'ran');
  await expect.poll(() => page.evaluate(() => 'more' in self)).toBe(true);
  // The policy stays strict: where tags run, an unlisted address is refused.
  expect(
    await page.evaluate(() => {
      try {
        document.createElement('script').src = 'https://evil.example/x.js';
        return 'taken';
      } catch (error) {
        return (error as Error).name;
      }
    }),
  ).toBe('TypeError');
  expectNoise(page); // the refusal just made is printed

  await describeClaim(page);
  await expect(page.getByRole('dialog', { name: 'Save Your Progress' })).toBeVisible();
  expect(await hasTags(page)).toBe(false);
  expect(await page.evaluate(() => document.documentElement.outerHTML)).not.toMatch(/googletagmanager|facebook|G-TEST/);
  // Back is a public page again, before the gate; the gate is the private document again.
  await page.goBack();
  await expect(page.getByLabel('How much are you owed?')).toHaveValue('1250.50');
  await goOn(page);
  await expect(page.getByRole('dialog', { name: 'Save Your Progress' })).toBeVisible();
  expect(await hasTags(page)).toBe(false);

  await page.goto('/terms');
  await expect.poll(() => hasTags(page)).toBe(true);
  await page.getByRole('link', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /Log in/ })).toBeVisible();
  expect(await hasTags(page)).toBe(false);
  for (const told of vendors.told()) expect(told).not.toMatch(/step|1250\.5|@/);
});

test('a payment is reported by the next public page, as a sum and a random number; consent is withdrawn from the footer', async ({
  page,
  program,
}) => {
  const vendors = await playVendors(page);
  await page.goto('/');
  await bar(page).getByRole('button', { name: 'Yes' }).click();
  await expect.poll(() => vendors.told().length).toBeGreaterThan(0);
  const address = await registerByApi(page, program);
  const draft = await draftByApi(page, program);
  await openWithClaim(page, '/?step=5.1', draft);
  const before = vendors.requests.length;
  await payByCard(page, { number: '4242424242424242' });
  await expect(page.getByRole('heading', { level: 1, name: 'Your letter is ready' })).toBeVisible({ timeout: 30_000 });
  expect(vendors.requests.length).toBe(before);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Log Out' }).first().click();
  await page.waitForURL('**/login');
  await page.getByRole('link', { name: 'Redress', exact: true }).first().click();
  await expect.poll(() => vendors.told().filter((told) => told.includes('purchase'))).toHaveLength(1);
  const [purchase] = vendors.told().filter((told) => told.includes('purchase'));
  const [, , detail] = JSON.parse(purchase!) as [string, string, object];
  expect(detail).toEqual({
    transaction_id: expect.stringMatching(/^[0-9a-f]{32}$/),
    value: expect.any(Number),
    currency: 'USD',
  });
  expect(vendors.requests.join('\n')).not.toContain(encodeURIComponent(address));

  await page.getByRole('radio', { name: 'Other' }).check();
  await page.getByRole('button', { name: 'Cookie choices' }).first().click();
  await expect(bar(page).getByRole('heading')).toBeFocused();
  await bar(page).getByRole('button', { name: 'No' }).click();
  await expect.poll(() => hasTags(page)).toBe(false);
  await expect(page.getByRole('radio', { name: 'Other' })).toBeChecked();
  expect(await page.evaluate(() => document.cookie)).not.toContain('_ga');
});
