import { expect, type Page } from '@playwright/test';
import type { Program } from './program.ts';
import { registerAtGate } from './people.ts';

export const goOn = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true }).click();
const heading = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

export async function fillAddress(page: Page, street: string, city: string, state: string, zip: string): Promise<void> {
  await page.getByLabel('Street address').fill(street);
  await page.getByLabel('City').fill(city);
  await page.getByLabel('State', { exact: true }).selectOption(state);
  await page.getByLabel('ZIP code').fill(zip);
}

export interface Claim {
  category?: string;
  claimantIsBusiness?: boolean;
  defendantIsBusiness?: boolean;
  amount?: string;
}

/** Step 1 up to the account gate. */
export async function describeClaim(
  page: Page,
  { category = 'Debt collection', amount = '1250.50' }: Claim = {},
): Promise<void> {
  await page.goto('/');
  await page.getByRole('radio', { name: category }).check();
  await goOn(page);
  if (category !== 'Other') {
    await heading(page, 'Check all that apply');
    await page.getByRole('checkbox').first().check();
    await goOn(page);
  }
  await heading(page, 'Tell us more about it');
  await page.getByLabel('How much are you owed?').fill(amount);
  await page.getByLabel('When did it happen?').fill('2026-03-02');
  await fillAddress(page, '12 Elm St', 'Springfield', 'IL', '62701');
  await goOn(page);
}

/** Step 2: who is owed. */
export async function describeClaimant(page: Page, { claimantIsBusiness = false }: Claim = {}): Promise<void> {
  await heading(page, 'Who are you filing this claim as?');
  await page.getByRole('radio', { name: claimantIsBusiness ? 'Business' : 'Person' }).check();
  await goOn(page);
  await heading(page, claimantIsBusiness ? 'Fill in your business information' : 'Fill in your personal information');
  if (claimantIsBusiness) await page.getByLabel('Legal name of the business').fill('Łukasz & Søn Plumbing LLC');
  await page.getByLabel('First name').fill('Zoë');
  await page.getByLabel('Last name').fill("O'Brien-Núñez");
  await fillAddress(page, '7 Oak Ave', 'Springfield', 'IL', '62702');
  await goOn(page);
}

/** Step 3: who owes. */
export async function describeDefendant(page: Page, { defendantIsBusiness = true }: Claim = {}): Promise<void> {
  await heading(page, 'Who are you filing this claim against?');
  await page.getByRole('radio', { name: defendantIsBusiness ? 'Business' : 'Person' }).check();
  await goOn(page);
  await heading(
    page,
    defendantIsBusiness ? 'Fill in their business information' : 'Fill in their personal information',
  );
  if (defendantIsBusiness) await page.getByLabel('Legal name of the business').fill('Park & Daughters LLC');
  await page.getByLabel('First name').fill('Łucja');
  await page.getByLabel('Last name').fill('Nguyễn');
  await fillAddress(page, '99 Pine Rd', 'Chicago', 'IL', '60601');
  await goOn(page);
}

/** Step 4 up to the packages: the story, the sum, the payout, the signature, and the file being made. */
async function fillStory(page: Page): Promise<void> {
  await heading(page, 'Here is where you tell us what happened');
  await page
    .getByLabel('What happened')
    .fill('I lent them $1,250.50 on March 2. They promised to pay in April. They did not.');
  await goOn(page);
  await heading(page, /How did you calculate/);
  await page.getByLabel('How you calculated it').fill('The loan of $1,250.50; nothing was paid back.');
  await goOn(page);
  await heading(page, 'How would you like to get paid?');
  await page.getByLabel('Venmo').fill('@zoe-nunez');
  await page.getByRole('checkbox', { name: 'Check', exact: true }).check();
  await goOn(page);
  await sign(page);
  await goOn(page);
}

/** Draws a line on the signature pad. */
export async function sign(page: Page): Promise<void> {
  await heading(page, "Let's get your signature");
  const pad = page.locator('canvas');
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (!box) throw new Error('There is no signature pad on this page.');
  await page.mouse.move(box.x + 60, box.y + 120);
  await page.mouse.down();
  for (const [x, y] of [
    [120, 60],
    [180, 160],
    [260, 80],
    [340, 150],
  ] as const) {
    await page.mouse.move(box.x + x, box.y + y, { steps: 4 });
  }
  await page.mouse.up();
  await expect(page.getByText('Signature saved')).toBeVisible();
}

/** From the first click to the packages, with an account made on the way. */
export async function reachPackages(page: Page, program: Program, address: string, claim: Claim = {}): Promise<void> {
  await describeClaim(page, claim);
  await registerAtGate(page, program, address);
  await describeClaimant(page, claim);
  await describeDefendant(page, claim);
  await fillStory(page);
  await heading(page, 'Generating Your File');
}

/** The six stages of 'Generating Your File' on a page whose clock the test holds (`page.clock.install`). */
export async function untilDrafted(page: Page): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(2_000);
    await expect(page.getByText('Your letter is drafted')).toBeVisible({ timeout: 100 });
  }).toPass();
}
