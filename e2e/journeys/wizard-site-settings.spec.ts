import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test as base, type Page } from '@playwright/test';
import { ANSWERS, answersByApi, draftByApi, openWithClaim, registerByApi } from '../support/api-claim.ts';
import { describeClaim, goOn } from '../support/claim.ts';
import { newAddress, registerAtGate } from '../support/people.ts';
import { FIXTURE_LIMIT_MS, startProgram, type Program } from '../support/program.ts';
import { expectAccessible, heading } from '../support/test.ts';

/** A site that chose reading B of the wizard, other amounts, and third-party tags; header and footer have every field. */
const SITE = {
  header: {
    site_title: 'Northern Prairie Claims & Letters',
    site_tagline: 'We write to who owes you, in plain words, and post it for you.',
    site_logo: '/favicon.svg',
    show_navigation: true,
    navigation_items: [
      { title: 'About our association', url: '/about' },
      { title: 'Membership', url: 'https://members.example/' },
    ],
    seo: { meta_title: 'Northern Prairie Claims', meta_description: 'Letters that ask.', meta_keywords: 'letters' },
  },
  footer: {
    footer_text: '© 2026 Northern Prairie Association of Small Businesses and Landlords. All rights reserved.',
    company_email: 'claims.and.letters.desk@northern-prairie-association.example',
    postal_address: 'Northern Prairie Association\n1200 Long Meadow Avenue, Suite 4400\nAmes, IA 50010',
    social_links: {
      linkedin: 'https://linkedin.example/np',
      facebook: 'https://facebook.example/np',
      instagram: 'https://instagram.example/np',
      twitter: 'https://x.example/np',
    },
  },
  wizard: { layout: 'B', amountMin: 100, amountMax: 250_000 },
  advertisement: { google_analytics_code: 'G-ABCDEF1234' },
};

interface WorkerFixtures {
  site: Program;
}
const test = base.extend<object, WorkerFixtures>({
  site: [
    async ({}, use) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'redress-site-'));
      const file = path.join(folder, 'site.json');
      await writeFile(file, JSON.stringify(SITE));
      const program = await startProgram({ SITE_CONFIG: file });
      await use(program);
      await program.stop();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: FIXTURE_LIMIT_MS },
  ],
  baseURL: async ({ site }, use) => use(site.url),
});

const documentClass = (page: Page) =>
  page.evaluate(() => {
    const data = document.querySelector('#redress-page')?.textContent ?? '{}';
    return (JSON.parse(data) as { documentClass?: string }).documentClass;
  });
/** Says later whether the document is still the same one. */
const markDocument = (page: Page) => page.evaluate(() => void Object.assign(window, { marked: true }));
const isMarked = (page: Page) => page.evaluate(() => 'marked' in window);

test('with tags, the account gate and all behind it stand in a document of their own, and nothing typed is lost', async ({
  page,
  site,
}) => {
  await page.goto('/');
  expect(await documentClass(page)).toBe('public');
  await markDocument(page);
  await describeClaim(page, { category: 'Other', amount: '100.00' });
  const gate = page.getByRole('dialog', { name: 'Save Your Progress' });
  await expect(gate).toBeVisible();
  await expect(page).toHaveURL(/\/\?step=1\.3&doc=private$/);
  expect(await isMarked(page)).toBe(false);
  expect(await documentClass(page)).toBe('private');

  await registerAtGate(page, site, newAddress());
  await expect(page).toHaveURL(/\/\?step=2\.0&doc=private$/);
  await page.reload();
  await expect(heading(page, 'Who are you filing this claim as?')).toBeVisible();
  expect(await documentClass(page)).toBe('private');

  // Once inside, going back to a question needs no other document.
  await markDocument(page);
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page.getByLabel('How much are you owed?')).toHaveValue('100.00');
  await expect(page.getByLabel('City')).toHaveValue('Springfield');
  expect(await isMarked(page)).toBe(true);
  await goOn(page);
  await expect(heading(page, 'Who are you filing this claim as?')).toBeVisible();

  // An address without the mark, as of a link or a bookmark, leads into the private document by itself.
  await page.goto('/?step=2.0');
  await expect(page).toHaveURL(/\/\?step=2\.0&doc=private$/);
  await expect(heading(page, 'Who are you filing this claim as?')).toBeVisible();
});

test('the card form stands in the private document of a site with tags', async ({ page, site }) => {
  await registerByApi(page, site);
  await openWithClaim(page, '/?step=5.1', await draftByApi(page, site));
  await expect(page).toHaveURL(/doc=private$/);
  await expect(
    page.getByRole('group', { name: 'Card details' }).frameLocator('iframe').getByLabel('Card number'),
  ).toBeVisible();
});

test('reading B: five steps, the generating screen continues by itself, and the letter follows the order', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 1400, height: 900 });
  await page.clock.install();
  await registerByApi(page, site);
  await openWithClaim(page, '/?step=4.4', await answersByApi(page, site, ANSWERS, [4, 3]));
  await expect(heading(page, 'Generating Your File')).toBeVisible();
  await expect(page.getByText('Step 4 of 5 · Claim Details').first()).toBeVisible();
  const steps = page.getByRole('navigation', { name: 'Steps of your case' });
  await expect(steps.getByRole('listitem')).toHaveCount(5);
  await expect(page.getByRole('button', { name: 'Continue', exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Back', exact: true })).toBeVisible();
  await expect(async () => {
    await page.clock.fastForward(2_000);
    await expect(page).toHaveURL(/step=5\.0/, { timeout: 100 });
  }).toPass();

  // A closed step says why it stays closed.
  await page.goto('/?step=6.0');
  await expect(heading(page, /./)).toBeVisible();
  await expect(page).not.toHaveURL(/step=6/);
});

test('a site that fills every field names itself and a person on each public page and in the help, also at 320 px', async ({
  page,
  site,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 320, height: 700 });
  const { company_email: email } = SITE.footer;
  for (const path of ['/', '/prices', '/how-it-works', '/help', '/terms', '/privacy', '/nothing-here']) {
    await page.goto(`${site.url}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('contentinfo').getByRole('link', { name: email })).toBeVisible();
    await expect(page.getByRole('contentinfo').getByRole('link')).toHaveText([
      ...['Prices', 'How it works', 'Help', 'Terms of Use', 'Privacy Policy'],
      ...[email, 'LinkedIn', 'Facebook', 'Instagram', 'X'],
    ]);
    const namesPerson = !['/', '/nothing-here'].includes(path);
    await expect(page.getByRole('main').getByText('1200 Long Meadow Avenue')).toHaveCount(namesPerson ? 1 : 0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0);
  }
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Help' }).click();
  const panel = page.getByRole('dialog', { name: 'What your case is about' });
  await expect(panel.getByRole('link', { name: email })).toBeVisible();
  await expectAccessible(page);
});
