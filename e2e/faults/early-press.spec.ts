import type { Page } from '@playwright/test';
import { registerByApi } from '../support/api-claim.ts';
import { goOn } from '../support/claim.ts';
import { PASSWORD } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

/** Opens a page with its scripts held back; `release` lets them go. */
async function beforeAlive(page: Page, path = '/'): Promise<{ release: () => void; documents: string[] }> {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(request.url());
  });
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return { release, documents };
}

test('Continue pressed three times before the page is alive: done once it is, and no answer in an address', async ({
  page,
}) => {
  const { release, documents } = await beforeAlive(page);
  await page.getByRole('radio', { name: 'Auto repair' }).check();
  for (let press = 0; press < 3; press += 1) await goOn(page);
  await expect(page.getByRole('radio', { name: 'Auto repair' })).toBeChecked();
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Check all that apply' })).toBeVisible();
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  expect(documents, 'documents asked for').toHaveLength(1);
  expect(page.url()).not.toContain('situation');
  await page.goBack();
  await expect(page.getByRole('radio', { name: 'Auto repair' })).toBeChecked();
  await expect(page).toHaveURL(/\/$/);
});

test('Continue pressed before the page is alive with nothing chosen: what is missing is said', async ({ page }) => {
  const { release } = await beforeAlive(page);
  await goOn(page);
  release();
  await expect(page.getByRole('radio').first()).toBeFocused();
  await expect(page.getByRole('heading', { level: 1, name: /best classifies/ })).toBeVisible();
  await expect(page.getByText('Please select a category before continuing!').first()).toBeVisible();
});

test('Enter in the list of tiles submits like Continue', async ({ page }) => {
  const { release } = await beforeAlive(page);
  await page.getByRole('radio', { name: 'Auto repair' }).check();
  await page.keyboard.press('Enter');
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Check all that apply' })).toBeVisible();
});

test('Log in pressed at a guarded page before it is alive: signed in, and on that page', async ({ page, program }) => {
  const address = await registerByApi(page, program);
  await page.context().clearCookies();
  const { release, documents } = await beforeAlive(page, '/billing');
  await page.getByLabel('E-mail').fill(address);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
  await expect(page).toHaveURL(/\/billing$/);
  expect(documents, 'documents asked for').toHaveLength(1);
});
