import type { Browser, Page } from '@playwright/test';
import { buildVariant, release, removeVariant } from '../support/builds.ts';
import type { Program } from '../support/program.ts';
import { expect, expectAccessible, expectNoise, test } from '../support/test.ts';

/** Opens the console and signs in with the provider, as one of its accounts. */
async function signIn(page: Page, program: Program, email: string, view = ''): Promise<void> {
  await page.goto(`${program.consoleUrl()}/${view}`);
  await page.getByRole('button', { name: /^Sign in with / }).click();
  await page.getByRole('button', { name: `Continue as ${email}` }).click();
  await expect(page.getByRole('button', { name: 'Leave' })).toBeVisible();
}
/** A second browser context, signed in as another operator of the sandbox's provider. */
async function another(browser: Browser, program: Program, email: string, view = ''): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, program, email, view);
  return page;
}
/** Asks the service as the page's own person. */
const ask = (page: Page, call: string, body: object) =>
  page.evaluate(
    async ([route, text]) => {
      const answer = await fetch(route!, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-redress-console': '1' },
        body: text!,
      });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    },
    [call, JSON.stringify(body)],
  );
const holder = (program: Program, ...args: string[]) => release(program, ...args, '--as', 'key-holder');

test.beforeEach(({ page }) => expectNoise(page));

