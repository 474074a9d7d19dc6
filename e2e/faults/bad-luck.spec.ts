import type { Page, Route } from '@playwright/test';
import { answersByApi, callApi, openWithClaim, UNTIL_STORY } from '../support/api-claim.ts';
import { buildVariant, release, removeVariant } from '../support/builds.ts';
import { goOn } from '../support/claim.ts';
import { personElsewhere, signInAgain, type PersonElsewhere } from '../support/ended-session.ts';
import { logIn } from '../support/people.ts';
import type { Program } from '../support/program.ts';
import { expect, expectNoise, test } from '../support/test.ts';

const STORY = 'They kept my deposit. I asked twice.';

let ann: PersonElsewhere;
let ben: PersonElsewhere;
let cleo: PersonElsewhere;
/** A newer build of the wizard with the same behaviour. */
let newer: { dist: string; buildId: string };

test.beforeAll(async ({ browser, program }) => {
  test.setTimeout(120_000);
  const made = buildVariant('mf-wizard', [
    { file: 'src/lifecycles.tsx', from: '({ config, App', to: '({ config: { ...config }, App' },
  ]);
  [ann, ben, cleo] = [
    await personElsewhere(browser, program),
    await personElsewhere(browser, program),
    await personElsewhere(browser, program),
  ];
  newer = await made;
  await release(program, 'publish', 'mf-wizard', '--promote', '--dist', newer.dist);
});
test.afterAll(async () => {
  await Promise.all([ann, ben, cleo].map((person) => person.close()));
  await removeVariant(newer);
});
test.beforeEach(({ page }) => expectNoise(page));

const story = (page: Page) => page.getByLabel('What happened');
const saved = (page: Page) => expect(page.getByText(/^Saved at/)).toBeVisible();
const notSaved = (page: Page) => expect(page.getByRole('status').filter({ hasText: /^Not saved yet/ })).toBeVisible();
const wizard = (page: Page) => page.locator('[data-remote=mf-wizard]');
const emptyWizard = (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name: /best classifies/ })).toBeVisible();

/** At the story of a claim of Ann's, with its first words saved. */
async function atStory(page: Page, program: Program): Promise<string> {
  await ann.signIn(page.context());
  const draft = await answersByApi(page, program, UNTIL_STORY, [4, 0]);
  await openWithClaim(page, '/?step=4.0', draft);
  await story(page).fill('They kept my deposit.');
  await saved(page);
  return draft;
}

async function storyOnServer(page: Page, program: Program, draft: string): Promise<unknown> {
  const { session } = await callApi<{ session: { form_data: Record<string, unknown> } }>(
    page,
    program,
    `/api/sessions/form_session?form_session_id=${draft}`,
  );
  return session.form_data['claimDescription'];
}

async function logOut(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await page.getByText('Log Out', { exact: true }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByLabel('E-mail')).toBeVisible();
}

/** Serves the build before the newest, and waits until the tab has it; then the newest is served again. */
async function rollBackUnder(page: Page, program: Program, whileRolledBack: () => Promise<void>): Promise<void> {
  await release(program, 'rollback', 'mf-wizard', '--reason', 'drill');
  await whileRolledBack();
  await release(program, 'promote', `mf-wizard@${newer.buildId}`);
}

test('the provider’s window returns as somebody else: an empty page for him, her text is kept for her', async ({
  page,
  program,
}) => {
  const draft = await atStory(page, program);
  await ann.endSessions();
  await story(page).fill(STORY);
  await notSaved(page);
  await page.getByRole('button', { name: 'Log in to go on' }).click();
  const opened = page.waitForEvent('popup');
  await page.getByRole('dialog').getByRole('button', { name: 'Continue with Google' }).click();
  const popup = await opened;
  await popup.getByLabel('Email', { exact: true }).fill(`somebody.else.${Date.now()}@example.com`);
  await popup.getByRole('button', { name: 'Sign in' }).click();
  await emptyWizard(page);
  await expect(page.getByText('deposit')).toHaveCount(0);

  await logOut(page);
  await logIn(page, ann.address);
  await openWithClaim(page, '/?step=4.0', draft);
  await expect(story(page)).toHaveValue(STORY);
  await saved(page);
  expect(await storyOnServer(page, program, draft)).toBe(STORY);
});

test('three people at one computer, one after another: each finds what is theirs and nothing else', async ({
  page,
  program,
}) => {
  const draft = await atStory(page, program);
  await logOut(page);
  await logIn(page, ben.address);
  const his = await answersByApi(page, program, { ...UNTIL_STORY, firstname: 'Ben' }, [4, 0]);
  await openWithClaim(page, '/?step=4.0', his);
  await story(page).fill('She never paid.');
  await saved(page);
  // He only goes away; his session ends by itself while words are not saved.
  await ben.endSessions();
  await story(page).fill('She never paid me back.');
  await notSaved(page);

  await page.goto('/login');
  await page.getByLabel('E-mail').fill(cleo.address);
  await logIn(page, cleo.address);
  await page.goto('/');
  await emptyWizard(page);
  await expect(page.getByText(/never paid|deposit|Ben/)).toHaveCount(0);
  await page.getByRole('radio', { name: 'Other', exact: true }).check();
  await saved(page);
  await logOut(page);

  await logIn(page, ben.address);
  await openWithClaim(page, '/?step=4.0', his);
  await expect(story(page)).toHaveValue('She never paid me back.');
  await saved(page);
  await logOut(page);
  await logIn(page, ann.address);
  await openWithClaim(page, '/?step=4.0', draft);
  await expect(story(page)).toHaveValue('They kept my deposit.');
});

