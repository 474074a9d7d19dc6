import type { Page } from '@playwright/test';
import { ask } from './database.ts';
import { START_LIMIT_MS } from './program.ts';
import { startReleasePrograms, type ReleasePrograms } from './release-programs.ts';
import { expect, expectNoise, test as base } from './test.ts';

/** One for both files of the console: Playwright keeps the programs of a worker where the fixtures are the same. */
export const test = base.extend<{ view: Page }, { releases: ReleasePrograms }>({
  releases: [
    async ({}, use) => {
      const releases = await startReleasePrograms();
      await use(releases);
      await releases.stop();
    },
    { scope: 'worker', timeout: 3 * START_LIMIT_MS },
  ],
  baseURL: async ({ releases }, use) => use(releases.consoleUrl),
  /** The console of a release manager who is signed in. */
  view: async ({ page, releases }, use) => {
    // A service that is away is an error on the network.
    expectNoise(page);
    await page.goto('/');
    await page.getByLabel('Token').fill(releases.token('release-manager'));
    await page.getByRole('button', { name: 'Open' }).click();
    await expect(page.getByRole('tab', { name: 'Now' })).toBeVisible();
    await use(page);
  },
});

/** In the database of the release services. */
export const sql = ({ database }: ReleasePrograms, text: string, values: unknown[] = []) =>
  ask<Record<string, unknown>>(database.url, text, values);

/** What the tabs of so many visitors have reported, `minutes` ago: a state that only time would bring. */
export async function report(
  releases: ReleasePrograms,
  { remote, all, failing, minutes = 3 }: { remote: string; all: number; failing: number; minutes?: number },
): Promise<void> {
  const { remotes } = (await releases.call('release-manager', 'GET', '/api/status')) as {
    remotes: { name: string; buildId: string }[];
  };
  const build = remotes.find(({ name }) => name === remote)?.buildId;
  const at = new Date(Math.floor((Date.now() - minutes * 60_000) / 60_000) * 60_000);
  for (const [kind, count] of [
    ['loaded', all],
    ['render-error', failing],
  ] as const) {
    await sql(
      releases,
      `insert into releases.health (remote, build_id, minute, kind, sessions, events, total)
       values ($1, $2, $3, $4, $5, $5, 0) on conflict do nothing`,
      [remote, build, at, kind, count],
    );
  }
  await sql(
    releases,
    `insert into releases.health_voice (channel, remote, build_id, voice, address_group, last_at, failed_at)
     select 'production', $1, $2, 'visitor ' || n, n::text, $3, case when n <= $5 then $3::timestamptz end
     from generate_series(1, $4::int) n`,
    [remote, build, new Date(at.getTime() + 1_000), all, failing],
  );
}
export const forgetReports = (releases: ReleasePrograms) =>
  sql(releases, 'truncate releases.health, releases.health_voice, releases.browser_error');

/** Every remote is well, as twenty visitors report. */
export async function reportAllWell(releases: ReleasePrograms): Promise<void> {
  await forgetReports(releases);
  for (const remote of ['shell', 'mf-letters', 'mf-wizard']) await report(releases, { remote, all: 20, failing: 0 });
}

/** What the console says of what is not well. */
export const line = (page: Page, name: RegExp | string) =>
  page.getByRole('list', { name: /^What is not well/ }).getByText(name);
/** How the console writes a time: of another day with that day, as some minutes ago are behind midnight. */
export const CLOCK = String.raw`(?:\d{4}-\d\d-\d\d )?\d\d:\d\d`;
/** Within the figures' own rhythm. */
export const SOON = { timeout: 15_000 };
