import { execFileSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import { claimSteps, paidClaim, registerByApi } from '../support/api-claim.ts';
import { select } from '../support/database.ts';
import { lookAtCases, MOVABLE, startAt } from '../support/moved-clock.ts';
import { logIn, mailsTo } from '../support/people.ts';
import { startProgram, type Program } from '../support/program.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

const DAY_MS = 86_400_000;
const EVENTS = 58;
let program: Program;
let page: Page;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000);
  program = await startProgram(MOVABLE);
  page = await browser.newPage({ baseURL: program.url });
});
test.afterAll(async () => {
  await page.context().close();
  await program.stop();
});

async function mailedClaim(address: string): Promise<string> {
  const { formSessionId } = await paidClaim(page, program, address);
  await claimSteps(page, program, formSessionId).decide('send_now');
  const mailed = `select 1 from claims.mailing m join claims.letter l on l.id = m.letter_id where l.form_session_id = $1 and m.state <> 'waiting'`;
  await expect.poll(async () => (await select(program, mailed, [formSessionId])).length, { timeout: 60_000 }).toBe(1);
  return formSessionId;
}
const openSum = () => page.locator('dt', { hasText: 'Still open' }).locator('xpath=following-sibling::dd[1]');

/** Text of the paper that a button downloads. */
async function printed(button: string): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  return execFileSync('pdftotext', ['-layout', await (await download).path(), '-'], { encoding: 'utf8' }).replaceAll(
    /\s+/g,
    ' ',
  );
}

test('a part and then the rest, as the mail on the day after the last one asks', async () => {
  test.setTimeout(180_000);
  const address = await registerByApi(page, program);
  const formSessionId = await mailedClaim(address);
  const [row] = await select<{ day: string }>(program, 'select max(pay_by)::text as day from claims.letter_version');
  await startAt(program, Date.parse(`${row?.day}T18:00:00Z`) + DAY_MS);
  await lookAtCases(program);
  const asked = async () => (await mailsTo(program, address)).filter(({ subject }) => subject.startsWith('Did Park'));
  await expect.poll(async () => (await asked()).length, { timeout: 60_000 }).toBe(1);
  const link = /\S+\?paid=part/.exec((await asked())[0]?.text ?? '')?.[0] ?? '';
  expect(link).toContain(`/case/${formSessionId}`);

  await logIn(page, address);
  await page.goto(link);
  await expect(page.getByRole('radio', { name: /A part of it/ })).toBeChecked();
  await page.getByLabel('How much came').fill('250.50');
  await page.getByRole('button', { name: 'Keep this' }).click();
  await expect(openSum()).toHaveText('$1,000.00');
  expect(await printed('Download a letter of balance')).toContain('Please pay the balance of $1,000.00');
  await page.getByRole('radio', { name: /Yes, all of it/ }).check();
  await page.getByRole('button', { name: 'Keep this' }).click();
  await expect(page.getByText('You reported that all the money came.')).toBeVisible();
  await expect(openSum()).toHaveText('$0.00');
  expect(await printed('Download a receipt')).toContain('Nothing is left to pay');
  expect(await asked()).toHaveLength(1);
});

test('a case of sixty events is read on a phone, with large text and by keyboard, and closed with its last payment', async () => {
  test.setTimeout(180_000);
  const address = await registerByApi(page, program);
  const formSessionId = await mailedClaim(address);
  await select(
    program,
    `insert into claims.case_report (form_session_id, no, id, kind, cents, day, created_at)
     select $1, n, lpad(n::text, 24, '0'), 'part', 1000, current_date - 60 + n, f.created_at + n * interval '1 minute'
     from claims.form_session f cross join generate_series(1, $2::int) n where f.id = $1`,
    [formSessionId, EVENTS],
  );
  await page.goto(`/case/${formSessionId}`);
  await expect(openSum()).toHaveText('$670.50');
  await expect(page.getByRole('list', { name: 'What you reported' }).getByRole('listitem')).toHaveCount(8);
  await expectAccessible(page);
  for (const [width, percent] of [
    [1280, 100],
    [375, 100],
    [320, 100],
    [320, 200],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate((size) => (document.documentElement.style.fontSize = `${size}%`), percent);
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(await wide(), `${width} px at ${percent} %`).toBeLessThanOrEqual(0);
    await page.screenshot({ path: test.info().outputPath(`case-${width}-${percent}.png`), fullPage: true });
  }
  await expect(page.getByText('You began this case')).toBeHidden();
  const earlier = page.getByText(/^Show \d+ earlier events$/);
  await earlier.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('You began this case')).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath('case-open.png'), fullPage: true });
  await page.getByRole('radio', { name: /Yes, all of it/ }).check();
  await page.getByRole('button', { name: 'Keep this' }).click();
  await expect(page.getByText('You reported that all the money came.')).toBeVisible();
  await expect(page.locator('dd', { hasText: '$1,250.50' }).first()).toBeVisible();
});
