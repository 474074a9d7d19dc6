import type { Page } from '@playwright/test';
import { ANSWERS, answersByApi, openWithClaim, registerByApi } from '../support/api-claim.ts';
import { setPrice } from '../support/database.ts';
import { watchLayoutShifts } from '../support/layout-shift.ts';
import { expect, expectAccessible, heading, test } from '../support/test.ts';

const footer = (page: Page) => page.getByRole('contentinfo');
const DOCUMENTS = ['Prices', 'How it works', 'Help', 'Terms of Use', 'Privacy Policy'];

test('the footer leads to each public document, which is whole without scripts and the same with them', async ({
  page,
  browser,
  program,
}) => {
  // A colour that is still on its way to the other scheme has no contrast to measure.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const context = await browser.newContext({ baseURL: program.url, javaScriptEnabled: false });
  const still = await context.newPage();
  await still.goto('/');
  await page.goto('/');
  for (const name of DOCUMENTS) {
    await test.step(name, async () => {
      await footer(still).getByRole('link', { name, exact: true }).click();
      await expect(heading(still, name)).toBeVisible();
      await expect(still).toHaveTitle(`${name} | Redress`);
      await expect(still.locator('link[rel="canonical"]')).toHaveAttribute('href', still.url());
      const description = (await still.locator('meta[name="description"]').getAttribute('content')) ?? '';
      expect(description.length).toBeGreaterThan(40);
      await expect(still.locator('meta[property="og:description"]')).toHaveAttribute('content', description);
      const whole = await still.getByRole('main').innerText();
      // Without a document in between, and as a document that scripts have reached.
      await footer(page).getByRole('link', { name, exact: true }).click();
      await expect(heading(page, name)).toBeFocused();
      expect(await page.getByRole('main').innerText()).toBe(whole);
      const shifts = await watchLayoutShifts(page);
      await page.reload();
      await expect(page.locator('[data-contents] [aria-current]')).toHaveCount(1);
      expect(await page.getByRole('main').innerText()).toBe(whole);
      expect(await shifts()).toEqual([]);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await expectAccessible(page);
      }
    });
  }
  await context.close();
});

test('a price that an operator changes is the next visitor’s, on the price page as on the screen of packages', async ({
  page,
  program,
}) => {
  const prices = () => page.getByRole('main').getByText(/^\$\d/);
  await page.goto('/prices');
  await expect(prices()).toHaveText(['$39.00', '$99.00', '$199.00']);
  await setPrice(program, 'small-claims', 104_50);
  await page.reload();
  await expect(prices()).toHaveText(['$39.00', '$104.50', '$199.00']);
  await setPrice(program, 'small-claims', 99_00);
  await footer(page).getByRole('link', { name: 'How it works' }).click();
  await expect(prices()).toHaveText(['$39.00', '$99.00', '$199.00']);
  await footer(page).getByRole('link', { name: 'Prices' }).click();
  await expect(prices()).toHaveText(['$39.00', '$99.00', '$199.00']);
  const sold = (await (await page.request.get('/api/packages.php')).json()) as { packages: { price: number }[] };
  expect(sold.packages.map(({ price }) => price)).toEqual([39, 99, 199]);
});

test('the contents stay beside the text and mark the part that is read; a link in the address leads to its part', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/terms#refunds');
  const contents = page.getByRole('navigation', { name: 'On this page' });
  const current = contents.locator('[aria-current]');
  await expect(page.getByRole('heading', { name: 'Stopping and refunds' })).toBeInViewport();
  await expect(current).toHaveText('Stopping and refunds');
  await contents.getByRole('link', { name: 'What we do not do' }).click();
  await expect(current).toHaveText('What we do not do');
  await page.mouse.wheel(0, 10_000);
  await expect(current).toHaveText('Ask a person');
  await expect(contents).toBeInViewport({ ratio: 1 });
  await page.emulateMedia({ media: 'print' });
  await expect(contents).toBeHidden();
  await expect(page.getByRole('main').getByText('Redress', { exact: true })).toBeVisible();
});

/** In view, of the layout that is seen. */
const helpLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Help' });

test('help with the step beside the form: nothing typed is lost, the focus comes back, on a phone too', async ({
  page,
  program,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await registerByApi(page, program);
  const draft = await answersByApi(page, program, ANSWERS, [4, 0]);
  await openWithClaim(page, '/?step=4.0', draft);
  const story = page.getByLabel('What happened');
  await story.fill('They never paid me ba');
  await helpLink(page).press('Enter');
  const panel = page.getByRole('dialog', { name: 'What happened' });
  await expect(panel.getByRole('heading', { name: 'What happened' })).toBeFocused();
  await expect(panel).toContainText('What it costs');
  await expectAccessible(page);
  const all = page.waitForEvent('popup');
  await panel.getByRole('link', { name: /^All help/ }).click();
  const document = await all;
  await expect(document.getByRole('heading', { name: 'What happened' })).toBeInViewport();
  await document.close();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(helpLink(page)).toBeFocused();
  await expect(story).toHaveValue('They never paid me ba');
  // The help of a step goes with the step.
  await helpLink(page).click();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('help is in the same place on signed-in screens, and in the document without scripts', async ({
  page,
  program,
  browser,
}) => {
  await registerByApi(page, program);
  const places = [];
  for (const [path, title] of [
    ['/dashboard', 'Your cases'],
    ['/settings', 'Settings and your data'],
    ['/demand-letters', 'Demand letters and where they are'],
  ] as const) {
    await page.goto(path);
    await helpLink(page).click();
    await expect(page.getByRole('dialog', { name: title })).toBeVisible();
    await page.keyboard.press('Escape');
    places.push(await helpLink(page).boundingBox());
  }
  expect(new Set(places.map((place) => JSON.stringify(place))).size).toBe(1);
  const context = await browser.newContext({ baseURL: program.url, javaScriptEnabled: false });
  const still = await context.newPage();
  await still.goto('/');
  await helpLink(still).click();
  await expect(heading(still, 'Help')).toBeVisible();
  await still.goto('/help#signature');
  await expect(still.getByRole('heading', { name: 'Your signature' })).toBeInViewport();
  await context.close();
});
