import type { Page } from '@playwright/test';
import { describeClaimant, describeDefendant, fillAddress, goOn, sign } from '../support/claim.ts';
import { control } from '../support/api-claim.ts';
import { fillCard } from '../support/payment.ts';
import { registerAtGate } from '../support/people.ts';
import { expect, test } from '../support/test.ts';
import { shootScreen, shootTour } from './shoot.ts';

const HOUR_MS = 3_600_000;

/** Every stop of the way is a picture of docs/tour.md, and is looked at in all sizes besides. */
async function stop(page: Page, name: string): Promise<void> {
  await shootTour(page, name);
  await shootScreen(page, name);
}

test('the whole way, in pictures', async ({ page, program }) => {
  test.setTimeout(600_000);
  await page.goto('/');
  await stop(page, 'first-screen');
  await page.getByRole('radio', { name: 'Debt collection' }).check();
  await goOn(page);
  await page.getByRole('checkbox').first().check();
  await stop(page, 'subcategories');
  await goOn(page);
  await page.getByLabel('How much are you owed?').fill('1250.50');
  await page.getByLabel('When did it happen?').fill('2026-03-02');
  await fillAddress(page, '12 Elm St', 'Springfield', 'IL', '62701');
  await stop(page, 'details');
  await goOn(page);
  await expect(page.getByRole('dialog')).toBeVisible();
  await stop(page, 'account-gate');
  await registerAtGate(page, program, 'zoe.nunez@example.com');
  await describeClaimant(page);
  await describeDefendant(page);
  await page
    .getByLabel('What happened')
    .fill('I lent them $1,250.50 on March 2. They promised to pay in April. They did not.');
  await stop(page, 'story');
  await goOn(page);
  await page.getByLabel('How you calculated it').fill('The loan of $1,250.50; nothing was paid back.');
  await goOn(page);
  await page.getByRole('checkbox', { name: 'Check', exact: true }).check();
  await goOn(page);
  await sign(page);
  await stop(page, 'signature');
  await goOn(page);
  await page.getByRole('button', { name: 'Stay on this page' }).click();
  await expect(page.getByText('Your letter is drafted')).toBeVisible({ timeout: 30_000 });
  await stop(page, 'generating');
  await goOn(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Choose a Package' })).toBeVisible({ timeout: 40_000 });
  await stop(page, 'packages');
  await page.getByRole('article', { name: 'Small Claims' }).getByRole('button').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pay for your letter' })).toBeVisible();
  await page.getByLabel('Cardholder name').fill("Zoë O'Brien-Núñez");
  await fillCard(page, { number: '4242424242424242' });
  await page.getByRole('checkbox', { name: /I accept the/ }).check();
  await stop(page, 'payment');
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your letter is ready' })).toBeVisible({ timeout: 60_000 });
  await stop(page, 'order');
  await page.getByRole('button', { name: 'See your letter' }).click();
  await expect(page.getByRole('textbox', { name: 'Text of the letter' })).toBeVisible();
  await stop(page, 'letter');
  await page.getByRole('button', { name: 'Send Demand Letter' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send Demand Letter' }).click();
  await expect(page.getByText('✓ Your letter is on its way to the printer.')).toBeVisible();
  await page.goto('/demand-letters');
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('link', { name: /^9407/ })).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await control(program, '/clock/advance', { ms: 60 * HOUR_MS });
  await expect(async () => {
    await page.reload();
    await page.getByRole('button', { name: 'Where your letter is' }).click();
    await expect(page.getByRole('list', { name: 'Where your letter is' }).getByText('In Transit').first()).toBeVisible({
      timeout: 2_000,
    });
  }).toPass({ timeout: 60_000 });
  await stop(page, 'demand-letters');
  await page.goto('/court-documents');
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await stop(page, 'court-documents');
  await page.goto('/dashboard');
  await stop(page, 'dashboard');
});
