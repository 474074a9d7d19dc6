import type { BrowserContext, Page } from '@playwright/test';
import {
  callApi,
  openWithClaim,
  paidClaim,
  registerByApi,
  type PackageChoice,
  type PaidClaim,
} from '../support/api-claim.ts';
import { pdfText } from '../support/pdf.ts';
import type { Program } from '../support/program.ts';
import { expect, test } from '../support/test.ts';

const SMALL_CLAIMS: PackageChoice = { id: 'small-claims', title: 'Small Claims', price: 99.99 };

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

test('a letter in its window is changed, saved, stopped and approved again', async ({ page, program }) => {
  await atLetter(page, program);
  await expect(page.getByText('You can still change it')).toBeVisible();
  const written = await editorOf(page).inputValue();

  await editorOf(page).fill(`${written}\nPlease call me first.`);
  await expect(page.getByText('You have changes that are not saved.')).toBeVisible();
  await page.getByRole('button', { name: 'SAVE' }).click();
  await expect(page.getByText('✓ Demand letter saved.')).toBeVisible();
  await expect(page.getByText('You can still change it')).toBeVisible();

  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByText('✓ Stopped. Your letter is a draft again.')).toBeVisible();
  await page.reload();
  await expect(editorOf(page)).toHaveValue(/Please call me first\.$/);
  await expect(page.getByText('You can still change it')).toBeHidden();

  await page.getByRole('button', { name: 'APPROVE & SEND' }).click();
  await expect(page.getByText('✓ Demand letter approved.')).toBeVisible();
  await page.getByRole('button', { name: 'Stay here' }).click();
  await expect(page.getByText('You can still change it')).toBeVisible();
});

test('two tabs: the older text never overwrites the newer without a choice', async ({ page, program }) => {
  const { formSessionId } = await atLetter(page, program);
  const other = await page.context().newPage();
  await openWithClaim(other, '/result', formSessionId);
  await editorOf(other).fill(`${await editorOf(other).inputValue()}\nFrom the other tab.`);
  await other.getByRole('button', { name: 'SAVE' }).click();
  await expect(other.getByText('✓ Demand letter saved.')).toBeVisible();
  await other.close();

  await editorOf(page).fill(`${await editorOf(page).inputValue()}\nFrom this tab.`);
  await page.getByRole('button', { name: 'SAVE' }).click();
  const question = page.getByRole('dialog', { name: 'The letter was changed somewhere else' });
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Keep the text on this screen' }).click();
  await expect(page.getByText('✓ Demand letter saved.')).toBeVisible();
  await page.reload();
  await expect(editorOf(page)).toHaveValue(/From this tab\.$/);
});

test('small-claims papers appear by themselves and download as PDF', async ({ page, program }) => {
  await paidClaim(page, program, address, SMALL_CLAIMS);
  await expect(async () => {
    const { demands } = await callApi<{ demands: { pending: boolean; court_documents_count: number }[] }>(
      page,
      program,
      '/api/user/get_court_documents.php',
      {},
    );
    expect(demands.some(({ pending, court_documents_count: count }) => !pending && count > 0)).toBe(true);
  }).toPass({ timeout: 40_000 });
  await page.goto('/court-documents');
  await page.getByRole('button', { name: 'View', exact: true }).first().click();
  const wanted = page.waitForEvent('download');
  await page
    .getByRole('button', { name: /^Download / })
    .first()
    .click();
  const file = await wanted;
  expect(file.suggestedFilename()).toMatch(/^document_[0-9a-f]{24}\.pdf$/);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  expect(await pdfText(Buffer.concat(chunks))).toContain("Zoë O'Brien-Núñez v. Park & Daughters LLC");
});

test('a completed claim opens in edit mode, with its answers', async ({ page, program }) => {
  await paidClaim(page, program, address);
  await page.goto('/completed-sessions');
  await page
    .getByRole('button', { name: /^Change / })
    .first()
    .click();
  await expect(page).toHaveURL(/\/(\?step=.*)?$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/?step=2.1');
  await expect(page.getByLabel('Last name')).toHaveValue("O'Brien-Núñez");
});
