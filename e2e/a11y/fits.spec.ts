import type { Locator, Page } from '@playwright/test';
import { ANSWERS, LONGEST, answersByApi, openWithClaim } from '../support/api-claim.ts';
import { repeatClaim } from '../support/database.ts';
import { aPersonWithClaims, SIGNED_IN, type PersonWithClaims } from '../support/person-with-claims.ts';
import { moving } from '../support/motion.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

const LONG_WORD = 'Rechtsschutzversicherungsgesellschaft'.repeat(4);
/** Rows of the two screens that have some. */
const ROWS = {
  facts: [
    { id: 'a', who: 'me', what: `lent you ${LONG_WORD}`, day: '2026-03-02', dayIs: 'exact', proof: 'other', proofName: LONG_WORD },
    { id: 'b', who: 'other', whoName: LONG_WORD, what: 'saw it', day: '2026', dayIs: 'about' },
  ],
  sumItems: [
    { id: 'c', label: LONG_WORD, measured: LONG_WORD, cents: 2_600_000 },
    { id: 'd', label: LONG_WORD, cents: 100_000, isCredit: true, day: '2026-03-09' },
  ],
  objections: [{ id: 'e', says: LONG_WORD, answer: LONG_WORD, inLetter: true }],
}; // prettier-ignore

let person: PersonWithClaims;
let wizardDraft: string;

test.beforeAll(async ({ browser, program }) => {
  // The longest that is taken, in every cell, dialog and card.
  const address = `${'z'.repeat(56)}${Date.now().toString(36).slice(-8)}@${'long-host.'.repeat(17)}example`;
  person = await aPersonWithClaims(browser, program, LONGEST, address);
  // More than a page of everything: the controls of paging have to fit as well.
  await repeatClaim(program, person.paidId, 24);
  const context = await browser.newContext({ baseURL: program.url });
  await context.addCookies(person.cookies);
  wizardDraft = await answersByApi(await context.newPage(), program, { ...ANSWERS, ...LONGEST, ...ROWS }, [4, 3]);
  await context.close();
});

const OPEN_TO_ALL = '/ /login /forgot-password /prices /how-it-works /help /terms /privacy /no-such-page'.split(' ');
const WIZARD = ['1.1', '1.2', '2.0', '2.1', '3.0', '3.1', '4.0', '4.1', '4.2', '4.3', '4.4'].map(
  (at) => `/?step=${at}`,
);
const CHECKOUT = ['/?step=5.0', '/?step=5.1'];

interface Size {
  width: number;
  textPercent: number;
}
/** Each screen is loaded once for a look, at its first size, and then changed to the others, as a device that is turned. */
const LOOKS: readonly { name: string; sizes: readonly Size[]; isBare: boolean }[] = [
  {
    name: '820 and 320 px, 375 and 320 px at 200 % text',
    sizes: [
      { width: 820, textPercent: 100 },
      { width: 320, textPercent: 100 },
      { width: 375, textPercent: 200 },
      { width: 320, textPercent: 200 },
    ],
    isBare: false,
  },
  {
    name: '320 px, no web font and no picture arrives',
    sizes: [{ width: 320, textPercent: 100 }],
    isBare: true,
  },
];

async function resize(page: Page, { width, textPercent }: Size, height = 900): Promise<void> {
  await page.setViewportSize({ width, height });
  // As a browser whose standard size of text was raised: every size of the site is in rem.
  await page.evaluate((percent) => (document.documentElement.style.fontSize = `${percent}%`), textPercent);
}

async function open(page: Page, url: string): Promise<void> {
  if (WIZARD.includes(url)) await openWithClaim(page, url, wizardDraft);
  else if (CHECKOUT.includes(url)) await openWithClaim(page, url, person.draftId);
  else if (url === '/result') await openWithClaim(page, url, person.paidId);
  else if (url === '/case') await page.goto(`/case/${person.sentId}`);
  else await page.goto(url);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
}

/** The innermost elements that stand outside the page; a box that scrolls on purpose may be wider inside. */
const outside = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const scrolls = (element: Element): boolean =>
      element !== document.documentElement &&
      (getComputedStyle(element).overflowX !== 'visible' ||
        (element.parentElement ? scrolls(element.parentElement) : false));
    const isOutside = (element: Element): boolean => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 1 && (right > document.documentElement.clientWidth + 1 || left < -1) && !scrolls(element);
    };
    return [...document.querySelectorAll('main *, header *, footer *, dialog[open] *')]
      .filter((element) => isOutside(element) && ![...element.children].some(isOutside))
      .slice(0, 8)
      .map(
        (element) =>
          `${element.tagName.toLowerCase()}.${element.className.toString().slice(0, 40)} "${(element.textContent ?? '').slice(0, 30)}"`,
      );
  });

