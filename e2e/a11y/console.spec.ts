import type { Page } from '@playwright/test';
import { line, report, reportAllWell, sql, test } from '../support/console.ts';
import type { ReleasePrograms } from '../support/release-programs.ts';
import { expect, expectAccessible } from '../support/test.ts';

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

test.beforeEach(async ({ releases, view }) => {
  await reportAllWell(releases);
  await reportFailing(releases);
  await view.reload();
  await expect(line(view, /mf-account on production is failing/)).toBeVisible();
});

/** No barrier and no sideways scroll, at every width: the page stays open, as on a device that is turned. */
async function expectGood(view: Page, name: string): Promise<void> {
  for (const width of [320, 375, 1280, 1920]) {
    await view.setViewportSize({ width, height: 800 });
    expect(await hasNoSidewaysScroll(view), `${name} at ${width} px`).toBe(true);
    await expectAccessible(view);
  }
}

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
  await view.addStyleTag({ content: 'html { font-size: 200% }' }).catch(() => {});
  await view.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await expect(line(view, /mf-account on production is failing/)).toBeVisible();
  for (const address of ['/#/now', '/#/remotes/mf-account', '/#/history/ledger', '/#/people']) {
    await view.evaluate((hash) => (location.hash = hash), address.slice(1));
    await expect(view.locator('[aria-busy=true]')).toHaveCount(0);
    expect(await hasNoSidewaysScroll(view), address).toBe(true);
    await expectAccessible(view);
  }
});
