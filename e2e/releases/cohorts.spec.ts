import type { Browser, Page } from '@playwright/test';
import { cookieNames } from '@redress/contracts/cookies';
import { callApi, registerByApi } from '../support/api-claim.ts';
import { buildVariant, openPreview, ops, release, removeVariant } from '../support/builds.ts';
import { PASSWORD } from '../support/people.ts';
import type { Program } from '../support/program.ts';
import { expect, heading, test } from '../support/test.ts';

const aBrowser = async (browser: Browser, { url }: Program): Promise<Page> =>
  (await browser.newContext({ baseURL: url })).newPage();
const open = async (page: Page) => {
  const answer = await page.goto('/');
  return answer!.headers();
};

test('staff and a group see a build that nobody else has, an abort takes it back from both', async ({
  browser,
  program,
}) => {
  test.setTimeout(180_000); // A build and five browsers took 66 s of 90 on two busy cores.
  const build = await buildVariant('mf-wizard', [
    { file: 'src/shared/screen-heading.tsx', from: '{title}\n', to: "{'Early: ' + title}\n" },
  ]);
  const [staff, member, others] = await Promise.all([1, 2, 3].map(() => aBrowser(browser, program)));
  if (!staff || !member || !others) throw new Error('three browsers were asked for');
  const asked: string[] = [];
  others.on('request', (request) => asked.push(request.url()));
  const cookiesOf = async (page: Page) => (await page.context().cookies()).map(({ name }) => name);
  const names = cookieNames(program.url);

  await release(program, 'publish', 'mf-wizard', '--dist', build.dist);
  await release(program, 'rollout', 'mf-wizard', '--staff', '--group', 'beta', '--dist', build.dist);
  expect(await release(program, 'status')).toContain('rolls out to 0 % of visitors, and staff, group beta');

  await test.step('at 0 % others have the build of before, and no cookie', async () => {
    const headers = await open(others);
    await expect(heading(others)).not.toHaveText(/^Early: /);
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(headers['vary']).toContain('cookie');
    expect(await cookiesOf(others)).not.toContain(names.bucket);
  });

  await test.step('the first browser that opens the address of a staff pass is staff, another is not', async () => {
    const made = JSON.parse(await release(program, 'people', 'staff', 'add', 'Ann Lee', '--json')) as { path: string };
    await staff.goto(made.path);
    await expect(staff).toHaveURL(`${program.url}/`);
    await expect(heading(staff)).toHaveText(/^Early: /);
    expect((await others.goto(made.path))?.status()).toBe(404);
    await open(others);
    await expect(heading(others)).not.toHaveText(/^Early: /);
  });

  await test.step('an account of the group has it from its sign-in to its sign-out', async () => {
    const address = await registerByApi(member, program);
    await open(member);
    await expect(heading(member)).not.toHaveText(/^Early: /);
    await ops(program, 'group-add', 'beta', address, '--reason', 'asked for it');
    await callApi(member, program, '/api/login.php', { email: address, password: PASSWORD });
    await open(member);
    await expect(heading(member)).toHaveText(/^Early: /);
    const kept = await member.context().cookies();

    // A second browser context gets the group cookie without the session cookie; then the first one signs out.
    const [pass] = kept.filter(({ name }) => name === names.groups);
    await others.context().addCookies([pass!]);
    await open(others);
    await expect(heading(others)).not.toHaveText(/^Early: /);
    await others.context().clearCookies();
    await member.request.get('/api/logout.php', { headers: { origin: program.url, 'sec-fetch-site': 'same-origin' } });
    expect(await cookiesOf(member)).not.toContain(names.groups);
    await open(member);
    await expect(heading(member)).not.toHaveText(/^Early: /);
    await callApi(member, program, '/api/login.php', { email: address, password: PASSWORD });
    await open(member);
    await expect(heading(member)).toHaveText(/^Early: /);
  });

  await test.step('a staff pass that is ended is none with the next page', async () => {
    const other = await aBrowser(browser, program);
    const made = await release(program, 'people', 'staff', 'add', 'Bob Gray', '--json');
    const { id, path: address } = JSON.parse(made) as { id: number; path: string };
    await other.goto(address);
    await expect(heading(other)).toHaveText(/^Early: /);
    await release(program, 'people', 'staff', 'end', String(id), '--reason', 'a lost phone');
    await open(other);
    await expect(heading(other)).not.toHaveText(/^Early: /);
    await open(staff);
    await expect(heading(staff)).toHaveText(/^Early: /);
    await other.context().close();
  });

  await test.step('an abort takes it back from under the hands of both, in place', async () => {
    for (const page of [staff, member]) {
      await page.getByRole('radio', { name: 'Debt collection' }).check();
      await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    }
    await release(program, 'rollout', 'abort', 'mf-wizard', '--reason', 'the heading is wrong');
    for (const page of [staff, member]) {
      await expect(heading(page)).not.toHaveText(/^Early: /);
      await expect(page.getByRole('radio', { name: 'Debt collection' })).toBeChecked();
      expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
    }
    expect((await open(staff))['cache-control']).toBe('no-cache');
    await expect(heading(staff)).not.toHaveText(/^Early: /);
  });

  expect(asked.filter((url) => url.includes(build.buildId))).toEqual([]);
  const ledger = await release(program, 'history', 'ledger', '--limit', '20');
  for (const act of ['rollout', 'staff', 'staff-end', 'rollout-abort']) expect(ledger).toContain(act);
  for (const page of [staff, member, others]) await page.context().close();
  await removeVariant(build);
});

test('a page that was open before another tab shows a preview goes on following releases', async ({
  browser,
  program,
}) => {
  const [shown, released] = await Promise.all(
    ['Seen: ', 'Later: '].map((word) =>
      buildVariant('mf-wizard', [
        { file: 'src/shared/screen-heading.tsx', from: '{title}\n', to: `{'${word}' + title}\n` },
      ]),
    ),
  );
  if (!shown || !released) throw new Error('two builds were asked for');
  for (const { dist } of [shown, released]) await release(program, 'publish', 'mf-wizard', '--dist', dist);
  const ordinary = await aBrowser(browser, program);
  const following = ordinary.waitForResponse((response) => response.url().includes('/releases/freshness'));
  await open(ordinary);
  await following;
  const preview = await ordinary.context().newPage();
  const made = await release(program, 'preview', 'mf-wizard', '--dist', shown.dist, '--json');
  await preview.goto((JSON.parse(made) as { path: string }).path);
  await openPreview(preview);
  await expect(heading(preview)).toHaveText(/^Seen: /);

  await release(program, 'promote', 'mf-wizard', '--dist', released.dist);
  await expect(heading(ordinary)).toHaveText(/^Later: /);
  await expect(heading(preview)).toHaveText(/^Seen: /);
  await release(program, 'rollback', 'mf-wizard', '--reason', 'other tests begin with the build of before');
  await ordinary.context().close();
  for (const build of [shown, released]) await removeVariant(build);
});
