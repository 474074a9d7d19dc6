import { goOn } from '../support/claim.ts';
import { expect, expectNoise, test } from '../support/test.ts';

const CATEGORIES = [
  'Debt collection', 'Broken contract', 'Personal injury', 'Tenant-landlord dispute', 'Stolen property', 'Poor construction',
  'Product defect', 'Auto repair', 'Damaged property', 'Broken verbal promise', 'Chargeback', 'Other',
]; // prettier-ignore

test('each of the twelve kinds of claim leads on, and Back leads to it again', async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto('/');
  for (const name of CATEGORIES) {
    await page.getByRole('radio', { name, exact: true }).check();
    await goOn(page);
    const next = name === 'Other' ? 'Tell us more about it' : 'Check all that apply';
    await expect(page.getByRole('heading', { level: 1, name: next })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('radio', { name, exact: true })).toBeChecked();
  }
});

test('a tile chosen before the script is there stays chosen, and is saved', async ({ page }) => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('radio', { name: 'Auto repair' }).check();
  release();
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Auto repair' })).toBeChecked();
});

test('without any script the first screen is a form that can be sent', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('radio', { name: 'Chargeback' }).check();
  await goOn(page);
  await expect(page).toHaveURL(/\?situation=chargeback$/);
  await context.close();
});

test('two tabs of one claim follow each other, and ask when both have changed it', async ({ page, context }) => {
  expectNoise(page);
  await page.goto('/');
  await page.getByRole('radio', { name: 'Other' }).check();
  await goOn(page);
  await page.getByLabel('City').fill('Ames');
  await expect(page.getByText(/^Saved at/)).toBeVisible();

  const other = await context.newPage();
  await other.goto('/');
  await other.getByRole('button', { name: 'Go on with it' }).click();
  await other.goto('/?step=1.2');
  await expect(other.getByLabel('City')).toHaveValue('Ames');
  await other.getByLabel('City').fill('Boone');
  await expect(page.getByLabel('City')).toHaveValue('Boone');

  // While one tab cannot be heard, both change the same answer.
  await page.route('**/save_form_data.php', (route) => route.abort());
  await page.getByLabel('City').fill('Mine');
  await other.getByLabel('City').fill('Theirs');
  const dialog = page.getByRole('dialog', { name: 'This claim was changed somewhere else' });
  await expect(dialog).toBeVisible();
  await page.unroute('**/save_form_data.php');
  await dialog.getByRole('button', { name: 'Keep what is on this screen' }).click();
  await expect(other.getByLabel('City')).toHaveValue('Mine');
});

test('from the first tile to the account gate by keyboard alone', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('radio', { name: 'Debt collection' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Broken contract' })).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Check all that apply' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Tell us more about it' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type('1250.50');
  await page.getByLabel('When did it happen?').focus();
  await page.keyboard.type('03022026');
  await page.getByLabel('Street address').focus();
  await page.keyboard.type('12 Elm St');
  await page.keyboard.press('Escape');
  await page.getByLabel('City').focus();
  await page.keyboard.type('Springfield');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Illinois');
  await page.keyboard.press('Tab');
  await page.keyboard.type('62701');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Save Your Progress' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 1, name: 'Tell us more about it' })).toBeVisible();
  await expect(page.getByLabel('ZIP code')).toHaveValue('62701');
});
