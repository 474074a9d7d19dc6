import type { Page } from '@playwright/test';
import { CONSOLE_VERSION_HEADER } from '@redress/contracts/release-api';
import { aRemote, aShell } from '@redress/releases/testing';
import { openConsole as open, serviceTest, type ReleaseService } from '../support/release-service.ts';
import { expect, expectAccessible } from '../support/test.ts';

const first = aRemote({ buildId: 'a1' });
const second = aRemote({ buildId: 'b2', version: '1.1.0' });
const third = aRemote({ buildId: 'c3', version: '1.2.0' });
const letters = aRemote({
  name: 'mf-letters',
  buildId: '11',
  change: (build) => void (build.uses = { slots: ['wizard.offer'], links: ['/'] }),
});
const newerLetters = aRemote({ name: 'mf-letters', buildId: '12', version: '1.1.0' });
const id = ({ descriptor }: typeof first) => descriptor.buildId;

const test = serviceTest(async (service) => {
  await service.release(aShell(), first, letters);
  await service.release(second);
  await service.publish(third, newerLetters);
});

const dialogOf = (page: Page) => page.getByRole('dialog');
const tried = (page: Page) => dialogOf(page).getByRole('region', { name: 'What this would do' });
const serving = async ({ core }: ReleaseService, name = 'mf-wizard') =>
  (await core.channels.current('production'))?.builds[name]?.current;
/** Sessions that have reported a build of the wizard. @param failedAt - when it failed in them */
const reports = ({ core }: ReleaseService, build: typeof first, failedAt: Date | null, ...names: string[]) =>
  core.db
    .insertInto('releases.health_voice')
    .values(
      names.map((voice) => ({
        channel: 'production',
        remote: 'mf-wizard',
        build_id: id(build),
        voice,
        address_group: voice,
        last_at: new Date(),
        failed_at: failedAt,
        vital_at: null,
        slow_at: null,
      })),
    )
    .execute();
const press = (page: Page, name: string | RegExp) => dialogOf(page).getByRole('button', { name }).click();

async function beginRollBack(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Roll back: mf-wizard' }).click();
  const reason = dialogOf(page).getByLabel(/^Reason/);
  await reason.fill('wrong total');
}

async function expectFits(page: Page): Promise<void> {
  const { width } = page.viewportSize()!;
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  const inside = await dialogOf(page).evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth));
  expect(inside.every((over) => over <= 0)).toBe(true);
  await expectAccessible(page);
}

/** With a ready reason, unless another one is given. */
async function finish(page: Page, action: string, reason?: string): Promise<void> {
  const dialog = dialogOf(page);
  if (reason === undefined)
    await dialog.getByRole('list', { name: 'Ready reasons' }).getByRole('button').first().click();
  else await dialog.getByLabel(/^Reason/).fill(reason);
  await press(page, action);
  await expect(dialog).toHaveCount(0);
}

