import type { Page } from '@playwright/test';
import pg from 'pg';
import { CLOCK, forgetReports, line, report, reportAllWell, SOON, sql, test } from '../support/console.ts';
import type { ReleasePrograms } from '../support/release-programs.ts';
import { expect, expectAccessible, expectNoise } from '../support/test.ts';

test.beforeEach(({ releases }) => reportAllWell(releases));

/** Between them only lengths differ: `npm run verify` looks for barriers at all four. */
const AXE_WIDTHS = process.env['VERIFY'] === '1' ? [320, 375, 1280, 1920] : [320, 1280];
const hasNoSidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

/** A remote that fails, with an error whose words are as long as they come. */
async function reportFailing(releases: ReleasePrograms): Promise<void> {
  await report(releases, { remote: 'mf-account', all: 60, failing: 14 });
  await sql(
    releases,
    `insert into releases.browser_error
     (remote, build_id, digest, kind, message, cause, frames, sessions, events, first_at, last_at)
     select remote, build_id, 'd', 'render-error', $1, 'TypeError', $2, 3, 9, now(), now()
     from releases.health_voice where remote = 'mf-account' limit 1`,
    [`Cannot read ${'properties'.repeat(20)}`, JSON.stringify([`src/${'a-long-folder/'.repeat(8)}list.tsx:12:5`])],
  );
}

/** No sideways scroll at any width, and no barrier: the page stays open, as on a device that is turned. */
async function expectGood(view: Page, name: string): Promise<void> {
  for (const width of [320, 375, 1280, 1920]) {
    await view.setViewportSize({ width, height: 800 });
    expect(await hasNoSidewaysScroll(view), `${name} at ${width} px`).toBe(true);
    if (AXE_WIDTHS.includes(width)) await expectAccessible(view);
  }
}

test.describe('beside a remote that fails', () => {
  test.beforeEach(async ({ releases, view }) => {
    await reportFailing(releases);
    await view.reload();
    await expect(line(view, /mf-account on production is failing/)).toBeVisible();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`every view, ${colorScheme}: no barrier, no sideways scroll`, async ({ view }) => {
      test.slow();
      await view.emulateMedia({ colorScheme });
      for (const tab of await view.getByRole('tab').all()) {
        await tab.click();
        await expect(view.locator('[aria-busy=true]')).toHaveCount(0);
        await expectGood(view, await tab.innerText());
      }
      await view.goto('/#/history/ledger');
      await expect(view.getByRole('table', { name: 'Ledger, newest first' })).toBeVisible();
      await expectGood(view, 'the ledger');
      await view.goto('/#/remotes/mf-account');
      await expect(view.getByRole('heading', { name: 'Who depends on it' })).toBeVisible();
      await expect(view.getByRole('table', { name: 'What tabs reported of each build' })).toBeVisible();
      await expect(view.getByText(/^Cannot read/)).toBeVisible();
      await expectGood(view, 'a remote');
    });
  }

  test('at 320 px with text of twice the size, and in forced colours', async ({ view }) => {
    await view.setViewportSize({ width: 320, height: 800 });
    await view.emulateMedia({ forcedColors: 'active' });
    await view.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await expect(line(view, /mf-account on production is failing/)).toBeVisible();
    for (const address of ['/#/now', '/#/remotes/mf-account', '/#/history/ledger', '/#/people']) {
      await view.evaluate((hash) => (location.hash = hash), address.slice(1));
      await expect(view.locator('[aria-busy=true]')).toHaveCount(0);
      expect(await hasNoSidewaysScroll(view), address).toBe(true);
      await expectAccessible(view);
    }
  });
});

