import type { BrowserContext, Page } from '@playwright/test';
import { draftByApi, paidClaim, personByApi, registerByApi } from '../support/api-claim.ts';
import { logIn, mailedCode, mailsTo, PASSWORD } from '../support/people.ts';
import { expect, expectAccessible, test, untilSaid } from '../support/test.ts';

let address: string;
let cookies: Awaited<ReturnType<BrowserContext['cookies']>>;

test.beforeAll(async ({ browser, program }) => {
  ({ address, cookies } = await personByApi(browser, program, async (page, own) => {
    await draftByApi(page, program);
    return paidClaim(page, program, own);
  }));
});
const signedIn = (page: Page) => page.context().addCookies(cookies);

test('a wrong password is refused without saying more; the right one leads back; logging out closes the area', async ({
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
  await page.getByRole('button', { name: 'Log Out' }).first().click();
  await expect(page).not.toHaveURL(/\/billing/);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login/);
});

test('a forgotten password is set anew in three stages, and the new one works', async ({ page, program, browser }) => {
  const away = await browser.newContext({ baseURL: program.url });
  const own = await registerByApi(await away.newPage(), program);
  await away.close();
  const before = (await mailsTo(program, own)).length;
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Reset your password' })).toBeFocused();
  await expect(page).toHaveTitle(/^Reset your password/);
  await page.getByLabel('E-mail').fill(own);
  await page.getByRole('button', { name: 'Send the code' }).click();
  const ask = page.getByRole('dialog', { name: 'Enter the code' });
  const code = await mailedCode(program, own, before);
  const wrong = code === '000000' ? '111111' : '000000';
  await ask.getByLabel('Verification code').fill(wrong);
  await ask.getByRole('button', { name: 'Check the code' }).click();
  await expect(ask.getByText('Invalid verification code').first()).toBeVisible();
  await expectAccessible(page);
  await ask.getByLabel('Verification code').fill(code);
  await ask.getByRole('button', { name: 'Check the code' }).click();
  const choose = page.getByRole('dialog', { name: 'Choose a new password' });
  await choose.getByRole('textbox', { name: 'New password', exact: true }).fill('a new horse battery');
  await choose.getByRole('textbox', { name: 'Type the new password again' }).fill('a new horse');
  await choose.getByRole('button', { name: 'Set the new password' }).click();
  await expect(choose.getByText('Passwords do not match').first()).toBeVisible();
  await choose.getByRole('textbox', { name: 'Type the new password again' }).fill('a new horse battery');
  await untilSaid(page, 'Your password is changed. You can log in now.', () =>
    choose.getByRole('button', { name: 'Set the new password' }).click(),
  );
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
  const save = () => page.getByRole('button', { name: 'Save Changes' }).click();
  await untilSaid(page, 'Settings saved successfully!', save);
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