/** Words no longer than "Verification", and sums with their sign, that go over two lines. */
const cutWords = (part: Locator): Promise<string[]> =>
  part.locator(':not([data-sheet], [data-sheet] *)').evaluateAll((all) => {
    const range = document.createRange();
    const seen = all.filter((part) => part.checkVisibility() && part.getBoundingClientRect().width > 1);
    const texts = seen.flatMap(({ childNodes }) => [...childNodes].filter((node) => node instanceof Text));
    const short = /(?<![^\s-])\p{L}{1,12}(?![^\s-])|[−-]?\u2060?\$\d[\d,.]*\d/gu;
    return texts.flatMap((text) =>
      [...text.data.matchAll(short)].flatMap(({ 0: word, index }) => {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length > 1 ? word : [];
      }),
    );
  });

const rightOf = (part: Locator): Promise<number> => part.evaluate((element) => element.getBoundingClientRect().right);

/** As on a line that loses them: files of fonts and of pictures are never answered with one. */
async function withoutFontsAndPictures(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setBlockedURLs', { urls: ['*.woff2', '*.svg', '*.png', '*.webp', '*.jpg'] });
}

/** What is lost where no font and no picture came: unseen text, a picture that nothing says in words. */
const lost = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    const faces = [...document.fonts].filter(({ family }) => !family.includes('Fallback'));
    const arrived = faces.filter(({ status }) => status === 'loaded').map(({ family }) => `${family} arrived`);
    // Any other way keeps the text unseen while the file is waited for.
    const hidden = faces.filter(({ display }) => display !== 'swap').map(({ family }) => `${family} hides its text`);
    const unsaid = [...document.querySelectorAll('img')]
      .filter((image) => image.naturalWidth === 0 && image.alt === '' && image.parentElement?.textContent === '')
      .map((image) => `nothing says ${image.getAttribute('src')}`);
    return [...arrived, ...hidden, ...unsaid];
  });

