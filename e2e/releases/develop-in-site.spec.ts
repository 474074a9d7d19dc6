import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { draftByApi, registerByApi } from '../support/api-claim.ts';
import { newAddress, PASSWORD } from '../support/people.ts';
import { aCopyOf, aNewRemote, runDev, type RemoteFolder } from '../support/remote-folder.ts';
import { expect, expectNoise, heading, test } from '../support/test.ts';

let remote: RemoteFolder;
test.beforeAll(async () => {
  remote = await aNewRemote();
});
test.afterAll(() => remote.remove());

const signIn = async (page: Page, address: string) => {
  await page.getByLabel('E-mail').fill(address);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
};
const name = (page: Page) => page.getByLabel('Name');
const strip = (page: Page) => page.getByRole('complementary', { name: 'Development' });

test('a remote is worked on inside the released site: each save is seen with what is typed, and nothing is written', async ({
  page,
  program,
}) => {
  test.setTimeout(150_000);
  const address = newAddress();
  await registerByApi(page, program, address);
  await page.context().clearCookies();
  const dev = await runDev(remote.folder, '--site', program.url);
  try {
    await test.step('nobody gets in without the printed address', async () => {
      expect((await page.request.get(dev.origin)).status()).toBe(403);
      await page.goto(dev.address);
      await expect(page).toHaveURL(`${dev.origin}/`);
    });

    await test.step('a page of another origin, also of this machine, reads nothing of it', async () => {
      const stranger = await page.context().newPage();
      await stranger.goto(`${program.url}/terms`);
      const asked = stranger.evaluate(
        async (url) => void (await fetch(url, { credentials: 'include' })),
        `${dev.origin}/releases/snapshot`,
      );
      await expect(asked).rejects.toThrow('Failed to fetch');
      await stranger.close();
    });

    await test.step('who is not signed in signs in at the deployed site, whose cookies stay out of the browser', async () => {
      await page.goto(`${dev.origin}/hello`);
      await signIn(page, address);
      await expect(heading(page)).toHaveText('Hello');
      const cookies = (await page.context().cookies()).map((cookie) => cookie.name);
      expect(cookies).toContain(`redress-dev-${new URL(dev.origin).port}`);
      expect(cookies.filter((cookie) => cookie.includes('session'))).toEqual([]);
    });

    await test.step('it stands in the frame of the site, with its entry in the side bar, and the page says what it is', async () => {
      const area = page.getByRole('navigation', { name: 'Your account' });
      await expect(area.getByRole('link', { name: 'Hello' })).toHaveAttribute('aria-current', 'page');
      await expect(area.getByRole('link', { name: 'Settings' })).toBeVisible();
      await expect(strip(page)).toContainText(`in ${program.url}, release `);
      // The deployed site knows nothing of it.
      expect((await page.request.get(`${program.url}/hello`)).status()).toBe(404);
    });

    await test.step('a save is seen without a reload, with every key that was typed and the caret in its place', async () => {
      await page.evaluate(() => Object.assign(window, { sameDocument: true }));
      await name(page).pressSequentially('Zoë Nuez');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      const saved = Date.now();
      await remote.edit('src/hello.tsx', '<PageHeading>Hello<', '<PageHeading>Hello again<');
      await expect(heading(page)).toHaveText('Hello again');
      process.stdout.write(`from a save to the screen: ${Date.now() - saved} ms\n`);
      await expect(name(page)).toHaveValue('Zoë Nuez');
      await expect(name(page)).toBeFocused();
      await page.keyboard.type('ñ');
      await expect(page.getByText('Good day, Zoë Nuñez.')).toBeVisible();
      expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
    });

    await test.step('its scripts lead to their sources', async () => {
      const maps = await page.evaluate(async () => {
        const urls = performance.getEntriesByType('resource').map(({ name: url }) => url);
        const ofRemote = urls.filter((url) => url.includes('/assets/mf-hello/'));
        const answers = await Promise.all(ofRemote.map((url) => fetch(url)));
        const found = answers.flatMap((answer) => answer.headers.get('sourcemap') ?? []);
        return Promise.all(found.map(async (url) => (await fetch(url)).text()));
      });
      expect(maps.join('\n')).toContain('<PageHeading>Hello again<');
    });

    await test.step('what would change something is refused, and said in the terminal', async () => {
      const status = await page.evaluate(
        async () => (await fetch('/api/user/alerts/dismiss', { method: 'POST', body: '{}' })).status,
      );
      expect(status).toBe(403);
      expect(dev.printed()).toContain('refused: POST /api/user/alerts/dismiss would change something');
    });

    await test.step('a mistake in a file leaves the page as it is, and its repair is seen', async () => {
      await remote.edit('src/hello.tsx', '<section>', '<section');
      await expect.poll(dev.printed).toMatch(/hello\.tsx/);
      await expect(heading(page)).toHaveText('Hello again');
      await remote.edit('src/hello.tsx', '<section', '<section>');
      await remote.edit('src/hello.tsx', 'Hello again<', 'Hello<');
      await expect(heading(page)).toHaveText('Hello');
      await expect(name(page)).toHaveValue('Zoë Nuñez');
    });
  } finally {
    await dev.stop();
  }
});

