import type { Page } from '@playwright/test';
import { personByApi, registerByApi } from '../support/api-claim.ts';
import { describeClaim } from '../support/claim.ts';
import { mailedCode, mailsTo, newAddress, PASSWORD } from '../support/people.ts';
import { expect, expectAccessible, expectNoise, test } from '../support/test.ts';

let address: string;
test.beforeAll(async ({ browser, program }) => {
  ({ address } = await personByApi(browser, program));
});

const logInButton = (page: Page) => page.getByRole('button', { name: 'Log in', exact: true });
async function fillLogin(page: Page, password = PASSWORD): Promise<void> {
  await page.getByLabel('E-mail').fill(address);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
}
async function signInAtProvider(popup: Page, email = `federated.${Date.now()}@example.com`): Promise<void> {
  await popup.getByLabel('Email', { exact: true }).fill(email);
  await popup.getByRole('button', { name: 'Sign in' }).click();
}

test('the gate: what is refused is said beside its field; a code wrong five times is closed, a new one works', async ({
  page,
  program,
}) => {
  const own = newAddress();
  await page.goto('/?step=1.3');
  const gate = page.getByRole('dialog', { name: 'Save Your Progress' });
  const create = gate.getByRole('button', { name: 'Create account' });
  await create.click();
  await expect(gate.getByText('Email and password fields cannot be empty').first()).toBeVisible();
  await expectAccessible(page);
  await gate.getByLabel('E-mail').fill('zoe@example');
  await gate.getByRole('textbox', { name: 'Password' }).fill('12345');
  await create.click();
  await expect(gate.getByText('Please enter a valid email address').first()).toBeVisible();
  await expect(gate.getByText('Password must be at least 6 characters').first()).toBeVisible();

  await gate.getByLabel('E-mail').fill(address);
  await expect(gate.getByText(/^Looks like you already have an account/)).toBeVisible();
  await expectAccessible(page);
  await gate.getByLabel('E-mail').fill(own);
  await expect(gate.getByText(/^Looks like you already have an account/)).toBeHidden();
  await gate.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await create.dblclick();

  const verification = page.getByRole('dialog', { name: 'Email Verification' });
  const field = verification.getByLabel('Verification code');
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await verification.getByRole('button', { name: 'Verify' }).click();
  await expect(verification.getByText('Verification code field cannot be empty')).toBeVisible();
  const code = await mailedCode(program, own);
  expect(await mailsTo(program, own), 'one click, one mail').toHaveLength(1);
  await page.reload();
  await expect(verification.getByText(`We sent a 6-digit code to ${own}.`)).toBeVisible();
  const wrong = code === '000000' ? '111111' : '000000';
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await field.fill(wrong);
    const refused = page.waitForResponse('**/verify.php');
    await verification.getByRole('button', { name: 'Verify' }).click();
    await refused;
    await expect(field).toHaveAccessibleDescription(/Invalid verification code|Too many wrong codes/);
  }
  await field.fill(code);
  await verification.getByRole('button', { name: 'Verify' }).click();
  await expect(field).toHaveAccessibleDescription(/Too many wrong codes\. Ask for a new one\./);
  await expectAccessible(page);

  await test.step('help with a missing code is shown, and the newest code works', async () => {
    await verification.getByRole('button', { name: 'Resend' }).click();
    await expect(verification.getByText('A new code is on its way.')).toBeVisible();
    await verification.getByText('No e-mail yet?').click();
    await expectAccessible(page);
    const newest = await mailedCode(program, own, 1);
    // As people copy it, with a space in the middle.
    await field.fill(`${newest.slice(0, 3)} ${newest.slice(3)}`);
    await verification.getByRole('button', { name: 'Verify' }).click();
    await expect(verification).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: 'Who are you filing this claim as?' })).toBeVisible();
  });
});

