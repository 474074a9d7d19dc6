import type { BrowserContext, Page } from '@playwright/test';
import { draftByApi, paidClaim, registerByApi } from '../support/api-claim.ts';
import { logIn, mailedCode, mailsTo, PASSWORD } from '../support/people.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

let address: string;
let cookies: Awaited<ReturnType<BrowserContext['cookies']>>;

test.beforeAll(async ({ browser, program }) => {
  const context = await browser.newContext({ baseURL: program.url });
  const page = await context.newPage();
  address = await registerByApi(page, program);
  await paidClaim(page, program, address);
  await draftByApi(page, program);
  cookies = await context.cookies();
  await context.close();
});
const signedIn = (page: Page) => page.context().addCookies(cookies);

test('a wrong password is refused without saying more; the right one leads back to where one wanted to go', async ({
  page,
}) => {
  await page.goto('/billing');
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel('E-mail').fill(address);
  await page.getByRole('textbox', { name: 'Password' }).fill('not the password');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(/\/billing$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
});

test('a forgotten password is set anew in three stages, and the new one works', async ({ page, program, browser }) => {
  const away = await browser.newContext({ baseURL: program.url });
  const own = await registerByApi(await away.newPage(), program);
  await away.close();
  const before = (await mailsTo(program, own)).length;
  await page.goto('/forgot-password');
  await page.getByLabel('E-mail').fill(own);
  await page.getByRole('button', { name: 'Send the code' }).click();
  const ask = page.getByRole('dialog', { name: 'Enter the code' });
  const code = await mailedCode(program, own, before);
  const wrong = code === '000000' ? '111111' : '000000';
  await ask.getByLabel('Verification code').fill(wrong);
  await ask.getByRole('button', { name: 'Check the code' }).click();
  await expect(
    ask
      .getByText(/code/i)
      .filter({ hasText: /invalid|wrong|not right|expired/i })
      .first(),
  ).toBeVisible();
  await expectAccessible(page);
  await ask.getByLabel('Verification code').fill(code);
  await ask.getByRole('button', { name: 'Check the code' }).click();
  const choose = page.getByRole('dialog', { name: 'Choose a new password' });
  await choose.getByRole('textbox', { name: 'New password', exact: true }).fill('a new horse battery');
  await choose.getByRole('textbox', { name: 'Type the new password again' }).fill('a new horse');
  await choose.getByRole('button', { name: 'Set the new password' }).click();
  await expect(choose.getByText('Passwords do not match').first()).toBeVisible();
  await choose.getByRole('textbox', { name: 'Type the new password again' }).fill('a new horse battery');
  await choose.getByRole('button', { name: 'Set the new password' }).click();
  await expect(page.getByText('Your password is changed. You can log in now.')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, own, 'a new horse battery');
});

test('settings are kept, and another device can be signed out from here', async ({ page, program, browser }) => {
  const elsewhere = await browser.newContext({ baseURL: program.url });
  const there = await elsewhere.newPage();
  await logIn(there, address);
  await signedIn(page);
  await page.goto('/settings');
  await page.getByLabel('First name').fill('Zoë');
  await page.getByLabel('Last name').fill('Núñez');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Settings saved successfully!')).toBeVisible();
  await expect(page.getByText(/^Welcome, Zoë/)).toBeVisible();

  const others = page.getByRole('button', { name: /^Sign out / });
  await expect(others.first()).toBeVisible();
  for (let left = await others.count(); left > 0; left -= 1) {
    await others.first().click();
    await expect(others).toHaveCount(left - 1);
  }
  await expect(page.getByText('You are signed in on this device only.')).toBeVisible();

  // Its session has ended on the server while it stood on a list.
  await there.getByRole('link', { name: 'Demand Letters' }).first().click();
  await expect(there).toHaveURL(/\/login/);
  await expect(there.getByText(/You are signed out/)).toBeVisible();
  await there.getByLabel('E-mail').fill(address);
  await there.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await there.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(there).toHaveURL(/\/demand-letters$/);
  await elsewhere.close();
});

test('alerts: the bell counts, DONE takes one away for good', async ({ page }) => {
  await signedIn(page);
  await page.goto('/dashboard');
  const bell = page.getByRole('button', { name: /^Alerts, \d+ new$/ });
  await bell.click();
  const panel = page.getByRole('complementary', { name: 'Alert' });
  const done = panel.getByRole('button', { name: /^DONE/ });
  await expect(done.first()).toBeVisible();
  await expectAccessible(page);
  const count = await done.count();
  await done.first().click();
  await expect(done).toHaveCount(count - 1);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await page.reload();
  await page.getByRole('button', { name: /^Alerts/ }).click();
  await expect(panel).toBeVisible();
  await expect(panel.getByRole('button', { name: /^DONE/ })).toHaveCount(count - 1);
});

test('search finds one’s own letter and goes there; logging out closes the area', async ({ page }) => {
  await signedIn(page);
  await page.goto('/dashboard');
  const box = page.getByRole('searchbox', { name: 'Search your claims' });
  await box.fill('Daughters');
  await box.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: /\d+ results?/ })).toBeVisible();
  await expectAccessible(page);
  await page
    .getByRole('link')
    .filter({ has: page.getByText('Letter', { exact: true }) })
    .first()
    .click();
  await expect(page).toHaveURL(/\/(demand-letters|result)/);
  await page.context().clearCookies();
  await logIn(page, address);
  await page.getByRole('button', { name: 'Log Out' }).first().click();
  await expect(page).not.toHaveURL(/\/dashboard/);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login/);
});

test('on a phone the menu opens, leads on, and nothing is wider than the screen', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 720 });
  await signedIn(page);
  await page.goto('/dashboard');
  const menu = page.getByRole('button', { name: /menu/i }).first();
  await menu.click();
  await page.getByRole('navigation', { name: 'Your account' }).getByRole('link', { name: 'Orders' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
  for (const url of ['/dashboard', '/billing', '/demand-letters', '/settings']) {
    await page.goto(url);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, url).toBeLessThanOrEqual(375);
  }
});

test('signing in through the provider’s window', async ({ page }) => {
  await page.goto('/login');
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  const popup = await opened;
  await popup.getByLabel('Email', { exact: true }).fill(`federated.${Date.now()}@example.com`);
  await popup.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});