test('a remote by itself: an edited component takes its place in the page, with what is typed', async ({ page }) => {
  const auth = await aCopyOf('mf-auth');
  const dev = await runDev(auth.folder, '--alone');
  try {
    await page.goto(`${dev.origin}/login`);
    await page.getByLabel('E-mail').fill('zoe@example.com');
    await auth.edit('src/features/login/login-page.tsx', '{auth.login.heading(', 'Edited: {auth.login.heading(');
    await expect(heading(page)).toContainText('Edited: ');
    // A page that was loaded anew would hold nothing.
    await expect(page.getByLabel('E-mail')).toHaveValue('zoe@example.com');
  } finally {
    await dev.stop();
    await auth.remove();
  }
});

test('a recorded site serves without a network, with answers made from the contracts', async ({ page, program }) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'redress-recorded-'));
  const recording = await runDev(remote.folder, '--site', program.url, '--record', folder, '--api=fakes');
  await recording.stop();
  expect(recording.printed()).toMatch(/recorded \d{2,} pages and files of release \d+/);
  const dev = await runDev(remote.folder, '--replay', folder);
  try {
    // Nothing of this page comes from the running site.
    await page.route(`${program.url}/**`, (route) => route.abort());
    await page.goto(dev.address);
    await page.goto(`${dev.origin}/hello`);
    await expect(heading(page)).toHaveText('Hello');
    await expect(strip(page)).toContainText('as recorded');
    await page.getByRole('navigation', { name: 'Your account' }).getByRole('link', { name: 'Settings' }).click();
    await expect(page).toHaveURL(`${dev.origin}/settings`);
    await expect(heading(page)).toBeVisible();
  } finally {
    await dev.stop();
    await rm(folder, { recursive: true });
  }
});

test('a file of the checkout is saved while somebody is about to pay: the open form stays as it is', async ({
  page,
  program,
}) => {
  test.setTimeout(120_000);
  // The sandbox of the card service shows its frames in pages of the site's own address alone.
  expectNoise(page);
  const address = newAddress();
  await registerByApi(page, program, address);
  const claim = await draftByApi(page, program);
  const checkout = await aCopyOf('mf-checkout');
  const dev = await runDev(checkout.folder, '--site', program.url, '--allow-writes');
  try {
    await page.goto(dev.address);
    await expect(strip(page)).toContainText('Writes are allowed');
    await page.goto(`${dev.origin}/login`);
    await signIn(page, address);
    await expect(page).toHaveURL(`${dev.origin}/dashboard`);
    await page.evaluate((id) => sessionStorage.setItem('form_session_id', id), claim);
    await page.goto(`${dev.origin}/?step=5.1`);
    await page.getByLabel('Cardholder name').fill("Zoë O'Brien-Núñez");
    const slot = page.locator('[data-slot="wizard.payment"]');
    const build = await slot.getAttribute('data-build');
    expect(dev.printed()).toContain(`mf-checkout ${build}:`);

    // A tab asks for a second release when it has adopted the first.
    for (const [before, after] of [
      ['{ config, App }', '{ config: { ...config }, App }'],
      ['{ ...config }', 'Object.assign({}, config)'],
    ] as const) {
      const asked = page.waitForRequest((request) => request.url().includes('/releases/snapshot'));
      await checkout.edit('src/lifecycles.tsx', before, after);
      await asked;
    }
    await expect(slot).toHaveAttribute('data-build', build!);
    await expect(page.getByLabel('Cardholder name')).toHaveValue("Zoë O'Brien-Núñez");

    await page.goto(`${dev.origin}/?step=5.1`);
    await expect(page.getByLabel('Cardholder name')).toBeVisible();
    expect(await slot.getAttribute('data-build')).not.toBe(build);
  } finally {
    await dev.stop();
    await checkout.remove();
  }
});