test('the provider’s window from the gate: after closing it a message is shown, after signing in the claim continues', async ({
  page,
}) => {
  await describeClaim(page);
  const gate = page.getByRole('dialog', { name: 'Save Your Progress' });
  const google = gate.getByRole('button', { name: 'Continue with Google' });
  const first = page.waitForEvent('popup');
  await google.click();
  await expect(gate.getByText('Finish signing in in the other window.')).toBeVisible();
  await (await first).close();
  await expect(gate.getByText(/^The sign-in window was closed/)).toBeVisible();
  await expectAccessible(page);
  const second = page.waitForEvent('popup');
  await google.click();
  await signInAtProvider(await second);
  await expect(page.getByRole('heading', { level: 1, name: 'Who are you filing this claim as?' })).toBeVisible();
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  await page.goto('/?step=1.2');
  await expect(page.getByLabel('How much are you owed?')).toHaveValue('1250.50');
});

test('a window the browser blocks: the whole page goes to the provider and comes back to where one was', async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.goto('/login?return=%2Fbilling');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await signInAtProvider(page);
  await expect(page).toHaveURL(/\/billing$/);
});

test('a window cut off from ours by its own policy still signs in', async ({ page }) => {
  // What COOP does: the opener sees a closed window and gets no message, while somebody is typing in it.
  await page.addInitScript(() => {
    if (window.opener) Object.defineProperty(window, 'opener', { value: null });
    const open = window.open.bind(window);
    window.open = (...parts) => (open(...parts), { closed: true } as Window);
  });
  await page.goto('/login');
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  const popup = await opened;
  await expect(page.getByText(/^The sign-in window was closed/)).toBeVisible();
  await signInAtProvider(popup);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('signing in never leads to a foreign address', async ({ page, program }) => {
  await page.goto('/login');
  await fillLogin(page);
  await logInButton(page).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  for (const foreign of [
    '//evil.example',
    'https://evil.example/',
    '/\\evil.example',
    'javascript:alert(1)',
    '/unknown',
  ]) {
    await page.goto(`/login?return=${encodeURIComponent(foreign)}`);
    await expect(page, foreign).toHaveURL(`${program.url}/dashboard`);
  }
});

test('one log-in for two clicks on a slow line; a lost line says so; password managers know every field', async ({
  page,
  browser,
  program,
}) => {
  expectNoise(page);
  await page.goto('/login');
  await expect(page.getByLabel('E-mail')).toHaveAttribute('autocomplete', 'username');
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveAttribute('autocomplete', 'current-password');
  await logInButton(page).click();
  await expect(page.getByText('Email and password fields cannot be empty').first()).toBeVisible();
  await expectAccessible(page);

  await fillLogin(page);
  // The busy form is looked at in a call that fails: how long that takes must not decide whether another one succeeds.
  let lose: () => void = () => undefined;
  const lost = new Promise<void>((resolve) => (lose = resolve));
  await page.route('**/api/login.php', async (route) => {
    await lost;
    await route.abort();
  });
  await logInButton(page).click();
  await expect(page.getByRole('button', { name: 'Logging in...' })).toBeVisible();
  await expectAccessible(page);
  lose();
  await expect(page.getByRole('alert')).toContainText('An error occurred during login');
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveValue(PASSWORD);
  await page.unroute('**/api/login.php');

  let asked = 0;
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/login.php', async (route) => {
    asked += 1;
    await held;
    await route.continue();
  });
  await logInButton(page).dblclick();
  await expect(page.getByRole('button', { name: 'Logging in...' })).toBeVisible();
  release();
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(asked).toBe(1);

  // A second browser context: in this one a late answer 401 may set the state "session ended", which opens the log-in form.
  const context = await browser.newContext({ baseURL: program.url });
  const stranger = await context.newPage();
  await stranger.goto('/?step=1.3');
  const gate = stranger.getByRole('dialog');
  await expect(gate.getByLabel('E-mail')).toHaveAttribute('autocomplete', 'username');
  await expect(gate.getByRole('textbox', { name: 'Password' })).toHaveAttribute('autocomplete', 'new-password');
  await gate.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(gate.getByRole('textbox', { name: 'Password' })).toHaveAttribute('autocomplete', 'current-password');
  await expectAccessible(stranger);
  await context.close();

  await page.goto('/forgot-password');
  await page.getByRole('button', { name: 'Send the code' }).click();
  await expect(page.getByText('Please enter your email address').first()).toBeVisible();
  await expectAccessible(page);
});

test('a page of another account than the last one here is left without a failure', async ({ page, program }) => {
  for (let person = 1; person <= 2; person += 1) {
    await registerByApi(page, program);
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: 'Your cases' })).toBeVisible();
  }
});