for (const width of [320, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    test('a remote is rolled back with a look at what that does, and the proof follows', async ({ page, service }) => {
      await open(page, service);
      await page.getByRole('button', { name: 'Roll back: mf-wizard' }).click();
      await expect(tried(page)).toContainText('It would be done at once.');
      await expect(tried(page).getByRole('heading', { name: 'mf-wizard: b2000000 to a1000000' })).toBeVisible();
      await tried(page).getByText('Difference').click();
      await expect(tried(page)).toContainText('a returning visitor fetches');
      await tried(page).getByText('Who depends on mf-wizard (1)').click();
      await expect(tried(page)).toContainText('mf-letters: leads to /');
      await expect(tried(page)).toHaveAttribute('aria-busy', 'false');
      await expectFits(page);
      expect(await serving(service)).toBe(id(second));

      await press(page, 'Roll back');
      await expect(dialogOf(page).getByRole('alert')).toContainText('Say why');
      await finish(page, 'Roll back');
      expect(await serving(service)).toBe(id(first));
      const proof = page.getByRole('region', { name: 'Since the act' });
      await expect(proof).toContainText(/Here: new loads get it since \d\d:\d\d:\d\d\./);
      await expect(proof).toContainText('mf-wizard: no session reported the build before');
      await expectFits(page);
    });

    test('several go back in one snapshot, and everything to a numbered one', async ({ page, service }) => {
      await service.release(newerLetters);
      await open(page, service);
      await page.getByRole('button', { name: 'Roll back several' }).click();
      await dialogOf(page).getByRole('checkbox', { name: 'mf-wizard' }).check();
      await dialogOf(page).getByRole('checkbox', { name: 'mf-letters' }).check();
      await expect(tried(page).getByRole('heading', { level: 3 })).toHaveCount(2);
      await expectFits(page);
      await finish(page, 'Roll back', 'as agreed');
      expect([await serving(service), await serving(service, 'mf-letters')]).toEqual([id(first), id(letters)]);

      await page.getByRole('tab', { name: 'History' }).click();
      await page.getByRole('button', { name: 'Back to it: snapshot 3' }).click();
      await expect(tried(page).getByRole('heading', { level: 3 })).toHaveCount(2);
      await expectFits(page);
      await finish(page, 'Roll back');
      expect([await serving(service), await serving(service, 'mf-letters')]).toEqual([id(second), id(newerLetters)]);
    });

    test('another build is served, and a frozen channel only in spite of it', async ({ page, service }) => {
      const manager = { name: 'release-manager', role: 'release-manager' as const, team: null };
      await open(page, service, 'coming');
      await page.getByRole('button', { name: 'Freeze', exact: true }).click();
      await dialogOf(page).getByLabel('Until').fill('2099-01-01T08:00');
      await finish(page, 'Freeze', 'year end');
      await page.getByRole('tab', { name: 'Remotes' }).click();
      await page.getByRole('button', { name: 'Serve another build: mf-wizard' }).click();
      await dialogOf(page).getByLabel('Build', { exact: true }).selectOption(id(third));
      await expect(tried(page)).toContainText('It would be refused.');
      await expect(tried(page)).toContainText('FROZEN');
      await expectFits(page);
      await dialogOf(page)
        .getByRole('checkbox', { name: /in spite of it/ })
        .check();
      await expect(tried(page)).toContainText('It would be done at once.');
      await finish(page, 'Serve another build');
      expect(await serving(service)).toBe(id(third));
      const [entry] = (await service.core.channels.history('production', 1)) ?? [];
      expect(entry).toMatchObject({ kind: 'promote', actor: manager.name });
    });

    test('off shows what visitors will see, and on ends it', async ({ page, service }) => {
      await open(page, service);
      await page.getByRole('button', { name: 'Switch off: mf-wizard' }).click();
      const seen = dialogOf(page).getByRole('region', { name: 'What visitors would see' });
      await expect(seen).toContainText('Closed for a moment');
      await expect(seen.getByRole('listitem')).toContainText(['/']);
      await expectFits(page);
      await dialogOf(page).getByRole('list', { name: 'Ready reasons' }).getByRole('button').first().click();
      await press(page, 'Switch off');
      await finish(page, 'Yes, switch off mf-wizard for everybody');
      await page.getByRole('button', { name: 'Switch on: mf-wizard' }).click();
      await expect(tried(page)).toContainText('mf-wizard is switched on');
      await finish(page, 'Switch on');
      await page.getByRole('button', { name: 'More: mf-letters' }).click();
      await page.getByRole('menuitem', { name: 'Retire' }).click();
      await expect(tried(page)).toContainText('mf-letters goes off the channel');
      await expectFits(page);
      await finish(page, 'Retire');
      expect(await serving(service, 'mf-letters')).toBeUndefined();
    });

    test('a rollout begins, grows, pauses, goes on and is taken back', async ({ page, service }) => {
      await open(page, service);
      await page.getByRole('button', { name: 'More: mf-wizard' }).click();
      await page.getByRole('menuitem', { name: 'Roll out' }).click();
      await dialogOf(page).getByLabel('Build', { exact: true }).selectOption(id(third));
      await dialogOf(page)
        .getByLabel(/^Then, in percent/)
        .fill('5, 50');
      await expect(tried(page)).toContainText('10, 5, 50 % do not grow.');
      await dialogOf(page)
        .getByLabel(/^Then, in percent/)
        .fill('50, 100');
      await dialogOf(page).getByRole('checkbox', { name: 'Staff' }).check();
      await dialogOf(page).getByLabel('Countries (').fill('us, ca');
      await expect(tried(page)).toContainText('10 % of visitors, and staff, everybody in US CA');
      await expectFits(page);
      await finish(page, 'Roll out');
      await page.getByRole('tab', { name: 'Now' }).click();
      const bar = page.getByRole('progressbar', { name: /1\.2\.0 c3000000 of mf-wizard/ });
      await expect(bar).toHaveAttribute('value', '10');
      await expect(page.getByText('no reports; of everybody else no reports')).toBeVisible();
      await expectFits(page);
      for (const act of ['Pause', 'Go on']) {
        await page.getByRole('button', { name: `${act}: mf-wizard` }).click();
        await expect(tried(page)).toContainText('Visitors get nothing else.');
        await finish(page, act);
      }
      await page.getByRole('button', { name: 'Change the share: mf-wizard' }).click();
      await dialogOf(page).getByLabel('Percent of the visitors').fill('20');
      await finish(page, 'Roll out');
      await expect(bar).toHaveAttribute('value', '20');
      await page.getByRole('button', { name: 'Take it back: mf-wizard' }).click();
      await expect(tried(page)).toContainText('The rollout of mf-wizard c3000000 to 20 % ends.');
      await finish(page, 'Take it back');
      await expect(bar).toHaveCount(0);
    });

    test('a preview is made, its address shown once, and ended', async ({ page, service }) => {
      await open(page, service, 'coming');
      await page.getByRole('button', { name: 'Make a preview' }).click();
      await dialogOf(page).getByLabel('mf-wizard', { exact: true }).selectOption(id(third));
      await expectFits(page);
      await press(page, 'Make it');
      await expect(dialogOf(page).getByLabel('Address')).toHaveValue(/^\/.+/);
      await expectFits(page);
      await press(page, 'Close');
      await page.getByRole('button', { name: 'End: preview 1' }).click();
      await finish(page, 'End', 'seen');
      await expect(page.getByText('No preview can be opened now.')).toBeVisible();
    });
  });
}

