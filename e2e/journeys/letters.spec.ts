import type { BrowserContext, Page } from '@playwright/test';
import {
  callApi,
  claimSteps,
  FULL_TRIAL,
  control,
  openWithClaim,
  paidClaim,
  personByApi,
  SMALL_CLAIMS,
  type PaidClaim,
} from '../support/api-claim.ts';
import { answerWith } from '../support/answers.ts';
import { endChangeWindow } from '../support/database.ts';
import { PASSWORD } from '../support/people.ts';
import { pdfText } from '../support/pdf.ts';
import type { Program } from '../support/program.ts';
import { expect, expectAccessible, test, untilSaid } from '../support/test.ts';

const DAY_MS = 86_400_000;

let address: string;
let cookies: Awaited<ReturnType<BrowserContext['cookies']>>;

test.beforeAll(async ({ browser, program }) => {
  ({ address, cookies } = await personByApi(browser, program));
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

interface Tracking {
  mailings: { tracking_number: string | null }[];
}
const save = (page: Page) =>
  untilSaid(page, '✓ Demand letter saved.', () => page.getByRole('button', { name: 'SAVE' }).click());
const posted = (page: Page, program: Program, demandId: string) =>
  expect(async () => {
    const { mailings } = await callApi<Tracking>(page, program, `/api/letters/tracking?demand_id=${demandId}`);
    expect(mailings[0]?.tracking_number).toMatch(/^9407/);
  }).toPass({ timeout: 30_000 });

/** Repeats the page's last request, to get the file itself. */
async function fileOf(page: Page, program: Program, url: string, act: () => Promise<void>): Promise<string> {
  const asked = page.waitForRequest((request) => request.url().includes(url));
  await act();
  const answer = await page.request.post(url, {
    data: (await asked).postDataJSON() as unknown,
    headers: { origin: program.url },
  });
  return pdfText(await answer.body());
}

test('a letter in its window is changed, saved, compared, stopped and approved again; leaving with typed text asks first', async ({
  page,
  program,
}) => {
  await atLetter(page, program);
  await expect(page.getByText('Until it goes out you can change it, or stop it.')).toBeVisible();
  const written = await editorOf(page).inputValue();

  await editorOf(page).fill(`${written}\nYou never called me back.`);
  await expect(page.getByText('You have changes that are not saved.')).toBeVisible();
  await test.step('as it prints: what was typed, the sum as a table, the signature', async () => {
    await page.getByRole('button', { name: 'As it prints' }).click();
    const sheet = page.getByRole('article');
    await expect(sheet.getByRole('rowheader', { name: 'Total owed' })).toBeVisible();
    await expect(sheet.getByText('You never called me back.', { exact: true })).toBeVisible();
    await expect(sheet.getByRole('img', { name: /^Signature of / })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Text', exact: true }).click();
  });
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(editorOf(page)).toHaveValue(/You never called me back\.$/);
  await expect(page.getByText('You have changes that are not saved.')).toBeVisible();
  await save(page);
  await expect(page.getByText('✓ Demand letter saved.')).toBeHidden();
  await expect(page.getByText('Until it goes out you can change it, or stop it.')).toBeVisible();

  await test.step('the previous version is compared and restored', async () => {
    await page.getByText('Versions', { exact: true }).click();
    await page.getByRole('button', { name: 'Compare' }).last().click();
    await expect(page.locator('ins').filter({ hasText: 'You never called me back.' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Go back to this version' }).last().click();
    await expect(page.getByText('The earlier text is back. Save it to keep it.')).toBeVisible();
    await expect(editorOf(page)).toHaveValue(written);
    await editorOf(page).fill(`${written}\nI wrote to you twice.`);
    await save(page);
  });

  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByText('✓ Stopped. Change it, or get your money back.')).toBeVisible();
  await page.reload();
  await expect(editorOf(page)).toHaveValue(/I wrote to you twice\.$/);
  await expect(page.getByText('Until it goes out you can change it, or stop it.')).toBeHidden();

  await page.getByRole('button', { name: 'APPROVE & SEND' }).click();
  await expect(page.getByText('✓ Demand letter approved.')).toBeVisible();
  await page.getByRole('button', { name: 'Stay here' }).click();
  await expect(page.getByText('Until it goes out you can change it, or stop it.')).toBeVisible();

  await test.step('stopped for good: the sum is said before the press, and a reload knows of it', async () => {
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByRole('button', { name: 'Stop the letter and pay me back' }).click();
    const question = page.getByRole('dialog', { name: 'Get your money back instead' });
    await expect(question).toContainText(/You can stop the letter and get \$\d+\.\d\d back/);
    await question.getByRole('button', { name: 'Stop the letter and pay me back' }).click();
    const back = page.getByText(/^We stopped the letter.+[Yy]our money/);
    await expect(back).toBeVisible();
    await page.reload();
    await expect(back).toBeVisible();
    await expect(page.getByRole('button', { name: 'APPROVE & SEND' })).toHaveCount(0);
  });
});

test('two tabs: the older text never overwrites the newer without a choice, and approving twice is approving once', async ({
  page,
  program,
}) => {
  const { formSessionId, demandId } = await atLetter(page, program);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByRole('button', { name: 'APPROVE & SEND' })).toBeVisible();
  const other = await page.context().newPage();
  await openWithClaim(other, '/result', formSessionId);
  await editorOf(other).fill(`${await editorOf(other).inputValue()}\nI wrote from the other tab.`);
  await save(other);

  await editorOf(page).fill(`${await editorOf(page).inputValue()}\nI wrote from this tab.`);
  await page.getByRole('button', { name: 'SAVE' }).click();
  const question = page.getByRole('dialog', { name: 'The letter was changed somewhere else' });
  await expect(question.locator('del')).toContainText('I wrote from the other tab.');
  await expect(question.locator('ins')).toContainText('I wrote from this tab.');
  await expectAccessible(page);
  await untilSaid(page, '✓ Demand letter saved.', () =>
    question.getByRole('button', { name: 'Keep the text on this screen' }).click(),
  );

  await page.getByRole('button', { name: 'APPROVE & SEND' }).click();
  await expect(page.getByText('✓ Demand letter approved.')).toBeVisible();
  await page.getByRole('button', { name: 'Stay here' }).click();
  // The other tab still has the older text; it is warned before anything is approved.
  await other.getByRole('button', { name: 'APPROVE & SEND' }).click();
  const told = other.getByRole('dialog', { name: 'The letter was changed somewhere else' });
  await told.getByRole('button', { name: 'Take the newer text' }).click();
  await expect(editorOf(other)).toHaveValue(/I wrote from this tab\.$/);
  await other.close();
  await page.getByRole('button', { name: 'Send Demand Letter' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send Demand Letter' }).click();
  await posted(page, program, demandId);
  const { mailings } = await callApi<Tracking>(page, program, `/api/letters/tracking?demand_id=${demandId}`);
  expect(mailings).toHaveLength(1);
});

test('a session that ends while writing: the text stays, one signs in where one is, and it is saved', async ({
  page,
  program,
}) => {
  const claim = await atLetter(page, program);
  await editorOf(page).fill(`${await editorOf(page).inputValue()}\nI wrote this while signed out.`);
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'SAVE' }).click();
  await expect(page.getByText('You are signed out', { exact: true })).toBeVisible();
  await expect(editorOf(page)).toHaveValue(/I wrote this while signed out\.$/);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  const gate = page.getByRole('dialog');
  await expect(gate).toBeVisible();
  const toLogIn = gate.getByRole('button', { name: 'Log in', exact: true });
  if ((await gate.getByRole('button', { name: 'Create account' }).count()) > 0) await toLogIn.click();
  await gate.getByLabel('E-mail').fill(address);
  await gate.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await untilSaid(page, '✓ Demand letter saved.', () =>
    gate.locator('form').getByRole('button', { name: 'Log in', exact: true }).click(),
  );
  await openWithClaim(page, '/result', claim.formSessionId);
  await expect(editorOf(page)).toHaveValue(/I wrote this while signed out\.$/);
});

test('the change window ends with the page open: the letter is posted with the saved text', async ({
  page,
  program,
}) => {
  const { demandId } = await atLetter(page, program);
  await editorOf(page).fill(`${await editorOf(page).inputValue()}\nThis was saved.`);
  await save(page);

  await test.step('the list leads back to a letter that can still be changed', async () => {
    await page.goto('/demand-letters');
    await page.getByRole('button', { name: 'Change this letter' }).first().click();
    await expect(editorOf(page)).toHaveValue(/This was saved\.$/);
  });

  await endChangeWindow(program, demandId);
  await posted(page, program, demandId);
  await page.reload();
  await expect(page.getByText(/Handed to the printer on/)).toBeVisible();
  await expect(editorOf(page)).toBeHidden();
  await page.getByRole('link', { name: 'Where your letter is' }).click();
  const pdf = await fileOf(page, program, '/api/pdf/generate_secure_pdf.php', () =>
    page.getByRole('button', { name: 'View Demand Letter' }).first().click(),
  );
  expect(pdf).toContain('This was saved.');
});

test('a letter that comes back says so at a glance, and what to do next; its PDF fails, is tried again, and closes', async ({
  page,
  program,
}) => {
  await control(program, '/letters/next/outcome', { outcome: 'returned_to_sender' });
  const { demandId } = await atLetter(page, program);
  await page.getByRole('button', { name: 'Send Demand Letter' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send Demand Letter' }).click();
  await expect(page.getByText('✓ Your letter is on its way to the printer.')).toBeVisible();
  await posted(page, program, demandId);
  await control(program, '/clock/advance', { ms: 25 * DAY_MS });

  // What the list says is what the carrier's news have become by now.
  await expect(async () => {
    const { data } = await callApi<{ data: { mail_state: string | null }[] }>(
      page,
      program,
      '/api/users/get_user_demands.php',
    );
    expect(data.map(({ mail_state }) => mail_state)).toContain('returned');
  }).toPass({ timeout: 30_000 });
  await page.goto('/demand-letters');
  await expect(page.getByText('Your letter is coming back.')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: 'Your letter is coming back.' });
  await expect(row.getByText('Returned', { exact: true })).toBeVisible();
  await expect(row.getByText('Sent', { exact: true })).toHaveCount(0);
  await row.getByRole('button', { name: 'Where your letter is' }).click();
  await expect(page.getByText('What to do next').first()).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: /^Returned$/ })).toBeVisible();
  await expectAccessible(page);

  const pdf = page.getByRole('dialog', { name: 'Demand Letter PDF' });
  const mended = await answerWith(page, '/api/pdf/generate_secure_pdf.php', 'fail');
  await row.getByRole('button', { name: 'View Demand Letter' }).click();
  await expect(pdf.getByText(/We could not make the PDF/)).toBeVisible({ timeout: 20_000 });
  await expectAccessible(page);
  await mended();
  await pdf.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByTitle('Demand Letter PDF')).toBeVisible();
  const kept = page.waitForEvent('download');
  await pdf.getByRole('button', { name: 'Download the PDF' }).click();
  expect((await kept).suggestedFilename()).toMatch(/^letter_[0-9a-f]{24}\.pdf$/);
  await page.keyboard.press('Escape');
  await expect(pdf).toBeHidden();
  await expect(row.getByRole('button', { name: 'View Demand Letter' })).toBeFocused();
  await row.getByRole('button', { name: 'View Demand Letter' }).click();
  await expect(page.getByTitle('Demand Letter PDF')).toBeVisible();
  await page.mouse.click(3, 3);
  await expect(pdf).toBeHidden();
});

test('small-claims papers appear by themselves, open in a tab, and come as a file where the browser blocks the tab', async ({
  page,
  program,
}) => {
  await paidClaim(page, program, address, SMALL_CLAIMS);
  await page.goto('/court-documents');
  await expect(page.getByText(/^[1-9]\d* Documents?$/).first()).toBeVisible({ timeout: 40_000 });
  await page.getByRole('button', { name: 'View', exact: true }).first().click();
  const download = page.getByRole('button', { name: 'Download Statement of Claim' }).first();
  const text = await fileOf(page, program, '/api/user/download_court_document.php', () => download.click());
  expect(text).toContain("Zoë O'Brien-Núñez v. Park & Daughters LLC");

  const view = page.getByRole('button', { name: /^View .* in a new tab$/ }).first();
  const opened = page.context().waitForEvent('page');
  await view.click();
  await expect.poll(async () => (await opened).url()).toMatch(/^blob:/);
  await (await opened).close();

  await test.step('all of them as one file, and as a set to print', async () => {
    const all = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download all' }).click();
    expect((await all).suggestedFilename()).toBe('court-papers.pdf');
    const set = page.context().waitForEvent('page');
    await page.getByRole('button', { name: 'Print set' }).click();
    await expect.poll(async () => (await set).url()).toMatch(/^blob:/);
    await (await set).close();
  });

  await page.evaluate(() => (window.open = () => null));
  const saved = page.waitForEvent('download');
  await view.click();
  expect((await saved).suggestedFilename()).toMatch(/^document_[0-9a-f]{24}\.pdf$/);
  await expect(page.getByText(/did not open a new tab/)).toBeVisible();
  await expectAccessible(page);
});

test('a phone, which cannot frame a PDF, shows the pages of a letter and of a paper', async ({
  page,
  browser,
  program,
}) => {
  await paidClaim(page, program, address, SMALL_CLAIMS);
  const context = await browser.newContext({
    baseURL: program.url,
    hasTouch: true,
    isMobile: true,
    viewport: { width: 320, height: 640 },
  });
  await context.addCookies(cookies);
  const phone = await context.newPage();
  await phone.goto('/demand-letters');
  await phone.getByRole('button', { name: /^View/ }).first().click();
  const letter = phone.getByRole('img', { name: 'Page 1 of 3' });
  await expect(letter).toBeVisible();
  await expect(phone.getByRole('dialog')).toContainText("Zoë O'Brien-Núñez to Park & Daughters LLC");
  await expect.poll(() => letter.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1224);
  await expectAccessible(phone);
  await phone.goto('/court-documents');
  await expect(phone.getByText(/^[1-9]\d* Documents?$/).first()).toBeVisible({ timeout: 40_000 });
  await phone.getByRole('button', { name: 'View', exact: true }).first().click();
  await phone.getByRole('button', { name: 'View Statement of Claim' }).click();
  await expect(phone.getByRole('img', { name: /^Page 1 of/ })).toBeVisible();
  await context.close();
});

test('a button of the mail that asks for the money leads through signing in to its case; what came is kept and closes it', async ({
  page,
  program,
}) => {
  const { formSessionId, demandId } = await paidClaim(page, program, address);
  await claimSteps(page, program, formSessionId).decide('send_now');
  await posted(page, program, demandId);

  await page.context().clearCookies();
  await page.goto(`/case/${formSessionId}?paid=part`);
  await page.getByLabel('E-mail').fill(address);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('radio', { name: /^A part of it/ })).toBeChecked();
  await expectAccessible(page);

  await test.step('a calendar reads its days while it is open', async () => {
    await page.getByRole('button', { name: 'Make an address' }).click();
    const calendar = await page.getByRole('link', { name: 'Add to your calendar' }).getAttribute('href');
    const read = () => page.request.get(calendar ?? '').then((answer) => answer.text());
    expect(await read()).toContain('SUMMARY:Redress: day to pay by');
    await page.getByLabel('How much came').fill('100');
    await page.getByRole('button', { name: 'Keep this' }).click();
    await expect(page.getByRole('radio', { name: /^A part of it/ })).not.toBeChecked();
    await page.getByRole('radio', { name: /^Yes, all of it/ }).check();
    await page.getByRole('button', { name: 'Keep this' }).click();
    await expect(page.getByText('You reported that all the money came.')).toBeVisible();
    expect(await read()).not.toContain('VEVENT');
  });

  await test.step('no more reminders of one kind', async () => {
    await page.goto('/settings');
    const payBy = page.getByRole('switch', { name: 'The day to pay by in your letter' });
    await payBy.uncheck();
    await page.reload();
    await expect(payBy).not.toBeChecked();
  });
});

