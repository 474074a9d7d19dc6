import type { DocumentSnapshot, SnapshotIndex } from '@redress/contracts/releases';
import type { Page } from '@playwright/test';
import { buildVariant, release, removeVariant } from '../support/builds.ts';
import { expect, expectNoise, test } from '../support/test.ts';

test.use({ isFresh: true }); // A release that others left on its way would bring the page by itself.

const PART = /\/releases\/part\?digest=/;
const SCRIPT = /\/assets\/(mf-[a-z-]+)\/.*\.js$/;

/** A visitor for whom nothing is fetched that was not asked for. */
const saveData = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));

/** What a page asks for: parts of the release, and remotes whose scripts it fetches. */
function watchRequests(page: Page) {
  const seen = { parts: [] as string[], remotes: new Set<string>() };
  page.on('request', (request) => {
    if (PART.test(request.url())) seen.parts.push(request.url());
    const [, remote] = SCRIPT.exec(request.url()) ?? [];
    if (remote) seen.remotes.add(remote);
  });
  return seen;
}
const logIn = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Log in' });
const password = (page: Page) => page.getByRole('textbox', { name: 'Password' });
const again = (page: Page) => page.getByRole('button', { name: /try again/i });

test('a document holds the builds of its own remote; those of another page come when a pointer nears its link, once', async ({
  page,
}) => {
  await saveData(page);
  const seen = watchRequests(page);
  await page.goto('/');
  const block = await page.locator('#redress-snapshot').textContent();
  const { payload, parts } = JSON.parse(block!) as DocumentSnapshot;
  const index = JSON.parse(payload) as SnapshotIndex;
  expect(Object.keys(parts!)).toEqual(['mf-wizard']);
  expect(Object.keys(index.remotes)).toEqual(['mf-account', 'mf-auth', 'mf-checkout', 'mf-letters', 'mf-wizard']);

  // From the moment the page is alive it listens.
  await page.getByRole('radio', { name: 'Auto repair' }).check();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Check all that apply' })).toBeVisible();
  const asked = page.waitForRequest(PART);
  await logIn(page).hover();
  await asked;
  await logIn(page).click();
  await expect(password(page)).toBeVisible();
  expect(seen.parts).toHaveLength(1);
  expect([...seen.remotes].sort()).toEqual(['mf-auth', 'mf-wizard']);
});

test('a first visit fetches ahead what its page names as likely, and no other remote', async ({ page }) => {
  const seen = watchRequests(page);
  const last = page.waitForRequest(/\/assets\/mf-auth\/.*slot-wizard-account-gate.*\.js$/);
  await page.goto('/');
  await last;
  expect([...seen.remotes].sort()).toEqual(['mf-auth', 'mf-wizard']);
  // The part is kept: another visit asks the browser's cache.
  const answer = await page.request.get(seen.parts[0]!);
  expect(answer.headers()['cache-control']).toBe('public, max-age=31536000, immutable');
});

test('a forged part runs nothing: a panel with a way on, and the page comes when the answer is right', async ({
  page,
}) => {
  expectNoise(page);
  await saveData(page);
  const seen = watchRequests(page);
  let isForged = true;
  await page.route(PART, async (route) => {
    if (!isForged) return route.continue();
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll('/assets', '/others').concat(' ') });
  });
  await page.goto('/prices');
  // The shell is alive: one that begins at this address would ask for the part as its own page's besides.
  await page.waitForFunction(() => '__redress' in globalThis);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  // Not by a click: the pointer over the link starts a prefetch, which requests the part twice by itself.
  await page.evaluate(() => history.pushState(null, '', '/login'));
  await expect(again(page)).toBeVisible({ timeout: 15_000 });
  expect([...seen.remotes]).toEqual([]);
  expect(seen.parts).toHaveLength(2);
  isForged = false;
  await again(page).click();
  await expect(password(page)).toBeVisible();
});

test('a tab whose part nobody has any more goes on with the next release, without a reload', async ({
  page,
  program,
}) => {
  test.setTimeout(120_000);
  expectNoise(page);
  await saveData(page);
  const edit = { file: 'package.json', from: '"version": "0.1.0"', to: '"version": "0.1.1"' };
  const next = await buildVariant('mf-auth', [edit]);
  await page.route(PART, (route) => route.fulfill({ status: 404, body: '{}' }));
  await page.goto('/prices');
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await logIn(page).click();
  await expect(again(page)).toBeVisible({ timeout: 15_000 });
  await release(program, 'publish', 'mf-auth', '--promote', '--dist', next.dist);
  await expect(password(page)).toBeVisible({ timeout: 30_000 });
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  await release(program, 'rollback', 'mf-auth', '--reason', 'end of the test');
  await removeVariant(next);
});
