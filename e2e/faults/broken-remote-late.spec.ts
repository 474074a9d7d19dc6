import type { Page, Route } from '@playwright/test';
import { ANSWERS, answersByApi, openWithClaim, registerByApi } from '../support/api-claim.ts';
import { goOn } from '../support/claim.ts';
import type { Program } from '../support/program.ts';
import { expect, expectNoise, test } from '../support/test.ts';

const panel = (page: Page) => page.getByRole('button', { name: 'Try again' });

/** The first page of the signed-in area; from here on only late code of its remotes is asked for. */
async function atDashboard(page: Page, program: Program) {
  expectNoise(page);
  await registerByApi(page, program);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Your cases' })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
}
const isSameDocument = (page: Page) => page.evaluate(() => 'sameDocument' in window);
const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Your account' }).getByRole('link', { name }).click();
const settings = (page: Page) => page.getByRole('heading', { level: 1, name: /settings/i });

test('one failed fetch of a late screen is made again by itself, without a panel', async ({ page, program }) => {
  await atDashboard(page, program);
  let asked = 0;
  await page.route(/\/assets\/mf-account\/.*\.js/, (route) =>
    (asked += 1) === 1 ? route.abort('connectionreset') : route.continue(),
  );
  await goTo(page, 'Settings');
  await expect(settings(page)).toBeVisible();
  expect(asked).toBeGreaterThan(1);
  expect(await isSameDocument(page)).toBe(true);
});

const ways: [string, (route: Route) => Promise<unknown>][] = [
  ['is missing', (route) => route.fulfill({ status: 404, body: 'gone' })],
  ['never answers', () => new Promise(() => {})],
];

for (const [what, act] of ways) {
  test(`a late screen that ${what} comes with "Try again", without a reload`, async ({ page, program }) => {
    await atDashboard(page, program);
    const scripts = /\/assets\/mf-account\/.*\.js/;
    await page.route(scripts, act);
    await goTo(page, 'Settings');
    await expect(panel(page)).toBeVisible({ timeout: 15_000 });
    await page.unroute(scripts);
    await panel(page).click();
    await expect(settings(page)).toBeVisible();
    expect(await isSameDocument(page)).toBe(true);
  });
}

test('files that are needed later and do not come: “Try again” brings them, with all that was typed and chosen', async ({
  page,
  program,
}) => {
  expectNoise(page);
  const shared = /\/assets\/shell\/.*\/shared-api-client\..*\.js/;
  const missing = (route: Route) => route.fulfill({ status: 404, body: 'gone' });

  await page.route(shared, missing);
  await page.goto('/');
  await page.getByRole('radio', { name: 'Auto repair' }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(panel(page)).toBeVisible();
  await page.unroute(shared);
  await panel(page).click();
  await expect(page.getByRole('checkbox').first()).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('radio', { name: 'Auto repair' })).toBeChecked();

  const { promise: isTyped, resolve: typed } = Promise.withResolvers<void>();
  const forms = /\/assets\/shell\/.*\/forms\..*\.js/;
  await page.route(forms, (route) => isTyped.then(() => missing(route)));
  await page.route(shared, missing);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('E-mail').fill('zoe@example.com');
  typed();
  await expect(panel(page)).toBeVisible();
  await page.unroute(forms);
  await panel(page).click();
  await expect(page.getByLabel('E-mail')).toHaveValue('zoe@example.com');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  // The form is there without the client of the API, which each press asks for again.
  const logIn = page.getByRole('main').getByRole('button', { name: 'Log in' });
  await logIn.click();
  await expect(page.getByRole('alert')).toContainText('An error occurred during login');
  await page.unroute(shared);
  await logIn.click();
  await expect(page.getByRole('alert')).toContainText('do not match');

  await registerByApi(page, program);
  const claim = /\/assets\/mf-wizard\/.*\/claim-screens\..*\.js/;
  await page.route(claim, missing);
  await openWithClaim(page, '/?step=3.1', await answersByApi(page, program, ANSWERS, [3, 1]));
  await page.getByLabel('City').fill('Boone');
  await goOn(page);
  await expect(panel(page)).toBeVisible();
  await page.unroute(claim);
  await panel(page).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Here is where you tell us what happened' })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('City')).toHaveValue('Boone');
});

test('a file that a proxy answers from another build is reported with both hashes', async ({ page }) => {
  expectNoise(page);
  const bodies: string[] = [];
  await page.route('**/releases/beacon', (route) => {
    bodies.push(route.request().postData() ?? '');
    return route.fulfill({ status: 202 });
  });
  await page.route(/\/assets\/mf-auth\/.*\.js/, async (route) => {
    const response = await route.fetch();
    return route.fulfill({ response, body: '/* of another build */' });
  });
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(panel(page)).toBeVisible({ timeout: 15_000 });
  const refused =
    /"remote":"mf-auth"[^}]*"kind":"integrity-refused","detail":"sha384-[A-Za-z0-9+/]{64} was answered as sha384-[A-Za-z0-9+/]{64}: [a-z-]+\.[0-9a-f]+/;
  await expect.poll(() => bodies.join('\n'), { timeout: 15_000 }).toMatch(refused);
});

test('a tab whose event stream was refused opens it again', async ({ page }) => {
  let asked = 0;
  await page.route('**/releases/events', (route) =>
    (asked += 1) === 1 ? route.fulfill({ status: 502, body: 'bad gateway' }) : route.continue(),
  );
  await page.goto('/');
  await expect.poll(() => asked, { timeout: 20_000 }).toBeGreaterThan(1);
});