test('two people promote: the console asks another person, whichever way they come', async ({
  page,
  browser,
  program,
}) => {
  test.setTimeout(180_000);
  const edit = { file: 'src/lifecycles.tsx', from: '({ config, App', to: '({ App: App, config: config' };
  const newer = await buildVariant('mf-wizard', [edit]);
  await release(program, 'publish', 'mf-wizard', '--dist', newer.dist);
  await removeVariant(newer);
  await holder(program, 'channel', 'set', '--second-person-minutes', '60', '--reason', 'drill');

  await signIn(page, program, 'manager@example.org', '#/coming');
  await expect(page.getByRole('heading', { name: 'Promotions' })).toBeVisible();
  const builds = [{ name: 'mf-wizard', build: newer.buildId }];
  const planned = await ask(page, '/api/promote', { builds, reason: 'smaller' });
  expect(planned.body).toMatchObject({ code: 'CONFIRMATION_NEEDED' });
  await expect(page.getByText('Waits for another person than Release manager.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Confirm: / })).toHaveCount(0);
  // A token of the same person is not another person.
  const given = await holder(
    program,
    'people',
    'token',
    'add',
    'own',
    '--person',
    'release MANAGER',
    '--role',
    'release-manager',
  );
  const token = /rr_[\w-]+/.exec(given)![0];
  const confirmed = await fetch(`${program.consoleUrl()}/api/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id: 1 }),
  });
  expect(confirmed.status).toBe(403);

  const second = await another(browser, program, 'second@example.org', '#/coming');
  await second.getByRole('button', { name: 'Confirm: 1' }).click();
  await second.getByRole('dialog', { name: 'Confirm promotion 1' }).getByRole('button', { name: 'Confirm' }).click();
  await expect(second.getByText('Promotion 1 is confirmed and done.').first()).toBeVisible();
  await expect(page.getByRole('cell', { name: /^Done/ })).toBeVisible();

  await second.goto(`${program.consoleUrl()}/#/history/${encodeURIComponent('who=second')}`);
  await expect(second.getByRole('cell', { name: 'Second manager (@second)' }).first()).toBeVisible();
  await second.getByRole('button', { name: 'Check the whole chain' }).click();
  await second.getByRole('dialog').getByRole('button', { name: 'Check the whole chain' }).click();
  await expect(second.getByText(/entries, each following the one before/).first()).toBeVisible();
  await holder(program, 'channel', 'set', '--second-person-minutes', 'none', '--reason', 'drill');
  await second.context().close();
});

test('a right that is taken a second ago: what was typed stays, and the way on is another sign-in', async ({
  page,
  program,
}) => {
  await signIn(page, program, 'second@example.org', '#/coming');
  await page.getByRole('button', { name: 'Freeze', exact: true }).click();
  const freeze = page.getByRole('dialog', { name: 'Freeze' });
  await freeze.getByLabel('Until').fill(tomorrow());
  await freeze.getByLabel(/^Reason/).fill('typed before');

  await holder(program, 'people', 'change', 'second', '--role', 'reader', '--reason', 'drill');
  const ended = page.getByRole('dialog', { name: 'You are signed out' });
  await expect(ended).toBeVisible();
  await expectAccessible(page);
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    ended.getByRole('button', { name: /^Sign in with .*, in another tab$/ }).click(),
  ]);
  await tab.getByRole('button', { name: 'Continue as second@example.org' }).click();
  await expect(tab.getByRole('button', { name: 'Leave' })).toBeVisible();
  await expect(ended).toHaveCount(0);
  await expect(freeze.getByLabel(/^Reason/)).toHaveValue('typed before');
  await freeze.getByRole('button', { name: 'Freeze' }).click();
  await expect(freeze.getByText('NOT_ALLOWED')).toBeVisible();
  await expect(freeze.getByLabel(/^Reason/)).toHaveValue('typed before');
  await tab.close();
  await holder(program, 'people', 'change', 'second', '--role', 'release-manager', '--reason', 'drill');
});

test('signing out everywhere ends the session at the other machine', async ({ page, browser, program }) => {
  await signIn(page, program, 'manager@example.org', '#/people');
  const elsewhere = await another(browser, program, 'manager@example.org', '#/history');
  await page.getByRole('button', { name: 'Sign out everywhere: Release manager' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  for (const each of [page, elsewhere]) {
    await expect(each.getByRole('dialog', { name: 'You are signed out' })).toBeVisible();
  }
  expect((await ask(elsewhere, '/api/off', { remote: 'mf-wizard', reason: 'r' })).status).toBe(401);
  await elsewhere.context().close();
  await page.reload();
  await expect(page.getByRole('button', { name: /^Sign in with / })).toBeVisible();
  await expectAccessible(page);
});

test('a key holder invites somebody, gives a token once, and ends both', async ({ page, browser, program }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, program, 'holder@example.org', '#/people');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Invite a person' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('New reader');
  await dialog.getByLabel(/^Handle/).fill('Not a handle');
  await dialog.getByLabel(/^E-mail/).fill('New.Reader@example.org');
  await dialog.getByRole('button', { name: 'Invite a person' }).click();
  await expect(dialog.getByText('REQUEST_INVALID')).toBeVisible();
  await dialog.getByLabel(/^Handle/).fill('new.reader');
  await dialog.getByRole('button', { name: 'Invite a person' }).click();
  await expect(page.getByText('New reader is invited as @new.reader.').first()).toBeVisible();

  const reader = await (await browser.newContext()).newPage();
  await reader.goto(program.consoleUrl());
  await reader.getByRole('button', { name: /^Sign in with / }).click();
  await reader.getByLabel('Email').fill('somebody.else@example.org');
  await reader.getByRole('button', { name: 'Sign in' }).click();
  await expect(reader.getByText('Nobody has invited you')).toBeVisible();
  await reader.getByRole('button', { name: /^Sign in with / }).click();
  await reader.getByLabel('Email').fill('new.reader@example.org');
  await reader.getByRole('button', { name: 'Sign in' }).click();
  await expect(reader.getByRole('button', { name: 'Leave' })).toBeVisible();

  await page.getByRole('button', { name: 'Give a token' }).click();
  await dialog.getByLabel('Whose it is').fill('New reader');
  await dialog.getByLabel('Name of the token').fill('reads');
  await dialog.getByRole('button', { name: 'Give a token' }).click();
  const secret = await dialog.getByLabel('reads', { exact: true }).inputValue();
  expect(secret).toMatch(/^rr_/);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(dialog.getByText(/Copied|could not be copied/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText(secret)).toHaveCount(0);
  const whoAmI = () =>
    fetch(`${program.consoleUrl()}/api/whoami`, { headers: { authorization: `Bearer ${secret}` } }).then(
      ({ status }) => status,
    );
  expect(await whoAmI()).toBe(200);

  await page.getByRole('button', { name: 'End: New reader' }).click();
  await dialog.getByLabel(/^Reason/).fill('drill');
  await dialog.getByRole('button', { name: 'End' }).click();
  await expect(page.getByText('New reader has ended. Tokens that ended: reads.').first()).toBeVisible();
  expect(await whoAmI()).toBe(401);
  await expect(reader.getByRole('dialog', { name: 'You are signed out' })).toBeVisible();
  await reader.context().close();
});

/** As the field takes it, in the browser's own time zone. */
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
