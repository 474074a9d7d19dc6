import type { Page } from '@playwright/test';
import { answersByApi, openWithClaim, registerByApi, UNTIL_STORY } from '../support/api-claim.ts';
import { expect, expectNoise, test } from '../support/test.ts';

const SAVE = '**/api/register/save_form_data.php';

async function atStory(page: Page, draft: string): Promise<ReturnType<Page['getByLabel']>> {
  await page.clock.install();
  await openWithClaim(page, '/?step=4.0', draft);
  const story = page.getByLabel('What happened');
  await story.fill('They kept my deposit.');
  await page.clock.runFor(2_000);
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  return story;
}

test.beforeEach(async ({ page, program }) => {
  expectNoise(page);
  await registerByApi(page, program);
});

test('after a minute without a server everything is saved within 5 s of its return', async ({ page, program }) => {
  const story = await atStory(page, await answersByApi(page, program, UNTIL_STORY, [4, 0]));
  let isAway = true;
  await page.route(/\/api\/|\/healthz/, (route) => (isAway ? route.abort() : route.continue()));
  await story.fill('They kept my deposit. I asked twice.');
  await page.clock.runFor(60_000);
  await expect(page.getByRole('status').filter({ hasText: /^Not saved yet/ })).toBeVisible();
  isAway = false;
  await page.clock.runFor(5_000);
  await expect(page.getByText(/^Saved at/)).toBeVisible();
});

test('a proxy that asks for 4 s gets at most 3 saves in 10 s of typing', async ({ page, program }) => {
  const story = await atStory(page, await answersByApi(page, program, UNTIL_STORY, [4, 0]));
  let saves = 0;
  await page.route(SAVE, (route) => {
    saves += 1;
    return route.fulfill({ status: 503, headers: { 'retry-after': '4' }, body: '<h1>busy</h1>' });
  });
  for (let second = 0; second < 10; second += 1) {
    await story.press('End');
    await story.pressSequentially('.');
    await page.clock.runFor(1_000);
    if (second % 3 === 2) await page.clock.runFor(1_600);
  }
  expect(saves).toBeGreaterThan(0);
  expect(saves).toBeLessThanOrEqual(3);
  await page.unroute(SAVE);
  await page.clock.runFor(15_000);
  await expect(page.getByText(/^Saved at/)).toBeVisible();
});