test('a rollback while signed out: the words stay over it, and are saved after signing in there', async ({
  page,
  program,
}) => {
  const draft = await atStory(page, program);
  await ann.endSessions();
  await story(page).fill(STORY);
  await notSaved(page);
  await expect(wizard(page)).toHaveAttribute('data-build', newer.buildId);
  await rollBackUnder(page, program, async () => {
    await expect(wizard(page)).not.toHaveAttribute('data-build', newer.buildId);
    await expect(story(page)).toHaveValue(STORY);
    await notSaved(page);
    await signInAgain(page, ann.address);
    await saved(page);
    expect(await storyOnServer(page, program, draft)).toBe(STORY);
  });
});

test('a captive portal answers HTML with 200 to everything, and the wizard is rolled back behind it', async ({
  page,
  program,
}) => {
  const draft = await atStory(page, program);
  const portal = (route: Route) =>
    route.fulfill({
      status: 200,
      contentType: 'text/html',
      body: '<!doctype html><title>Welcome</title>Accept our terms',
    });
  await page.context().route('**/*', portal);
  await story(page).fill(STORY);
  await notSaved(page);
  await rollBackUnder(page, program, async () => {
    // What is loaded late comes from the portal too; the words stay.
    await goOn(page);
    await expect(page.getByText(/Accept our terms/)).toHaveCount(0);
    await page.goBack();
    await expect(story(page)).toHaveValue(STORY);
    await notSaved(page);
    await page.context().unroute('**/*', portal);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await saved(page);
    await expect(wizard(page)).not.toHaveAttribute('data-build', newer.buildId, { timeout: 30_000 });
    await expect(story(page)).toHaveValue(STORY);
    expect(await storyOnServer(page, program, draft)).toBe(STORY);
  });
});

test('storage is cleared in the middle, then cookies too: what is on screen is saved', async ({ page, program }) => {
  const draft = await atStory(page, program);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await story(page).fill('They kept my deposit. I asked.');
  await saved(page);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.context().clearCookies();
  await story(page).fill(STORY);
  await notSaved(page);
  await signInAgain(page, ann.address);
  await saved(page);
  expect(await storyOnServer(page, program, draft)).toBe(STORY);
});

test('a translator wraps every text and removes what it replaces: the wizard works on', async ({ page, program }) => {
  const draft = await atStory(page, program);
  await page.evaluate(() => {
    const rewrite = () => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: Text[] = [];
      while (texts.nextNode()) found.push(texts.currentNode as Text);
      for (const text of found) {
        const parent = text.parentElement;
        if (!parent || parent.closest('script, style, textarea, option, font') || !text.data.trim()) continue;
        const font = document.createElement('font');
        font.append(Object.assign(document.createElement('font'), { textContent: text.data }));
        text.replaceWith(font);
      }
    };
    rewrite();
    new MutationObserver(rewrite).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  await story(page).fill(STORY);
  await goOn(page);
  await expect(page.getByLabel('How you calculated it')).toBeVisible();
  await page.getByLabel('How you calculated it').fill('It was $1,250.50.');
  await goOn(page);
  await expect(page.getByLabel('Venmo')).toBeVisible();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(story(page)).toHaveValue(STORY);
  await expect(page.locator('.redress-failure')).toHaveCount(0);
  await expect(wizard(page)).toHaveAttribute('data-build', newer.buildId);
  await expect.poll(() => storyOnServer(page, program, draft)).toBe(STORY);
});

test('a phone sleeps between each two requests: nothing is lost or asked twice', async ({ page, program }) => {
  const draft = await atStory(page, program);
  const phone = await page.context().newCDPSession(page);
  const sleep = async () => {
    await phone.send('Page.setWebLifecycleState', { state: 'frozen' });
    await phone.send('Page.setWebLifecycleState', { state: 'active' });
  };
  const saves: unknown[] = [];
  await page.route('**/api/**', async (route) => {
    await sleep();
    if (route.request().url().includes('save_form_data')) saves.push(route.request().postDataJSON());
    // The answer comes while it sleeps.
    const response = await route.fetch();
    await sleep();
    await route.fulfill({ response });
  });
  await story(page).fill(STORY);
  await saved(page);
  await goOn(page);
  await page.getByLabel('How you calculated it').fill('It was $1,250.50.');
  await expect.poll(async () => saves.length).toBeGreaterThan(1);
  await saved(page);
  expect(await storyOnServer(page, program, draft)).toBe(STORY);
  const ids = saves.map((save) => (save as { save_id: string }).save_id);
  expect(new Set(ids).size).toBe(ids.length);
});
