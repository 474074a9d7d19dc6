import type { Page } from '@playwright/test';
import { fillAddress, goOn, untilDrafted } from '../support/claim.ts';
import { newAddress, registerAtGate } from '../support/people.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

const on = (page: Page, name: string | RegExp) => expect(page.getByRole('heading', { level: 1, name })).toBeFocused();

async function expectFits(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, 'sideways scroll').toBeLessThanOrEqual(0);
}

/** Nothing wider than the screen, nothing inaccessible. */
async function expectSound(page: Page): Promise<void> {
  await expectFits(page);
  await expectAccessible(page);
}

/** Continue with nothing answered: the specification's words, and a screen that is as sound as before. */
async function expectRefusal(page: Page, message: string | RegExp): Promise<void> {
  await goOn(page);
  await expect(page.getByText(message).first()).toBeVisible();
  expect(await page.title()).toMatch(/^Error: /);
  await expectSound(page);
}

/** On a phone the letter so far is fetched when it is asked for, says what was just typed, and gives the focus back. */
async function expectLetterOnRequest(page: Page, typed: string): Promise<void> {
  const fetched: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && fetched.push(request.url()));
  const line = page.getByRole('button', { name: 'See your letter so far' });
  await expect(line).toBeVisible();
  expect(fetched).toEqual([]);
  await line.click();
  const dialog = page.getByRole('dialog', { name: 'Your letter so far' });
  await expect(dialog.getByText('Dear Park & Daughters LLC,')).toBeVisible();
  await expect(dialog.getByText(typed)).toBeVisible();
  expect(fetched).not.toEqual([]);
  await expectSound(page);
  await page.keyboard.press('Escape');
  await expect(line).toBeFocused();
  await expect(page.getByRole('textbox')).toHaveValue(typed);
}

test('a business against a business on a dark phone: every screen and every refusal', async ({ page, program }) => {
  test.setTimeout(150_000);
  await page.setViewportSize({ width: 375, height: 812 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.clock.install();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: /best classifies/ })).toBeVisible();
  await expectRefusal(page, 'Please select a category before continuing!');
  await page.getByRole('radio', { name: 'Auto repair' }).check();
  await goOn(page);

  await on(page, 'Check all that apply');
  await expectRefusal(page, 'Please select at least one subcategory before continuing!');
  await page.getByRole('checkbox').first().check();
  await goOn(page);

  await on(page, 'Tell us more about it');
  await expectRefusal(page, 'Please fill in all required fields correctly before continuing!');
  await page.getByLabel('How much are you owed?').fill('9000');
  await page.getByLabel('When did it happen?').fill('2026-03-02');
  await fillAddress(page, '12 Oak Ave', 'Ames', 'IA', '50010');
  await expect(page.getByText(/small-claims court hears cases up to/)).toBeVisible();
  await expectRefusal(page, /Choose how you want to go on/);
  await page.getByRole('radio', { name: /The letter only/ }).check();
  await goOn(page);
  await registerAtGate(page, program, newAddress());

  await on(page, 'Who are you filing this claim as?');
  await expectRefusal(page, 'Please select one option before continuing!');
  await page.getByRole('radio', { name: 'Business' }).check();
  await goOn(page);
  await on(page, 'Fill in your business information');
  await expectRefusal(page, 'Please fill in all required fields correctly before continuing!');
  await page.getByLabel('Legal name of the business').fill('Łukasz & Søn Plumbing LLC');
  await page.getByLabel('First name').fill('Zoë');
  await page.getByLabel('Last name').fill("O'Brien-Núñez");
  await page.getByRole('checkbox', { name: 'Same as where it happened' }).check();
  await expect(page.getByText('12 Oak Ave')).toBeVisible();
  await goOn(page);

  await on(page, 'Who are you filing this claim against?');
  await expectRefusal(page, 'Please select who you are filing this claim against!');
  await page.getByRole('radio', { name: 'Business' }).check();
  await goOn(page);
  await on(page, 'Fill in their business information');
  await page.getByLabel(/Website/).fill('parkauto');
  await expectRefusal(page, 'Please enter a valid website URL');
  await page.getByLabel(/Website/).fill('www.parkauto.example');
  await page.getByLabel('Legal name of the business').fill('Park & Daughters LLC');
  await page.getByLabel('First name').fill('Łucja');
  await page.getByLabel('Last name').fill('Nguyễn');
  await fillAddress(page, '99 Pine Rd', 'Boone', 'IA', '50036');
  await goOn(page);

  await on(page, 'Here is where you tell us what happened');
  await expectRefusal(page, 'Please tell us what happened before continuing!');
  await page.getByLabel('What happened').fill('مرحبا 🙂 They kept my car.\n\nThey did not repair it.');
  await goOn(page);
  await on(page, /How did you calculate \$9,000\.00/);
  await expectRefusal(page, 'Please explain how you calculated the claim amount before continuing!');
  await page.getByLabel('How you calculated it').fill('The bill was $9,000.');
  await expectLetterOnRequest(page, 'The bill was $9,000.');
  await goOn(page);
  await on(page, 'How would you like to get paid?');
  await expectSound(page);
  await goOn(page);
  await on(page, "Let's get your signature");
  await expectRefusal(page, 'Please sign before continuing!');
  await page.getByRole('radio', { name: 'Type', exact: true }).check();
  await page.getByLabel('Type your full name').fill("Zoë O'Brien-Núñez");
  await expect(page.getByText('Signature saved')).toBeVisible();
  await goOn(page);

  await on(page, 'Generating Your File');
  await page.getByRole('button', { name: 'Stay on this page' }).click();
  await untilDrafted(page);
  const letter = page.getByRole('region', { name: 'Preview of your letter' });
  await expect(letter).toContainText('Łukasz & Søn Plumbing LLC');
  await expect(letter).toContainText('PREVIEW');
  await expectSound(page);

  await page.getByRole('button', { name: /Change\s+How you calculated it/ }).click();
  await on(page, /How did you calculate/);
  await goOn(page);
  await on(page, 'Generating Your File');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Generating Your File' })).toBeVisible();
});
