import { buffer, text } from 'node:stream/consumers';
import type { BrowserContext } from '@playwright/test';
import { answerWith } from '../support/answers.ts';
import {
  callApi,
  draftByApi,
  openWithClaim,
  paidClaim,
  personByApi,
  registerByApi,
  SMALL_CLAIMS,
} from '../support/api-claim.ts';
import { repeatClaim } from '../support/database.ts';
import { watchLayoutShifts } from '../support/layout-shift.ts';
import { PASSWORD } from '../support/people.ts';
import { pdfText } from '../support/pdf.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

let address: string;
let paidId: string;
let cookies: Awaited<ReturnType<BrowserContext['cookies']>>;

test.beforeAll(async ({ browser, program }) => {
  ({ address, cookies, paidId } = await personByApi(browser, program, async (page, own) => {
    await draftByApi(page, program);
    return { paidId: (await paidClaim(page, program, own, SMALL_CLAIMS)).formSessionId };
  }));
});
test.beforeEach(async ({ page }) => {
  await page.context().addCookies(cookies);
});

/** Every list: where it stands, what fills it, what it is when there is nothing. */
const LISTS = [
  {
    path: '/dashboard',
    call: '/api/sessions/get_active_sessions.php',
    nothing: { message: '', sessions: [], total: 0 },
    says: 'No active sessions found.',
  },
  {
    path: '/completed-sessions',
    call: '/api/sessions/get_active_sessions.php',
    nothing: { message: '', sessions: [], total: 0 },
    says: 'No finished cases yet.',
  },
  {
    path: '/demand-letters',
    call: '/api/users/get_user_demands.php',
    nothing: { message: '', data: [], total: 0 },
    says: 'No demand letters found. Create your first one!',
  },
  {
    path: '/court-documents',
    call: '/api/user/get_court_documents.php',
    nothing: { message: '', demands: [], csrf_token: 'a'.repeat(64) },
    says: 'No court documents found.',
  },
  {
    path: '/billing',
    call: '/api/billing/get_user_payments.php',
    nothing: {
      message: '',
      data: { payments: [], statistics: { total_payments: 0, total_amount: 0, formatted_total_amount: '$0.00' } },
    },
    says: 'No payment history found.',
  },
];

test('every list waits, is empty, fails and is tried again, and leads through signing in back to itself', async ({
  page,
}) => {
  test.setTimeout(150_000);
  const table = page.getByRole('table');
  for (const [index, { path, call, nothing, says }] of LISTS.entries()) {
    // All lists use one table component, so its states and the way back are checked once.
    const isFirst = index === 0;
    await test.step(path, async () => {
      const arrives = await answerWith(page, call, 'hold');
      await page.goto(path);
      await expect(page.locator('table[aria-busy="true"]')).toBeVisible();
      await arrives();
      await expect(table.getByRole('rowheader').first()).toBeVisible();

      const works = await answerWith(page, call, 'fail');
      await page.reload();
      const again = page.getByRole('alert').getByRole('button', { name: 'Try again' });
      await expect(again).toBeVisible({ timeout: 20_000 });
      await expect(page.getByText('Reference number: e2e00000')).toBeVisible();
      if (isFirst) await expectAccessible(page);
      await works();
      await again.click();
      await expect(table.getByRole('rowheader').first()).toBeVisible();

      const full = await answerWith(page, call, { answer: nothing });
      await page.reload();
      await expect(page.getByText(says)).toBeVisible();
      if (isFirst) await expectAccessible(page);
      await full();

      const known = await answerWith(page, call, 'signed-out');
      await page.reload();
      await expect(page).toHaveURL(new RegExp(`/login\\?return=${encodeURIComponent(path)}$`));
      await known();
      if (!isFirst) return;
      await page.getByLabel('E-mail').fill(address);
      await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Log in', exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`${path}$`));
      cookies = await page.context().cookies();
      await expect(table.getByRole('rowheader').first()).toBeVisible();
    });
  }
});

