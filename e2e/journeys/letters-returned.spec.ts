import type { BrowserContext, Page } from '@playwright/test';
import { callApi, control, openWithClaim, paidClaim, registerByApi, type PaidClaim } from '../support/api-claim.ts';
import type { Program } from '../support/program.ts';
import { expect, test } from '../support/test.ts';

const DAY_MS = 86_400_000;

let address: string;
let cookies: Awaited<ReturnType<BrowserContext['cookies']>>;

test.beforeAll(async ({ browser, program }) => {
  const context = await browser.newContext({ baseURL: program.url });
  address = await registerByApi(await context.newPage(), program);
  cookies = await context.cookies();
  await context.close();
});

test.beforeEach(async ({ page }) => {
  await page.context().addCookies(cookies);
});

const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Text of the letter' });

/** A paid claim's letter in its change window, on the result screen. */
async function atLetter(page: Page, program: Program): Promise<PaidClaim> {
  const claim = await paidClaim(page, program, address);
  await openWithClaim(page, '/result', claim.formSessionId);
  await expect(editorOf(page)).toBeVisible();
  return claim;
}

test('a letter that comes back says so, and what to do next; its PDF closes with Escape and by the backdrop', async ({
  page,
  program,
}) => {
  await control(program, '/letters/next/outcome', { outcome: 'returned_to_sender' });
  const { demandId } = await atLetter(page, program);
  await page.getByRole('button', { name: 'Send Demand Letter' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send Demand Letter' }).click();
  await expect(page.getByText('✓ Your letter is on its way to the post.')).toBeVisible();
  await expect(async () => {
    const { mailings } = await callApi<{ mailings: { tracking_number: string | null }[] }>(
      page,
      program,
      `/api/letters/tracking?demand_id=${demandId}`,
    );
    expect(mailings[0]?.tracking_number).toMatch(/^9407/);
  }).toPass({ timeout: 30_000 });
  await control(program, '/clock/advance', { ms: 25 * DAY_MS });

  await page.goto('/demand-letters');
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: /^9407/ }) });
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('Your letter is coming back.')).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  await row.first().getByRole('button', { name: 'Where your letter is' }).click();
  await expect(page.getByText('What to do next').first()).toBeVisible();

  const pdf = page.getByRole('dialog', { name: 'Demand Letter PDF' });
  await row.first().getByRole('button', { name: 'View Demand Letter' }).click();
  await expect(page.getByTitle('Demand Letter PDF')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(pdf).toBeHidden();
  await row.first().getByRole('button', { name: 'View Demand Letter' }).click();
  await expect(page.getByTitle('Demand Letter PDF')).toBeVisible();
  await page.mouse.click(3, 3);
  await expect(pdf).toBeHidden();
});
