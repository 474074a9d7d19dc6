import type { BrowserContext, Page } from '@playwright/test';
import { ANSWERS, answersByApi, openWithClaim, personByApi } from '../support/api-claim.ts';
import { watchLayoutShifts } from '../support/layout-shift.ts';
import { expect, expectAccessible, expectNoise, test } from '../support/test.ts';

let cookies: Awaited<ReturnType<BrowserContext['cookies']>>;
let draft: string;

test.beforeAll(async ({ browser, program }) => {
  ({ cookies, draft } = await personByApi(browser, program, async (page) => ({
    draft: await answersByApi(page, program, ANSWERS, [4, 3]),
  })));
});

const SCREENS = {
  '/?step=1.1': 'Check all that apply',
  '/?step=1.2': 'Tell us more about it',
  '/?step=2.0': 'Who are you filing this claim as?',
  '/?step=2.1': 'Fill in your personal information',
  '/?step=3.0': 'Who are you filing this claim against?',
  '/?step=3.1': 'Fill in their business information',
  '/?step=4.0': 'Here is where you tell us what happened',
  '/?step=4.1': /How did you calculate/,
  '/?step=4.2': 'How would you like to get paid?',
  '/?step=4.3': "Let's get your signature",
  '/?step=4.4': 'Generating Your File',
} as const;

async function expectFits(page: Page): Promise<void> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide, 'wider than the screen').toBeLessThanOrEqual(0);
}

/** Marks that do not stand before their words, and fields that are not 48 px high: docs/design.md, Controls. */
const unlikeTheOthers = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const marks = [...document.querySelectorAll<HTMLInputElement>('main :is([type="checkbox"], [type="radio"])')];
    const wordsLeft = (label: HTMLLabelElement) => {
      const texts = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
      const lefts: number[] = [];
      while (texts.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(texts.currentNode);
        lefts.push(range.getBoundingClientRect().left);
      }
      return Math.min(...lefts);
    };
    const misplaced = marks.filter(
      (mark) => mark.getBoundingClientRect().right > Math.min(...[...(mark.labels ?? [])].map(wordsLeft)),
    );
    const low = [...document.querySelectorAll<HTMLInputElement>('main :is(input, select, textarea)')].filter(
      (field) => !marks.includes(field) && field.offsetHeight > 0 && field.offsetHeight < 48,
    );
    return [...misplaced, ...low].map(({ name, type }) => `${name} (${type})`);
  });

/** From step 2 on, until the file is made of it. */
const hasLetter = (url: string) => /step=[234]\./.test(url) && !url.endsWith('4.4');

// Dark mode differs in tokens only, so the screens with components of their own are enough. wizard-every-screen runs a
// dark phone with every refusal.
const LOOKS = [
  { colorScheme: 'light', width: 1600, screens: Object.keys(SCREENS) },
  { colorScheme: 'dark', width: 1281, screens: ['/?step=1.2', '/?step=3.0', '/?step=4.3', '/?step=4.4'] },
] as const;
for (const { colorScheme, width, screens } of LOOKS) {
  test(`screens with their answers, the steps and the case beside it: ${colorScheme}, ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto('/');
    await expect(page.getByRole('radio')).toHaveCount(12);
    await expectAccessible(page);
    await page.context().addCookies(cookies);
    await openWithClaim(page, '/', draft);
    const shifts = await watchLayoutShifts(page);
    for (const url of screens) {
      const name = SCREENS[url as keyof typeof SCREENS];
      await test.step(url, async () => {
        await page.goto(url);
        await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
        await expect(page.getByRole('complementary', { name: 'Your case so far' })).toContainText('$1,250.50');
        const letter = page.getByRole('region', { name: 'Your letter so far' });
        if (hasLetter(url)) await expect(letter).toContainText('Dear Park & Daughters LLC');
        else await expect(letter).toHaveCount(0);
        await expectAccessible(page);
        await expectFits(page);
        expect(await unlikeTheOthers(page)).toEqual([]);

        expect(await shifts()).toEqual([]);
      });
    }
  });
}

test('at 400 % zoom, 320 px wide and 256 high, no screen is cut off, and what has focus is not covered', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto('/');
  await expect(page.getByRole('radio')).toHaveCount(12);
  await expectFits(page);
  await page.context().addCookies(cookies);
  await openWithClaim(page, '/', draft);
  for (const [url, name] of Object.entries(SCREENS)) {
    await test.step(url, async () => {
      await page.goto(url);
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await expectFits(page);
      const action = page.getByRole('button', { name: /^(Continue|Stay on this page)$/ }).first();
      await action.focus();
      await expect(action).toBeInViewport({ ratio: 0.9 });
      // Text that a box cuts off cannot be read at any zoom.
      const cut = await page
        .getByRole('main')
        .evaluate((main) =>
          [...main.querySelectorAll('h1, h2, p, label, button, dt')]
            .filter(({ clientWidth, scrollWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 1)
            .map((element) => element.textContent.slice(0, 40)),
        );
      expect(cut).toEqual([]);
    });
  }
});

test('error states around a claim are accessible', async ({ page, program }) => {
  expectNoise(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await test.step('a claim of another account', async () => {
    await openWithClaim(page, '/?step=2.0', '0123456789abcdef01234567');
    await expect(page.getByText(/^We lost track of this case/)).toBeVisible();
    await expectAccessible(page);
  });
  await page.context().addCookies(cookies);
  await test.step('a claim that cannot be opened just now', async () => {
    await page.route('**/api/sessions/form_session*', (route) => route.abort());
    await openWithClaim(page, '/?step=2.0', draft);
    await expect(page.getByText('We could not open your case')).toBeVisible({ timeout: 20_000 });
    await expectAccessible(page);
    await page.unroute('**/api/sessions/form_session*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Who are you filing this claim as?' })).toBeVisible();
  });
  await test.step('two versions of a claim', async () => {
    const other = await page.context().newPage();
    const mine = await answersByApi(page, program, ANSWERS, [4, 3]);
    await openWithClaim(page, '/?step=2.1', mine);
    await expect(page.getByLabel('First name')).toBeVisible();
    await page.route('**/save_form_data.php', (route) => route.abort());
    await page.getByLabel('First name').fill('Mine');
    await openWithClaim(other, '/?step=2.1', mine);
    await other.getByLabel('First name').fill('Theirs');
    await expect(page.getByRole('dialog', { name: 'This case was changed somewhere else' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Choose later' }).click();
    await expect(page.getByRole('button', { name: 'Choose now' })).toBeVisible();
    await expectAccessible(page);
  });
});