for (const width of [1280, 375, 320]) {
  test(`nothing moves by itself on any way through the signed-in area, however late the answers are: ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const shifts = await watchLayoutShifts(page);
    // After the half second following a press, in which the browser counts no layout shift.
    await page.route(/\/api\//, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 650));
      await route.continue();
    });
    await page.goto('/dashboard');
    const area = page.getByRole('navigation', { name: 'Your account' });
    const arrived = async (name: string) => {
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
    };
    await arrived('Your cases');
    await page.evaluate(() => document.fonts.ready);
    expect(await shifts()).toEqual([]);
    // The frame alone is held at 320 px: two lists have another height there than what stands for them.
    if (width === 320) return;
    for (const [link, heading] of [
      ['Completed Sessions', 'Completed Sessions'],
      ['Demand Letters', 'Demand Letters'],
      ['Court Documents', 'Court Documents'],
      ['Orders', 'Orders'],
      ['Settings', 'Settings'],
      ['Home', 'Your cases'],
      ['Demand Letters', 'Demand Letters'],
    ] as const) {
      if (width < 1024) await page.getByRole('button', { name: /menu/i }).first().click();
      await area.getByRole('link', { name: link, exact: true }).click();
      await arrived(heading);
      await expect(page.getByRole('main')).not.toContainText('Loading');
    }
    await page.goBack();
    await arrived('Your cases');
    await page.goForward();
    await arrived('Demand Letters');
    await page.getByRole('button', { name: 'Change this letter' }).first().click();
    await expect(page.getByRole('textbox', { name: 'Text of the letter' })).toBeVisible();
    expect(await shifts()).toEqual([]);
  });
}

test('the board says where each case is and leads on: to the letter in its window, and to the payment of a draft', async ({
  page,
}) => {
  await page.goto('/dashboard');
  const cases = page.getByRole('list', { name: 'Your cases' });
  const title = 'Park & Daughters LLC owes you $1,250.50';
  await expect(cases.getByRole('heading', { name: title }).first()).toBeVisible();
  await cases
    .getByRole('button', { name: `Pay: ${title}` })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pay for your letter' })).toBeVisible();
  // The address follows the screen; it would end the way back.
  await expect(page).toHaveURL(/step=5\.1/);
  await page.goto('/dashboard');
  await cases
    .getByRole('button', { name: `See your letter: ${title}` })
    .first()
    .click();
  await expect(page.getByRole('textbox', { name: 'Text of the letter' })).toHaveValue(/Park & Daughters LLC/);
});

test('orders: the receipt is a PDF with what was paid', async ({ page, program }) => {
  await page.goto('/billing');
  const receipt = page.getByRole('button', { name: /^Download the receipt for Small Claims/ });
  const kept = page.waitForEvent('download');
  await receipt.first().click();
  const file = await kept;
  expect(file.suggestedFilename()).toMatch(/\.pdf$/);
  const { data } = await callApi<{ data: { payments: { formatted_amount: string }[] } }>(
    page,
    program,
    '/api/billing/get_user_payments.php',
  );
  expect(await pdfText(await buffer(await file.createReadStream()))).toContain(
    data.payments[0]?.formatted_amount ?? 'no payment',
  );

  const broken = await answerWith(page, '/api/billing/receipt', 'fail');
  await receipt.first().click();
  await expect(page.getByText(/could not/).last()).toBeVisible({ timeout: 20_000 });
  await expectAccessible(page);
  await broken();
});

test('a claim is deleted by keyboard alone, and taken back', async ({ page, program }) => {
  await draftByApi(page, program);
  await page.goto('/dashboard');
  const rows = page.getByRole('table').getByRole('rowheader');
  await expect(rows.first()).toBeVisible();
  const before = await rows.count();
  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Delete this case?' });
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Delete/ }).first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toBeVisible();
  for (let presses = 0; presses < 5; presses += 1) {
    await page.keyboard.press('Tab');
    if (await question.getByRole('button', { name: 'Delete' }).evaluate((it) => it === document.activeElement)) break;
  }
  await expect(question.getByRole('button', { name: 'Delete' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Case deleted.')).toBeVisible();
  await expect(rows).toHaveCount(before - 1);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your case is back.')).toBeVisible();
  await expect(rows).toHaveCount(before);
});

/** Of the longest list in an answer. */
const longestList = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0;
  return Math.max(Array.isArray(value) ? value.length : 0, ...Object.values(value).map(longestList));
};

// How long each list takes is measured by `npm run bench:scale`.
test('an account with 5,000 claims, letters and payments is given a page of each list, and asks for the next', async ({
  page,
  program,
}) => {
  await repeatClaim(program, paidId, 5_000);
  for (const { path, call } of LISTS) {
    await test.step(path, async () => {
      const answered = page.waitForResponse((response) => response.url().includes(call));
      await page.goto(path);
      await expect(page.getByRole('table').getByRole('rowheader').first()).toBeVisible();
      expect(longestList(await (await answered).json()), 'rows in the answer').toBeLessThanOrEqual(50);
      const drawn = await page.getByRole('table').first().getByRole('rowheader').count();
      expect(drawn, 'rows drawn at once').toBeLessThanOrEqual(50);
    });
  }
  await expect(page.getByText('Showing last 50 payments')).toBeVisible();
  await page.getByText('Show the numbers').click();
  await expect(page.getByRole('table', { name: 'Paid over time' }).getByRole('row')).toHaveCount(7);
  await page.goto('/demand-letters');
  await expect(page.getByText('Showing 1 to 20 of 5001 letters')).toBeVisible();
  const next = page.waitForRequest(/get_user_demands\.php\?(.*&)?page=2(&|$)/);
  await page.getByRole('button', { name: 'Next' }).click();
  await next;
  await expect(page.getByText('Showing 21 to 40 of 5001 letters')).toBeVisible();
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(page.getByText('Showing 1 to 20 of 5001 letters')).toBeVisible();
});

test('one’s data can be had as a file, and the account deleted for good', async ({ page, program, browser }) => {
  const own = await browser.newContext({ baseURL: program.url });
  const there = await own.newPage();
  const mine = await registerByApi(there, program);
  const { formSessionId } = await paidClaim(there, program, mine);
  await there.goto('/settings');
  const kept = there.waitForEvent('download');
  await there.getByRole('button', { name: 'Download my data' }).click();
  expect(await text(await (await kept).createReadStream())).toContain(formSessionId);

  await there.getByRole('button', { name: 'Delete my account' }).click();
  const question = there.getByRole('dialog', { name: 'Delete your account?' });
  await question.getByRole('textbox', { name: 'Your password' }).fill(PASSWORD);
  await question.getByLabel('Type DELETE to confirm').fill('delete');
  await question.getByRole('button', { name: 'Delete my account for good' }).click();
  await expect(question.getByText('Type DELETE to confirm').nth(1)).toBeVisible();
  await expectAccessible(there);
  await question.getByLabel('Type DELETE to confirm').fill('DELETE');
  await question.getByRole('button', { name: 'Delete my account for good' }).click();
  // The letter is paid for and not posted: its owner chooses between posting and refund.
  await question.getByText('Give me my money back').click();
  await question.getByRole('button', { name: 'Delete my account for good' }).click();
  await expect(there.getByText('Your account is deleted.')).toBeVisible();
  await there.goto('/dashboard');
  await expect(there).toHaveURL(/\/login/);
  await own.close();
  await openWithClaim(page, '/result', formSessionId);
  await expect(page).not.toHaveURL(/\/result/);
});
