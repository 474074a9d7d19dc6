import type { Page } from '@playwright/test';
import { registerByApi } from '../support/api-claim.ts';
import { buildVariant, release, removeVariant } from '../support/builds.ts';
import { expect, test } from '../support/test.ts';

const ENTRY = 'Notes & dates';
const sideBar = (page: Page) => page.getByRole('navigation', { name: 'Your account' });
const labels = (page: Page) => sideBar(page).locator('li').allTextContents();
const SIX = ['Home', 'Completed Sessions', 'Demand Letters', 'Court Documents', 'Orders', 'Settings'];

test('an entry of the side bar comes with the build that declares it, is drawn before any script, and goes with its rollback', async ({
  page,
  browser,
  program,
}) => {
  const noted = await buildVariant('mf-account', [
    {
      file: 'remote.config.ts',
      from: '  menu: [\n',
      to: `  menu: [\n    { to: '/notes', label: '${ENTRY}', icon: 'calendar', order: 15 },\n`,
    },
    {
      file: 'remote.config.ts',
      from: '  routes: [\n',
      to: `  routes: [\n    { path: '/notes', layout: 'account', documentClass: 'private', title: 'Notes', guarded: true },\n`,
    },
  ]);
  await registerByApi(page, program);
  const withoutScripts = await browser.newContext({
    baseURL: program.url,
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  const drawn = await withoutScripts.newPage();
  /** What the document itself holds. */
  const drawnLabels = async () => {
    await drawn.goto('/settings');
    return labels(drawn);
  };

  await page.goto('/settings');
  await expect(sideBar(page).getByRole('button', { name: 'Log Out' })).toBeVisible();
  // A remote that another test file released has a menu entry too; the menu lists it behind these six.
  const standing = await labels(page);
  expect(standing.slice(0, SIX.length)).toEqual(SIX);
  expect(await drawnLabels()).toEqual(standing);
  await expect(sideBar(drawn).getByRole('link', { name: 'Settings' })).toHaveAttribute('aria-current', 'page');

  await test.step('the build is released: the open tab and new loads have the entry', async () => {
    await release(program, 'publish', 'mf-account', '--promote', '--dist', noted.dist);
    const more = [standing[0], ENTRY, ...standing.slice(1)];
    await expect.poll(() => labels(page)).toEqual(more);
    await expect.poll(drawnLabels).toEqual(more);
  });

  await test.step('the shell puts its own in the place of the drawn one, with nothing moved and the focus kept', async () => {
    const late = await page.context().newPage();
    let go: () => void = () => {};
    const held = new Promise<void>((resolve) => (go = resolve));
    await late.route(/\/assets\/shell\/.*\.js/, async (route) => {
      await held;
      await route.continue();
    });
    await late.goto('/settings', { waitUntil: 'commit' });
    const link = sideBar(late).getByRole('link', { name: ENTRY });
    await link.focus();
    const place = await link.boundingBox();
    go();
    await expect(sideBar(late).getByRole('button', { name: 'Log Out' })).toBeVisible();
    await expect(sideBar(late)).toHaveCount(1);
    await expect(link).toBeFocused();
    expect(await link.boundingBox()).toEqual(place);
    await late.close();
  });

  await test.step('it is rolled back: the entry goes', async () => {
    await release(program, 'rollback', 'mf-account', '--reason', 'the page is not ready');
    await expect.poll(() => labels(page)).toEqual(standing);
    await expect.poll(drawnLabels).toEqual(standing);
  });

  await withoutScripts.close();
  await removeVariant(noted);
});
