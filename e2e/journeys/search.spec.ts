import { paidClaim, registerByApi } from '../support/api-claim.ts';
import { expect, expectAccessible, expectNoise, test } from '../support/test.ts';

test('search finds one’s own by keyboard, says when nothing is there or the service is not, and fits a phone', async ({
  page,
  browser,
  program,
}) => {
  // Somebody else's claim, which nobody but them may find.
  const other = await browser.newContext({ baseURL: program.url });
  const theirs = await other.newPage();
  await paidClaim(theirs, program, await registerByApi(theirs, program));
  await other.close();
  await registerByApi(page, program).then((address) => paidClaim(page, program, address));

  await page.goto('/dashboard');
  const box = page.getByRole('searchbox', { name: 'Search your cases' });
  const found = page
    .getByRole('banner')
    .or(page.locator('header'))
    .getByRole('link')
    .filter({ hasText: 'Letter to Park' });
  await box.fill('park');
  await box.press('Enter');
  await expect(page.getByText(/^\d+ results?$/)).toBeVisible();
  await expect(found).toHaveCount(1);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await box.press('ArrowDown');
  await expect(box).not.toBeFocused();
  await page.keyboard.press('Escape');
  await expect(box).toBeFocused();
  await expect(found).toHaveCount(0);

  await box.fill('park');
  await box.press('Enter');
  await expect(found).toBeVisible();
  await page.keyboard.press('ArrowDown');
  while (!(await found.evaluate((link) => link === document.activeElement))) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Demand Letters' })).toBeFocused();
  await expect(found).toHaveCount(0);

  const nothing = page.getByText('Nothing found for “no such thing <b>”');
  await page.setViewportSize({ width: 375, height: 800 });
  await box.fill('no such thing <b>');
  await box.press('Enter');
  await expect(nothing).toBeInViewport({ ratio: 1 });
  // At this width the search field takes a whole row, and the result list starts below it.
  await page.setViewportSize({ width: 320, height: 800 });
  const field = await box.boundingBox();
  expect((await nothing.boundingBox())?.y).toBeGreaterThan((field?.y ?? 0) + (field?.height ?? 0));

  expectNoise(page);
  await page.route('**/api/search*', (route) => route.fulfill({ status: 503, json: { success: false, message: 'x' } }));
  await box.fill('letter');
  await box.press('Enter');
  await expect(page.getByText('The search does not work right now. Try again in a minute.')).toBeVisible();
});
