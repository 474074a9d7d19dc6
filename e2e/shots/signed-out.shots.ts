import { registerByApi } from '../support/api-claim.ts';
import { describeClaim, describeClaimant, describeDefendant, goOn } from '../support/claim.ts';
import { mailedCode, newAddress, PASSWORD } from '../support/people.ts';
import { expect, test } from '../support/test.ts';
import { shootNarrow, shootScreen, shootState } from './shoot.ts';

test('signing in and getting a new password', async ({ page, program, browser }) => {
  test.setTimeout(300_000);
  const away = await browser.newContext({ baseURL: program.url });
  const address = await registerByApi(await away.newPage(), program);
  await away.close();
  for (const name of [
    'login',
    'forgot-password',
    'prices',
    'how-it-works',
    'help',
    'terms',
    'privacy',
    'no-such-page',
  ]) {
    await page.goto(`/${name}`);
    await shootScreen(page, name);
  }
  await page.goto('/login?return=%2Fbilling');
  await page.getByLabel('E-mail').fill(address);
  await page.getByRole('textbox', { name: 'Password' }).fill('not the password');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await shootState(page, 'login-refused');
  await page.goto('/forgot-password');
  await page.getByLabel('E-mail').fill(address);
  await page.getByRole('button', { name: 'Send the code' }).click();
  const ask = page.getByRole('dialog', { name: 'Enter the code' });
  await expect(ask).toBeVisible();
  await shootState(page, 'forgot-password-code');
  await ask.getByLabel('Verification code').fill(await mailedCode(program, address, 1));
  await ask.getByRole('button', { name: 'Check the code' }).click();
  await expect(page.getByRole('dialog', { name: 'Choose a new password' })).toBeVisible();
  await shootState(page, 'forgot-password-new');
});

test('the steps of the wizard between the pictures of the tour', async ({ page, program }) => {
  test.setTimeout(600_000);
  await page.goto('/');
  await goOn(page);
  await expect(page.getByText('Please select a category before continuing!').first()).toBeVisible();
  await shootState(page, 'first-screen-refused');
  await describeClaim(page);
  const gate = page.getByRole('dialog', { name: 'Save Your Progress' });
  await expect(gate).toBeVisible();
  const address = newAddress();
  await gate.getByLabel('E-mail').fill(address);
  await gate.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await gate.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('dialog', { name: 'Email Verification' })).toBeVisible();
  await shootState(page, 'account-gate-code');
  await page
    .getByRole('dialog')
    .getByLabel('Verification code')
    .fill(await mailedCode(program, address));
  await page.getByRole('dialog').getByRole('button', { name: 'Verify' }).click();
  const next = (name: string | RegExp) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await next('Who are you filing this claim as?');
  await shootScreen(page, 'claimant');
  await page.getByRole('radio', { name: 'Person' }).check();
  await goOn(page);
  await next('Fill in your personal information');
  await goOn(page);
  await shootState(page, 'claimant-details-refused');
  await page.goto('/?step=2.0');
  await describeClaimant(page);
  await next('Who are you filing this claim against?');
  await shootScreen(page, 'defendant');
  await describeDefendant(page);
  await next('Here is where you tell us what happened');
  await page.getByLabel('What happened').fill('I lent them $1,250.50 on March 2. They did not pay it back.');
  await goOn(page);
  await next(/How did you calculate/);
  const help = page.getByRole('banner').getByRole('link', { name: 'Help' });
  await help.click();
  await expect(page.getByRole('dialog', { name: 'How you counted the amount' })).toBeVisible();
  await shootState(page, 'help-with-a-step');
  await page.keyboard.press('Escape');
  await expect(help).toBeFocused();
  await shootScreen(page, 'calculation');
  await page.setViewportSize({ width: 375, height: 800 });
  await page.getByRole('button', { name: 'See your letter so far' }).click();
  await expect(page.getByRole('dialog').getByText('Dear Park & Daughters LLC,')).toBeVisible();
  await shootNarrow(page, 'letter-so-far');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByLabel('How you calculated it').fill('The loan of $1,250.50; nothing was paid back.');
  await goOn(page);
  await next('How would you like to get paid?');
  await shootScreen(page, 'payout');
  await page.goto('/?step=3.1');
  await next('Fill in their business information');
  await shootScreen(page, 'defendant-details');
  await page.goto('/?step=4.3');
  await next("Let's get your signature");
  await shootState(page, 'signature-empty');
  await page.getByRole('radio', { name: 'Type' }).check();
  await page.getByLabel('Type your full name').fill('Maximiliana Wolfeschlegelsteinhausenbergerdorff');
  await shootState(page, 'signature-typed');
});