test('says that all is well, then which remote fails, of how many sessions and since when, and leads to it', async ({
  view,
  releases,
}) => {
  await expect(view.getByRole('tabpanel').getByText('All well')).toBeVisible(SOON);
  await report(releases, { remote: 'mf-account', all: 60, failing: 14, minutes: 4 });
  const failing = line(view, new RegExp(`^mf-account on production is failing: 14 of 60 sessions since ${CLOCK}`));
  await expect(failing).toBeVisible(SOON);
  // Failing first.
  await expect(view.getByRole('row').nth(1)).toContainText('mf-account');
  await failing.click();
  await expect(view).toHaveURL(/#\/remotes\/mf-account$/);
  await expect(view.getByRole('heading', { name: 'mf-account' })).toBeFocused();
  await view.reload();
  await expect(view.getByRole('heading', { name: 'mf-account' })).toBeVisible();
  await view.goBack();
  await expect(failing).toBeVisible(SOON);
});

test('silence is said, and not taken for health', async ({ view, releases }) => {
  await forgetReports(releases);
  await expect(line(view, /No tab has reported anything yet/)).toBeVisible(SOON);
  await report(releases, { remote: 'mf-account', all: 3, failing: 0, minutes: 25 });
  await expect(line(view, new RegExp(`^No reports since ${CLOCK}`))).toBeVisible(SOON);
  await expect(view.getByRole('tabpanel').getByText('All well')).toHaveCount(0);
});

test('an act of somebody else is there without a reload, and the focus stays', async ({ view, releases }) => {
  const link = view.getByRole('link', { name: 'mf-wizard', exact: true });
  await link.focus();
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const freeze = { from: new Date().toISOString(), until, reason: 'release meeting' };
  await releases.call('release-manager', 'POST', '/api/freeze', freeze);
  await expect(view.getByText(/No promotion to production until .*release meeting/)).toBeVisible(SOON);

  await expect(link).toBeFocused();
  const freezes: unknown = await releases.call('release-manager', 'GET', '/api/freezes');
  const [{ id } = { id: 0 }] = freezes as { id: number }[];
  await releases.call('release-manager', 'POST', '/api/thaw', { id, reason: 'over' });
  await expect(view.getByText(/No promotion to production/)).toHaveCount(0, SOON);
});

test('the focus stays on a row that others pass', async ({ view, releases }) => {
  await expect(view.getByRole('tabpanel').getByText('All well')).toBeVisible(SOON);
  const link = view.getByRole('link', { name: 'mf-account', exact: true });
  await link.focus();
  await report(releases, { remote: 'mf-account', all: 60, failing: 40 });
  await expect(view.getByRole('row').nth(1)).toContainText('mf-account', SOON);
  await expect(link).toBeFocused();
});

test('one of two services dies: the console goes on; both: it says since when and keeps what it knows', async ({
  view,
  releases,
}) => {
  test.slow();
  const notLive = view.getByText(/^Not live since/);
  await expect(view.getByRole('tabpanel').getByText('All well')).toBeVisible(SOON);
  await releases.one.kill();
  await report(releases, { remote: 'mf-account', all: 60, failing: 14 });
  await expect(line(view, /mf-account on production is failing/)).toBeVisible(SOON);
  await expect(notLive).toHaveCount(0);
  await releases.other.kill();
  await expect(notLive).toBeVisible(SOON);
  await expect(view.getByText(/^As it was at/)).toBeVisible();
  await expect(line(view, /mf-account on production is failing/)).toBeVisible();
  await expectAccessible(view);
  await releases.other.start();
  await expect(notLive).toHaveCount(0, SOON);
  await expect(view.getByText(/^As it was at/)).toHaveCount(0, SOON);
  await releases.one.start();
});

test('the site is down: the console works, and says so', async ({ view, releases }) => {
  await releases.site.kill();
  await expect(line(view, /^The site http:.* does not answer since/)).toBeVisible(SOON);
  await view.reload();
  await expect(line(view, /^The site http:.* does not answer since/)).toBeVisible(SOON);
  await releases.site.start();
  await expect(view.getByRole('tabpanel').getByText('All well')).toBeVisible(SOON);
});

test('the database is away: it is said, what was known stays, and a reload waits for it', async ({
  view,
  releases,
}) => {
  test.slow();
  await expect(view.getByRole('tabpanel').getByText('All well')).toBeVisible(SOON);
  const name = new URL(releases.database.url.replace(/^postgresql:/, 'http:')).pathname.slice(1);
  const server = new pg.Client(releases.database.url.replace(`/${name}`, '/postgres'));
  await server.connect();
  try {
    await server.query(`alter database "${name}" allow_connections false`);
    await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    await expect(view.getByText(/^Not live since .*The database of the release service does not answer/)).toBeVisible(
      SOON,
    );
    await expect(view.getByRole('tabpanel').getByText('All well')).toBeVisible();
    await view.reload();
    await expect(view.getByText(/The database of the release service does not answer/)).toBeVisible();
  } finally {
    await server.query(`alter database "${name}" allow_connections true`);
    await server.end();
  }
  const again = view.getByRole('button', { name: 'Try again' });
  const well = view.getByRole('tabpanel').getByText('All well');
  await expect(async () => {
    // An answer that comes later than it is looked for takes the button away.
    if (!(await well.isVisible())) await again.click({ timeout: 1_000 });
    await expect(well).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
});

test('zone and channel stay over a reload; a clock that is wrong does not matter', async ({ page, releases }) => {
  expectNoise(page);
  await page.clock.setFixedTime('2001-01-01T00:00:00Z');
  await page.goto('/');
  await page.getByLabel('Token').fill(releases.token('release-manager'));
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByLabel('Times in').selectOption('UTC');
  await expect(page.getByText(/^(just now|\d+ minutes? ago)$/).first()).toBeVisible();
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByLabel('Channel').selectOption('preview');
  await expect(page).toHaveURL(/#\/history\?channel=preview$/);
  await page.reload();
  await expect(page.getByLabel('Times in')).toHaveValue('utc');
  await expect(page.getByLabel('Channel')).toHaveValue('preview');
  await expect(page.getByRole('tab', { name: 'History' })).toHaveAttribute('aria-selected', 'true');
});
