import type { BrowserContext } from '@playwright/test';
import { ANSWERS, answersByApi, openWithClaim, personByApi, UNTIL_STORY } from '../support/api-claim.ts';
import { goOn } from '../support/claim.ts';
import { expect, expectAccessible, expectNoise, heading, test } from '../support/test.ts';

let cookies: Awaited<ReturnType<BrowserContext['cookies']>>;

test.beforeAll(async ({ browser, program }) => {
  ({ cookies } = await personByApi(browser, program));
});

test('offline for half a minute in the middle of the story: it stays, is said to be unsaved, and is saved by itself', async ({
  page,
  context,
  program,
}) => {
  expectNoise(page);
  await context.addCookies(cookies);
  const draft = await answersByApi(page, program, UNTIL_STORY, [4, 0]);
  await page.setViewportSize({ width: 375, height: 812 });
  await page.clock.install();
  await openWithClaim(page, '/?step=4.0', draft);
  const story = page.getByLabel('What happened');
  await story.fill('They kept my deposit.');
  await page.clock.runFor(2_000);
  await expect(page.getByText(/^Saved at/)).toBeVisible();

  await context.setOffline(true);
  await story.press('End');
  await story.pressSequentially(' I asked twice.');
  await page.clock.runFor(2_000);
  await expect(page.getByRole('status').filter({ hasText: /^Not saved yet/ })).toBeVisible();
  await expectAccessible(page);
  const step = await page.getByText('Step 4 of 6 · Claim Details').first().boundingBox();
  expect(step?.width, 'the step beside the long word about saving').toBeGreaterThan(140);
  await page.clock.runFor(30_000);
  await expect(page.getByRole('status').filter({ hasText: /^Not saved yet/ })).toBeVisible();
  await goOn(page);
  await expect(heading(page, /How did you calculate/)).toBeVisible();
  await page.getByLabel('How you calculated it').fill('It was $1,250.50.');

  await context.setOffline(false);
  await page.clock.runFor(2_000);
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('How you calculated it')).toHaveValue('It was $1,250.50.');
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(story).toHaveValue('They kept my deposit. I asked twice.');
});

test('20,000 characters with emoji, right-to-left text and pasted line breaks are kept as they are', async ({
  page,
  context,
  program,
}) => {
  await context.addCookies(cookies);
  const draft = await answersByApi(page, program, UNTIL_STORY, [4, 0]);
  await openWithClaim(page, '/?step=4.0', draft);
  const line = 'They kept my car.\r\n\r\nمرحبا 👩‍👧 شكرا — “never” repaired; ';
  const long = line.repeat(500).slice(0, 19_990);
  const story = page.getByLabel('What happened');
  await story.focus();
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
    document.execCommand('insertText', false, text);
  }, long);
  const kept = long.replaceAll('\r\n', '\n');
  await expect(story).toHaveValue(kept);

  // How long a key takes here is measured by `npm run bench:typing`.
  await page.keyboard.type('xxxxxxxx');
  await expect(page.getByRole('region', { name: 'Your letter so far' })).toContainText('They kept my car.');

  await expect(page.getByText(/^Saved at/)).toBeVisible();
  await page.reload();
  await expect(story).toHaveValue(`${kept}xxxxxxxx`);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
});

test('a second click does nothing twice, Back and Forward follow, and a reload stands where one was', async ({
  page,
  context,
  program,
}) => {
  await context.addCookies(cookies);
  const draft = await answersByApi(page, program, ANSWERS, [4, 3]);
  await openWithClaim(page, '/?step=2.0', draft);
  await expect(heading(page, 'Who are you filing this claim as?')).toBeVisible();
  await page.getByRole('button', { name: 'Continue', exact: true }).dblclick();
  await expect(heading(page, 'Fill in your personal information')).toBeVisible();
  await expect(page).toHaveURL(/step=2\.1$/);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.goBack();
  await expect(heading(page, 'Who are you filing this claim as?')).toBeVisible();
  await page.goForward();
  await expect(heading(page, 'Fill in your personal information')).toBeVisible();
  await page.reload();
  await expect(heading(page, 'Fill in your personal information')).toBeVisible();
  await expect(page.getByLabel('Last name')).toHaveValue("O'Brien-Núñez");
  await page.goto('/?step=3.1');
  await expect(heading(page, 'Fill in their business information')).toBeVisible();
  // There is no such screen: the claim opens at the furthest screen that its answers allow.
  await page.goto('/?step=9.9');
  await expect(heading(page, /best classifies/)).toBeHidden();
});

test('the second click of a double click does nothing on the screen that the first one led to', async ({
  page,
  context,
  program,
}) => {
  await context.addCookies(cookies);
  const draft = await answersByApi(page, program, ANSWERS, [4, 3]);
  await openWithClaim(page, '/?step=2.0', draft);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(heading(page, 'Fill in your personal information')).toBeVisible();
  const oneName = page.getByRole('checkbox', { name: 'I have only one name' });
  const { x, y, width, height } = (await oneName.boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await expect(oneName).not.toBeChecked();
  await expect(page.getByLabel('Last name')).toHaveValue("O'Brien-Núñez");
  await oneName.click();
  await expect(oneName).toBeChecked();
});

test('a slow server shows progress, and one that refuses offers another try', async ({ page, context, program }) => {
  expectNoise(page);
  await page.route('**/api/subcategories.php', () => undefined);
  await page.goto('/');
  await page.getByRole('radio', { name: 'Auto repair' }).check();
  await goOn(page);
  await expect(page.locator('[aria-busy="true"]').getByText('Loading')).toBeAttached();
  await expectAccessible(page);
  // After a reload: the duration of the accessibility check above must not decide whether the call times out first.
  await page.route('**/api/subcategories.php', (route) =>
    route.fulfill({ status: 500, json: { success: false, message: 'Not now' } }),
  );
  await page.reload();
  await expect(page.getByText('Could not retrieve subcategories')).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/api/subcategories.php');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('checkbox').first()).toBeVisible();

  // A stage that fails says so, and goes on from there.
  await context.addCookies(cookies);
  const draft = await answersByApi(page, program, ANSWERS, [4, 3]);
  await page.route('**/api/wizard/review_case', (route) => route.abort());
  await openWithClaim(page, '/?step=4.4', draft);
  await expect(page.getByText('We could not finish this part. Nothing is lost. Try again.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue', exact: true })).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page);
  await page.unroute('**/api/wizard/review_case');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(/We could not finish this part/)).toBeHidden();
});