test('whoever decided on what another has changed since is shown that first, and nothing typed is lost', async ({
  page,
  service,
}) => {
  await open(page, service);
  await beginRollBack(page);
  await expect(tried(page)).toContainText('b2000000 to a1000000');
  await service.release(third);
  await expect(tried(page)).toContainText('Somebody else acted meanwhile');
  await expect(tried(page)).toContainText('In snapshot 3 release-manager changed mf-wizard');
  // The button sends the number of the old snapshot, which the service refuses.
  await press(page, 'Roll back');
  await expect(dialogOf(page).getByRole('alert')).toContainText('CHANGED_MEANWHILE');
  expect(await serving(service)).toBe(id(third));
  await press(page, 'Decide on what is served now');
  await expect(tried(page)).toContainText('c3000000 to b2000000');
  await expect(dialogOf(page).getByLabel(/^Reason/)).toHaveValue('wrong total');
  await finish(page, 'Roll back', 'wrong total');
  expect(await serving(service)).toBe(id(second));
});

test('a token that ends while a dialog is open is asked for again over it', async ({ page, service }) => {
  const ann = await service.person('ann', 'release-manager');
  await open(page, service, 'remotes', ann.token);
  await beginRollBack(page);
  await ann.end();
  const again = page.getByRole('dialog', { name: 'You are signed out' });
  await expect(again).toBeVisible();
  expect(await serving(service)).toBe(id(second));
  await again.getByLabel('Token').fill(await service.token('release-manager'));
  await again.getByRole('button', { name: 'Open' }).click();
  await expect(again).toHaveCount(0);
  await expect(dialogOf(page).getByLabel(/^Reason/)).toHaveValue('wrong total');
  await finish(page, 'Roll back', 'wrong total');
  expect(await serving(service)).toBe(id(first));
});

