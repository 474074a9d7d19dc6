import type { BrowserContext, Page } from '@playwright/test';
import { answersByApi, callApi, openWithClaim, paidClaim, personByApi, UNTIL_STORY } from '../support/api-claim.ts';
import { logIn, PASSWORD } from '../support/people.ts';
import type { Program } from '../support/program.ts';
import { expect, expectNoise, test } from '../support/test.ts';

/** Two people at one computer, in one browser: Ann writes, her session ends or she leaves, Ben signs in. */
let ann: string;
let ben: string;
let annsCookies: Awaited<ReturnType<BrowserContext['cookies']>>;

test.beforeAll(async ({ browser, program }) => {
  ({ address: ann, cookies: annsCookies } = await personByApi(browser, program));
  ({ address: ben } = await personByApi(browser, program));
});

/** Scripts of the shell, without those that a screen waits for. */
const LOADED_WHEN_IDLE = /\/assets\/shell\/[^/]+\/(?!shell|vendor|loader|account\.|forms|pages|slot|\d)[^/]*\.js$/;
const SECRET = 'They kept my deposit and my cat.';

/** Ends every session of Ann but the one of a browser that is thrown away. */
async function endAnnsSessions(page: Page, program: Program): Promise<void> {
  const elsewhere = await page.context().browser()?.newContext({ baseURL: program.url });
  if (!elsewhere) throw new Error('There is no browser.');
  const there = await elsewhere.newPage();
  await callApi(there, program, '/api/login.php', { email: ann, password: PASSWORD });
  const { csrf_token } = await callApi<{ csrf_token: string }>(there, program, '/api/csrf_token.php');
  await callApi(there, program, '/api/account/devices/revoke', { id: 'others', csrf_token });
  await elsewhere.close();
}

async function signInAtGate(page: Page, address: string, button = 'Log in to go on'): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  const gate = page.getByRole('dialog', { name: 'Log in to Redress' });
  await gate.getByLabel('E-mail').fill(address);
  await gate.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await gate.getByRole('button', { name: 'Log in', exact: true }).click();
}

/**
 * By the button of the account area. No page may be drawn between it and the document of the sign-in page: what the next
 * person types into its form would be lost.
 */
async function logOut(page: Page): Promise<void> {
  const addresses: string[] = [];
  const note = () => void addresses.push(new URL(page.url()).pathname + new URL(page.url()).search);
  page.on('framenavigated', note);
  await page.getByText('Log Out', { exact: true }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.waitForLoadState();
  page.off('framenavigated', note);
  expect(addresses.filter((address) => address.includes('return='))).toEqual([]);
}

interface Draft {
  form_session_id: string;
}
/** Everything the signed-in account has in drafts, as one text. */
async function draftsOf(page: Page, program: Program): Promise<string> {
  const { sessions: drafts } = await callApi<{ sessions: Draft[] }>(
    page,
    program,
    '/api/sessions/get_active_sessions.php',
  );
  const whole = await Promise.all(
    drafts.map(({ form_session_id }) =>
      callApi(page, program, `/api/sessions/form_session?form_session_id=${form_session_id}`),
    ),
  );
  return JSON.stringify(whole);
}

test('her session ends while she types and he signs in: his page is empty, and her text is kept for her', async ({
  page,
  context,
  program,
}) => {
  expectNoise(page);
  await context.addCookies(annsCookies);
  const draft = await answersByApi(page, program, UNTIL_STORY, [4, 0]);
  await openWithClaim(page, '/?step=4.0', draft);
  const story = page.getByLabel('What happened');
  await story.fill('They kept my deposit');
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  await endAnnsSessions(page, program);
  await story.fill(SECRET);
  await expect(page.getByRole('status').filter({ hasText: /^Not saved yet/ })).toBeVisible();

  await signInAtGate(page, ben);
  await expect(page.getByRole('heading', { level: 1, name: /best classifies/ })).toBeVisible();
  await expect(page.getByText('Park & Daughters')).toHaveCount(0);
  await page.getByRole('radio', { name: 'Other', exact: true }).check();
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  expect(await draftsOf(page, program)).not.toMatch(/deposit|Daughters/);
  await page.goBack();
  await expect(page.getByText('deposit')).toHaveCount(0);

  await test.step('he signs out, she comes back: nothing she typed is lost', async () => {
    await page.goto('/dashboard');
    await logOut(page);
    await logIn(page, ann);
    await page
      .getByRole('button', { name: /^Resume/ })
      .first()
      .click();
    await expect(story).toHaveValue(SECRET);
    await expect(page.getByText(/^Saved at/)).toBeVisible();
    expect(await draftsOf(page, program)).toContain(SECRET);
  });
});

test('she signs out in another tab and he signs in there: her tab shows and saves nothing of hers', async ({
  page,
  context,
  program,
}) => {
  expectNoise(page);
  // What a tab loads when it is idle may come after she has signed out, or never.
  await context.route(LOADED_WHEN_IDLE, (route) => route.abort());
  await logIn(page, ann);
  const draft = await answersByApi(page, program, UNTIL_STORY, [4, 0]);
  await openWithClaim(page, '/?step=4.0', draft);
  await page.getByLabel('What happened').fill(SECRET);
  await expect(page.getByText(/^Saved at/)).toBeVisible();

  const second = await context.newPage();
  await second.goto('/dashboard');
  await logOut(second);
  await expect(page.getByText('deposit')).toHaveCount(0);
  await logIn(second, ben);
  await expect(page.getByRole('heading', { level: 1, name: /best classifies/ })).toBeVisible();
  await page.getByRole('radio', { name: 'Other', exact: true }).check();
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  expect(await draftsOf(second, program)).not.toMatch(/deposit|Daughters/);
});

test('the text of a letter that was not saved: he does not see it, she finds it again', async ({ page, program }) => {
  expectNoise(page);
  await logIn(page, ann);
  const claim = await paidClaim(page, program, ann);
  await openWithClaim(page, '/result', claim.formSessionId);
  const editor = page.getByRole('textbox', { name: 'Text of the letter' });
  const written = await editor.inputValue();
  await endAnnsSessions(page, program);
  await editor.fill(`${written}\n${SECRET}`);
  await page.getByRole('button', { name: 'SAVE' }).click();

  await signInAtGate(page, ben, 'Log in');
  await expect(page.getByRole('heading', { level: 1, name: /best classifies/ })).toBeVisible();
  await expect(page.getByText('deposit')).toHaveCount(0);
  await page.goto('/dashboard');
  await logOut(page);

  await page.context().clearCookies();
  const fresh = await page.context().newPage();
  await logIn(fresh, ann);
  await openWithClaim(fresh, '/result', claim.formSessionId);
  await expect(fresh.getByRole('textbox', { name: 'Text of the letter' })).toHaveValue(`${written}\n${SECRET}`);
});
