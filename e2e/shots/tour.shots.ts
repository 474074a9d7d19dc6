import path from 'node:path';
import type { Page } from '@playwright/test';
import { describeClaimant, describeDefendant, goOn, sign } from '../support/claim.ts';
import { fillCard } from '../support/payment.ts';
import { newAddress, registerAtGate } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const REPOSITORY = path.resolve(import.meta.dirname, '../..');
/** Pictures that README and docs/tour.md show are committed; all others go to the ignored folder. */
const TOUR = path.join(REPOSITORY, 'docs/images');
const SHOTS = path.join(REPOSITORY, 'shots');
const SIZES = [
  { width: 375, height: 800 },
  { width: 768, height: 1000 },
  { width: 1280, height: 860 },
  { width: 1600, height: 1000 },
];

async function shoot(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: path.join(TOUR, `${name}.png`), animations: 'disabled' });
  const before = page.viewportSize();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({
        path: path.join(SHOTS, `${name}-${size.width}-${colorScheme}.png`),
        fullPage: true,
        animations: 'disabled',
      });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (before) await page.setViewportSize(before);
}

test('the whole way, in pictures', async ({ page, program }) => {
  test.setTimeout(600_000);
  await page.goto('/');
  await shoot(page, 'first-screen');
  await page.getByRole('radio', { name: 'Debt collection' }).check();
  await goOn(page);
  await page.getByRole('checkbox').first().check();
  await shoot(page, 'subcategories');
  await goOn(page);
  await page.getByLabel('How much are you owed?').fill('1250.50');
  await page.getByLabel('When did it happen?').fill('2026-03-02');
  await page.getByLabel('Street address').fill('12 Elm St');
  await page.getByLabel('City').fill('Springfield');
  await page.getByLabel('State', { exact: true }).selectOption('IL');
  await page.getByLabel('ZIP code').fill('62701');
  await shoot(page, 'details');
  await goOn(page);
  await expect(page.getByRole('dialog')).toBeVisible();
  await shoot(page, 'account-gate');
  await registerAtGate(page, program, newAddress());
  await describeClaimant(page);
  await describeDefendant(page);
  await page
    .getByLabel('What happened')
    .fill('I lent them $1,250.50 on March 2. They promised to pay in April. They did not.');
  await shoot(page, 'story');
  await goOn(page);
  await page.getByLabel('How you calculated it').fill('The loan of $1,250.50; nothing was paid back.');
  await goOn(page);
  await page.getByRole('checkbox', { name: 'Check', exact: true }).check();
  await goOn(page);
  await sign(page);
  await shoot(page, 'signature');
  await goOn(page);
  await expect(page.getByText('Demand Letter Generated')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Choose a Package' })).toBeVisible({ timeout: 40_000 });
  await shoot(page, 'packages');
  await page.getByRole('article', { name: 'Small Claims' }).getByRole('button').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pay for your letter' })).toBeVisible();
  await page.getByLabel('Cardholder name').fill("Zoë O'Brien-Núñez");
  await fillCard(page, { number: '4242424242424242' });
  await page.getByRole('checkbox', { name: /I accept the/ }).check();
  await shoot(page, 'payment');
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your letter is ready' })).toBeVisible({ timeout: 60_000 });
  await shoot(page, 'order');
  await page.getByRole('button', { name: 'See your letter' }).click();
  await expect(page.getByRole('textbox', { name: 'Text of the letter' })).toBeVisible();
  await shoot(page, 'letter');
  await page.getByRole('button', { name: 'Send Demand Letter' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send Demand Letter' }).click();
  await expect(page.getByText('✓ Your letter is on its way to the post.')).toBeVisible();
  await page.goto('/demand-letters');
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('link', { name: /^9407/ })).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Where your letter is' }).click();
  await shoot(page, 'demand-letters');
  for (const name of [
    'dashboard',
    'completed-sessions',
    'court-documents',
    'billing',
    'settings',
    'login',
    'forgot-password',
  ]) {
    await page.goto(`/${name}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await shoot(page, name);
  }
});