test('an act whose answer is lost is done once, however often it is pressed', async ({ page, service }) => {
  await open(page, service);
  await beginRollBack(page);
  await page.route(
    '**/api/rollback',
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await press(page, 'Roll back');
  await expect(dialogOf(page)).toContainText('It may have been done, or not. Press again');
  await finish(page, 'Roll back', 'wrong total');
  await expect(page.getByText('mf-wizard is rolled back in snapshot 3.').first()).toBeVisible();
  expect((await service.core.channels.current('production'))?.number).toBe(3);
});

test('two people promote: one asks, the other sees what it does and confirms', async ({ page, service, browser }) => {
  await service.post('/api/channel', { secondPersonMinutes: 60, reason: 'audit' });
  const [ann, bob] = [await service.person('ann', 'release-manager'), await service.person('bob', 'release-manager')];
  await open(page, service, 'remotes', ann.token);
  await page.getByRole('button', { name: 'Serve another build: mf-wizard' }).click();
  await dialogOf(page).getByLabel('Build', { exact: true }).selectOption(id(third));
  await expect(tried(page)).toContainText('It would wait for another person to confirm it within 60 minutes.');
  await finish(page, 'Serve another build');
  await expect(page.getByText('Two people promote to production: promotion 1 waits').first()).toBeVisible();
  await page.getByRole('link', { name: 'See what is to come' }).click();
  await expect(page.getByRole('cell', { name: 'Waiting' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Confirm: 1' })).toHaveCount(0);

  const other = await browser.newPage({ viewport: { width: 320, height: 800 } });
  await open(other, service, 'coming', bob.token);
  await other.getByRole('button', { name: 'Confirm: 1' }).click();
  await expect(tried(other)).toContainText('It is done as soon as you confirm it.');
  await expect(tried(other)).toContainText('b2000000 to c3000000');
  await expectFits(other);
  await press(other, 'Confirm');
  await expect(other.getByText('Promotion 1 is confirmed and done.').first()).toBeVisible();
  await other.close();
  await expect(page.getByRole('cell', { name: /Done/ })).toBeVisible();
  expect(await serving(service)).toBe(id(third));
});

test('an act is done by keyboard alone, with text twice as large', async ({ page, service }) => {
  await page.setViewportSize({ width: 640, height: 800 });
  await open(page, service);
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  await page.getByRole('button', { name: 'Roll back: mf-wizard' }).press('Enter');
  await expect(tried(page)).toContainText('It would be done at once.');
  await expectFits(page);
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Roll back: mf-wizard' })).toBeFocused();
  await page.keyboard.press('Enter');
  await dialogOf(page).getByRole('button', { name: 'Payments fail' }).press('Enter');
  await dialogOf(page)
    .getByLabel(/^Reason/)
    .press('Enter');
  await expect(dialogOf(page)).toHaveCount(0);
  expect(await serving(service)).toBe(id(first));
});

test('a failing remote is rolled back from the line that says so, in one screen of a phone, and the mark is kept', async ({
  page,
  service,
}) => {
  await reports(service, second, new Date(), 'one', 'two', 'three');
  await reports(service, second, null, 'four', 'five', 'six', 'seven', 'eight');
  await page.setViewportSize({ width: 375, height: 700 });
  await open(page, service, 'now');
  await page.getByRole('button', { name: /^Roll back to \w+: mf-wizard$/ }).click();
  await expect(tried(page)).toContainText('It would be done at once.');
  for (const part of [
    dialogOf(page).getByLabel('Back to'),
    dialogOf(page).getByLabel(/^Reason/),
    dialogOf(page).getByRole('button', { name: 'Roll back', exact: true }),
    tried(page).getByText('It would be done at once.'),
  ])
    await expect(part).toBeInViewport({ ratio: 1 });
  await finish(page, 'Roll back');
  expect(await serving(service)).toBe(id(first));
  const done = page.getByText('mf-wizard is rolled back in snapshot 3.').first();
  await expect(done).toBeInViewport();
  await expect(page.getByRole('region', { name: 'Since the act' })).toBeVisible();
  // On another view it is folded, and the view has the screen.
  await page.getByRole('tab', { name: 'Remotes' }).click();
  await expect(page.getByRole('region', { name: 'Since the act' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Serve another build: shell' })).toBeInViewport();
  await page.getByRole('link', { name: 'mf-wizard', exact: true }).click();
  await expect(page.getByRole('rowheader', { name: /b2000000 Bad/ })).toBeVisible();
});

test('the proof counts the sessions that follow, while it is looked at', async ({ page, service }) => {
  await reports(service, second, null, 'one', 'two', 'three');
  await open(page, service);
  await page.getByRole('button', { name: 'Roll back: mf-wizard' }).click();
  await finish(page, 'Roll back');
  const proof = page.getByRole('region', { name: 'Since the act' });
  await expect(proof).toContainText('0 of 3 sessions have followed.');
  await reports(service, first, null, 'one', 'three');
  await expect(proof).toContainText('2 of 3 sessions have followed.');
});

test('a page of another version than the service says so while something is typed, and loads itself anew after', async ({
  page,
  service,
}) => {
  await open(page, service);
  await beginRollBack(page);
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), [CONSOLE_VERSION_HEADER]: 'next' } });
  });
  await expect(page.getByText('A new version of this console is out.').first()).toBeVisible();
  await expect(dialogOf(page).getByLabel(/^Reason/)).toHaveValue('wrong total');
  const loaded = page.waitForEvent('load');
  await press(page, 'Cancel');
  await loaded;
});