for (const { name, sizes, isBare } of LOOKS) {
  test(`no page scrolls sideways: ${name}`, async ({ page }) => {
    test.setTimeout(180_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    if (isBare) await withoutFontsAndPictures(page);
    // Other screens of the wizard are of the same parts as these two.
    const screens = isBare ? WIZARD.filter((url) => /1\.1|4\.3/.test(url)) : WIZARD;
    for (const url of [...OPEN_TO_ALL, ...SIGNED_IN, '/result', ...CHECKOUT, ...screens]) {
      await test.step(url, async () => {
        if (url === SIGNED_IN[0]) await page.context().addCookies(person.cookies);
        await page.setViewportSize({ width: sizes[0]?.width ?? 320, height: 900 });
        await open(page, url);
        if (/=4\.[01]$/.test(url)) {
          await press(page, /^Change 1:/);
          if (!isBare) await expectAccessible(page);
        }
        if (url === '/case') {
          for (const folded of await page.getByRole('main').locator('summary').all()) await folded.click();
          await page.getByRole('radio', { name: /They pay in parts/ }).press('Space');
        }
        if (url === '/demand-letters') await page.getByRole('button', { name: 'Where your letter is' }).click();
        for (const size of sizes) {
          await resize(page, size);
          const at = `${size.width} px and ${size.textPercent} % text`;
          const wide = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
          expect.soft(wide, `${url} is wider than ${at}`).toBeLessThanOrEqual(0);
          expect.soft(await outside(page), `${url} has parts outside of ${at}`).toEqual([]);
          expect.soft(await cutWords(page.locator('body')), `words of ${url} at ${at}`).toEqual([]);
          // The slider scrolls on purpose; the card that is shown has to fit all the same.
          if (url === CHECKOUT[0])
            expect
              .soft(await rightOf(page.getByRole('main').getByRole('article').first()), `first card at ${at}`)
              .toBeLessThanOrEqual(size.width);
          if (!isBare) expect.soft(await moving(page), `${url} moves at ${at} although less was asked for`).toEqual([]);
        }
        if (isBare) expect.soft(await lost(page), url).toEqual([]);
      });
    }
  });
}

/** Dialogs, and how each is opened. The address of the gate is as long as one may be typed in a hurry: 60 characters. */
const LONG_ADDRESS = `${'somebody.with.a.very.long.address.at.a.very.long.host'.slice(0, 46)}${Date.now().toString(36)}@example.com`;
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const DIALOGS: readonly { name: string; url: string; show: (page: Page) => Promise<void>; isSignedOut?: true }[] = [
  { name: 'account gate', url: '/?step=1.3', show: () => Promise.resolve(), isSignedOut: true },
  {
    name: 'verification',
    url: '/?step=1.3',
    isSignedOut: true,
    async show(page) {
      const gate = page.getByRole('dialog');
      await gate.getByLabel('E-mail').fill(LONG_ADDRESS);
      await gate.getByRole('textbox', { name: 'Password' }).fill('correct horse battery');
      await gate.getByRole('button', { name: 'Create account' }).click();
      await expect(page.getByRole('dialog', { name: 'Email Verification' })).toBeVisible();
    },
  },
  { name: 'the letter so far', url: '/?step=4.1', show: (page) => press(page, 'See your letter so far') },
  {
    name: 'help with a step',
    url: '/?step=4.0',
    show: (page) => page.getByRole('banner').getByRole('link', { name: 'Help' }).click(),
  },
  { name: 'delete a session', url: '/dashboard', show: (page) => press(page, /^Delete/) },
  { name: 'delete the account', url: '/settings', show: (page) => press(page, 'Delete my account') },
  { name: 'the letter as PDF', url: '/demand-letters', show: (page) => press(page, /^View/) },
  { name: 'send now', url: '/result', show: (page) => press(page, 'Send Demand Letter') },
];

/** Text twice as large is the harder of the two. */
const DIALOG_LOOKS = [
  { name: '320 px', widths: [320], textPercent: 100 },
  { name: '375 and 320 px at 200 % text', widths: [375, 320], textPercent: 200 },
].slice(process.env['VERIFY'] === '1' ? 0 : 1);

for (const { name, widths, textPercent } of DIALOG_LOOKS) {
  test(`no dialog scrolls sideways or stands outside the screen, and the focus is in it: ${name}`, async ({
    page,
    program,
  }) => {
    test.setTimeout(120_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const dialog of DIALOGS) {
      await test.step(dialog.name, async () => {
        await page.context().clearCookies();
        await page.setViewportSize({ width: widths[0] ?? 320, height: 700 });
        if (dialog.isSignedOut) {
          const draft = await answersByApi(page, program, { ...ANSWERS, signature: null }, [1, 3]);
          await openWithClaim(page, dialog.url, draft);
        } else {
          await page.context().addCookies(person.cookies);
          await open(page, dialog.url);
        }
        if (textPercent !== 100)
          await page.evaluate((percent) => (document.documentElement.style.fontSize = `${percent}%`), textPercent);
        await dialog.show(page);
        const shown = page.getByRole('dialog');
        await expect(shown).toBeVisible();
        await expect(shown.locator('[aria-busy="true"]')).toHaveCount(0);
        for (const width of widths) {
          await page.setViewportSize({ width, height: 700 });
          const { wide, left, right } = await shown.evaluate((element) => ({
            // What stands on a sheet of paper may reach into its margins; the sheet itself is measured.
            wide: Math.max(
              ...[element, ...element.querySelectorAll(':not([data-sheet] *)')].map((box) =>
                ['auto', 'scroll', 'visible'].includes(getComputedStyle(box).overflowX) &&
                getComputedStyle(box).display !== 'inline'
                  ? box.scrollWidth - box.clientWidth - (box.clientWidth === 0 ? box.scrollWidth : 0)
                  : 0,
              ),
            ),
            left: element.getBoundingClientRect().left,
            right: innerWidth - element.getBoundingClientRect().right,
          }));
          expect.soft(wide, `scrolls sideways at ${width} px`).toBeLessThanOrEqual(1);
          expect.soft(Math.min(left, right), `outside of ${width} px`).toBeGreaterThanOrEqual(0);
          expect.soft(await cutWords(shown), `cut at ${width} px`).toEqual([]);
        }
        expect.soft(await moving(page), 'moves although the person asked for less of it').toEqual([]);
        await expect.poll(() => shown.evaluate((element) => element.contains(document.activeElement))).toBe(true);
      });
    }
  });
}
