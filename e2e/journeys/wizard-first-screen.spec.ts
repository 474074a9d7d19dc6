import { ANSWERS, callApi, letterByApi } from '../support/api-claim.ts';
import { goOn } from '../support/claim.ts';
import { expect, expectNoise, test } from '../support/test.ts';

/** What the letter calls it when nothing closer is ticked, by the name on the tile. */
const CATEGORIES = {
  'Debt collection': 'an unpaid debt',
  'Broken contract': 'an agreement that was not kept',
  'Personal injury': 'an injury',
  'Tenant-landlord dispute': 'a rented home',
  'Stolen property': 'property that was taken or kept',
  'Poor construction': 'construction work',
  'Product defect': 'a product with a defect',
  'Auto repair': 'a car repair',
  'Damaged property': 'damaged property',
  'Broken verbal promise': 'a spoken agreement that was not kept',
  Chargeback: 'a card payment that is in dispute',
  Other: 'money that is owed',
};

interface Listed {
  value: string;
  label: string;
}

test('each of the twelve kinds of claim leads to its own questions, and to a letter that names it', async ({
  page,
  program,
}) => {
  test.setTimeout(150_000);
  const { data: categories } = await callApi<{ data: Listed[] }>(page, program, '/api/categories.php');
  expect(categories.map(({ label }) => label)).toEqual(Object.keys(CATEGORIES));
  await page.goto('/');
  for (const [name, subject] of Object.entries(CATEGORIES)) {
    await test.step(name, async () => {
      const situation = categories.find(({ label }) => label === name)?.value ?? '';
      const { data: parts } = await callApi<{ data: Listed[] }>(page, program, '/api/subcategories.php', {
        parent_id: situation,
      });
      await page.getByRole('radio', { name, exact: true }).check();
      await goOn(page);
      if (parts.length > 0) {
        await expect(page.getByRole('heading', { level: 1, name: 'Check all that apply' })).toBeVisible();
        await expect(page.getByRole('checkbox')).toHaveCount(parts.length);
        await page.getByRole('checkbox', { name: parts[0]?.label ?? '', exact: true }).check();
        await goOn(page);
      }
      await expect(page.getByRole('heading', { level: 1, name: 'Tell us more about it' })).toBeVisible();
      await page.goBack();
      if (parts.length > 0) {
        await expect(page.getByRole('checkbox', { name: parts[0]?.label ?? '', exact: true })).toBeChecked();
        await page.goBack();
      }
      await expect(page.getByRole('radio', { name, exact: true })).toBeChecked();

      const chosen = { situation, situationLabel: name, disputing: [], disputingLabels: [] };
      expect(await letterByApi(page, program, { ...ANSWERS, ...chosen })).toContain(subject);
    });
  }
});

test('person or business on either side: the letter names who is meant', async ({ page, program }) => {
  const mine = { '1': {}, '2': { businessName: 'Łukasz & Søn Plumbing LLC' } };
  const theirs = { '1': { defendantBusinessName: '' }, '2': { defendantBusinessName: 'Park & Daughters LLC' } };
  for (const userType of ['1', '2'] as const) {
    for (const whoUser of ['1', '2'] as const) {
      const answers = { ...ANSWERS, userType, whoUser, ...mine[userType], ...theirs[whoUser] };
      const letter = await letterByApi(page, program, answers);
      // A business is the party; the person beside it is whom to speak to, or who signs.
      expect(letter.includes('Łukasz & Søn Plumbing LLC'), `claimant ${userType}`).toBe(userType === '2');
      expect(letter.includes('Park & Daughters LLC'), `defendant ${whoUser}`).toBe(whoUser === '2');
      expect(letter).toContain("Zoë O'Brien-Núñez");
      expect(letter).toContain('Łucja Nguyễn');
    }
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

test('without any script the first screen says that it needs one, and sends no answer anywhere', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.locator('noscript p')).toBeVisible();
  await page.getByRole('radio', { name: 'Chargeback' }).check();
  await goOn(page);
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('radio', { name: 'Chargeback' })).toBeChecked();
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

  // While one tab cannot send, both tabs change the same answer.
  await page.route('**/save_form_data.php', (route) => route.abort());
  await page.getByLabel('City').fill('Mine');
  await other.getByLabel('City').fill('Theirs');
  const dialog = page.getByRole('dialog', { name: 'This case was changed somewhere else' });
  await expect(dialog).toBeVisible();
  await page.unroute('**/save_form_data.php');
  await dialog.getByRole('button', { name: 'Keep what is on this screen' }).click();
  await expect(other.getByLabel('City')).toHaveValue('Mine');
});