test('an offer to pay in parts becomes an agreement and a plan; days in court follow from what is typed, and the page of the hearing needs no network: on a small phone', async ({
  page,
  program,
}) => {
  const { formSessionId, demandId } = await paidClaim(page, program, address, FULL_TRIAL);
  await claimSteps(page, program, formSessionId).decide('send_now');
  await posted(page, program, demandId);
  const [year, month] = [new Date().getFullYear() + 1, 'January'];

  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto(`/case/${formSessionId}`);
  await page.getByText('Tell us what they answered').click();
  await page.getByRole('radio', { name: /^They pay in parts/ }).check();
  await page.getByLabel('How much each time').fill('500');
  await page.getByLabel('Day of the first of these payments').fill(`${year}-01-31`);
  await expect(page.getByText(/^That makes \d+ payments/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Keep this answer' }).click();
  await expect(page.getByText('They offered to pay in parts', { exact: true })).toBeVisible();

  const [agreement] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the agreement' }).click(),
  ]);
  expect(agreement.suggestedFilename()).toBe('agreement-1.pdf');

  await page.getByText('Tell us what they answered').click();
  await page.getByRole('radio', { name: /^We both signed/ }).check();
  const today = await page.evaluate(() => new Date().toLocaleDateString('sv'));
  await page.getByLabel('Day on which the last of you signed').fill(today);
  await page.getByRole('button', { name: 'Keep this answer' }).click();
  await expect(page.getByText('Wait for the next payment')).toBeVisible();
  await expect(page.getByText(`Until ${month} 31, ${year}.`)).toBeVisible();
  await expectAccessible(page);

  await test.step('days in court', async () => {
    await page.getByText('Type the days of the court').click();
    await page.getByLabel('Day of the hearing').fill(`${year}-12-25`);
    await expect(page.getByText(/^This is (?:Christmas Day|a Saturday or a Sunday)/)).toBeVisible();
    await page.getByLabel('Day of the hearing').fill(`${year}-03-10`);
    await page.getByLabel('Case number').fill('26-SC-1');
    await page.getByRole('button', { name: 'Keep these days' }).click();
    const days = page.getByRole('list', { name: 'Days that follow' });
    await expect(days.getByText(`Hearing: March 10, ${year}`)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('the page of the hearing, on a line that breaks', async () => {
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Open the page for your hearing' }).click();
    const hearing = await opened;
    await expect(hearing.getByText(`March 10, ${year} · Case number 26-SC-1`)).toBeVisible();
    await hearing.context().setOffline(true);
    await hearing.getByRole('button', { name: 'Start' }).press('Enter');
    await expect(hearing.getByRole('timer')).toHaveText(/^0:0[1-9]$/);
    await hearing.getByRole('button', { name: 'Pause' }).click();
    const saved = hearing.waitForEvent('download');
    await hearing.getByRole('button', { name: 'Save on this device' }).click();
    expect((await saved).suggestedFilename()).toBe('hearing.html');
    await hearing.context().setOffline(false);
    await expectAccessible(hearing);
  });
});
