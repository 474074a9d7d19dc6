import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from '@playwright/test';
import { cookieNames } from '@redress/contracts/cookies';
import { buildVariant, openPreview, release, removeVariant } from '../support/builds.ts';
import { mailsTo, newAddress } from '../support/people.ts';
import type { Program } from '../support/program.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

const bucketId = (index: number) => String(index).padStart(22, '0');
const documentOf = async ({ url }: Program, id: string) => {
  const answer = await fetch(url, { headers: { cookie: `${cookieNames(url).bucket}=${id}` } });
  return { text: await answer.text(), cacheControl: answer.headers.get('cache-control') };
};

/** Ids of browsers that get a build, and of one that does not. */
async function idsByBuild(program: Program, buildId: string, wanted: number) {
  const inside: string[] = [];
  let outside = '';
  for (let index = 0; inside.length < wanted || outside === ''; index += 1) {
    const id = bucketId(index);
    if ((await documentOf(program, id)).text.includes(buildId)) inside.push(id);
    else outside = id;
  }
  return { inside, outside };
}

/** A browser with this id at the wizard, and what it asks for from then on. */
async function visit(browser: Browser, { url }: Program, id: string): Promise<{ page: Page; asked: string[] }> {
  const context = await browser.newContext({ baseURL: url });
  await context.addCookies([{ name: cookieNames(url).bucket, value: id, url }]);
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/');
  return { page, asked };
}

const banner = (page: Page) => page.getByRole('complementary', { name: 'Preview' });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('a share of the visitors has a build, others see nothing of it, and an abort takes it back from under their hands', async ({
  browser,
  program,
}) => {
  test.setTimeout(180_000);
  const build = await buildVariant('mf-wizard', [
    { file: 'src/shared/screen-heading.tsx', from: '{title}\n', to: "{'New: ' + title}\n" },
  ]);
  await release(program, 'publish', 'mf-wizard', '--dist', build.dist);

  const previewer = await (await browser.newContext({ baseURL: program.url })).newPage();
  let previewId = '';
  await test.step('before anybody has it, it is seen by the first who opens its address: marked, accessible, without a sideways scroll', async () => {
    const made = await release(program, 'preview', 'mf-wizard', '--once', '--dist', build.dist, '--json');
    const { id, path } = JSON.parse(made) as { id: number; path: string };
    previewId = String(id);
    await previewer.goto(path);
    // Named first: nothing of it runs before a press.
    await expect(previewer.getByText(new RegExp(`This address shows .*${build.buildId}.*, made by `))).toBeVisible();
    await expectAccessible(previewer);
    await openPreview(previewer);
    await expect(heading(previewer)).toHaveText(/^New: /);
    await expect(banner(previewer)).toContainText(build.buildId);
    await expectAccessible(previewer);
    const another = await browser.newContext({ baseURL: program.url });
    expect((await (await another.newPage()).goto(path))?.status()).toBe(404);
    await another.close();
    await previewer.setViewportSize({ width: 320, height: 700 });
    const isWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;
    expect(await previewer.evaluate(isWide)).toBe(false);
  });

  await release(program, 'rollout', 'mf-wizard', '--percent', '50', '--dist', build.dist);
  expect(await release(program, 'status')).toContain('mf-wizard rolls out to 50 %');
  const { inside, outside } = await idsByBuild(program, build.buildId, 1);
  const theirs = await visit(browser, program, inside[0]!);
  const others = await visit(browser, program, outside);
  const failures: string[] = [];
  for (const { page } of [theirs, others]) page.on('pageerror', ({ message }) => failures.push(message));

  await test.step('each browser sees its build, and asks for nothing more', async () => {
    await expect(heading(theirs.page)).toHaveText(/^New: /);
    await expect(heading(others.page)).not.toHaveText(/^New: /);
    const [new_, old] = [await documentOf(program, inside[0]!), await documentOf(program, outside)];
    const preloads = ({ text }: { text: string }) => text.match(/<link rel="preload"/g)?.length;
    expect(preloads(new_)).toBe(preloads(old));
    expect(new_.cacheControl).toBe('private, no-cache');
    expect(old.text).not.toContain(build.buildId);
    await theirs.page.reload();
    await expect(heading(theirs.page)).toHaveText(/^New: /);
  });

  await theirs.page.getByRole('radio', { name: 'Debt collection' }).check();
  await theirs.page.evaluate(() => Object.assign(window, { sameDocument: true }));

  await test.step('a larger share moves no open tab', async () => {
    const answers = [theirs, others].map(({ page }) =>
      page.waitForResponse((response) => response.url().includes('/releases/snapshot')),
    );
    await release(program, 'rollout', 'mf-wizard', '--percent', '99.99', '--to', build.buildId);
    const [mine, their] = await Promise.all(answers);
    expect(mine!.url()).toContain(`?variant=mf-wizard@${build.buildId}`);
    expect(their!.url()).toMatch(/\?variant=$/);
    await expect(heading(theirs.page)).toHaveText(/^New: /);
    await expect(heading(others.page)).not.toHaveText(/^New: /);
  });

  await test.step('an abort brings the tab back in place, with what was chosen', async () => {
    await release(program, 'rollout', 'abort', 'mf-wizard', '--reason', 'the heading is wrong');
    await expect(heading(theirs.page)).not.toHaveText(/^New: /);
    await expect(theirs.page.getByRole('radio', { name: 'Debt collection' })).toBeChecked();
    expect(await theirs.page.evaluate(() => 'sameDocument' in window)).toBe(true);
    const after = await documentOf(program, inside[0]!);
    expect(after.text).not.toContain(build.buildId);
    expect(after.cacheControl).toBe('no-cache');
    expect(await release(program, 'status')).not.toContain('rolls out');
  });

  await test.step('the preview followed none of it, and is over when it is ended; one of a snapshot of before is left by a press', async () => {
    await expect(heading(previewer)).toHaveText(/^New: /);
    await release(program, 'preview', 'end', previewId, '--reason', 'seen');
    // What a site knows of a preview it knows for three seconds.
    await expect
      .poll(async () => {
        await previewer.reload();
        return banner(previewer).count(); // of the document itself; the heading is drawn later
      })
      .toBe(0);
    await expect(heading(previewer)).not.toHaveText(/^New: /);
    const made = await release(program, 'preview', '--snapshot', '1', '--json');
    await previewer.goto((JSON.parse(made) as { path: string }).path);
    await openPreview(previewer);
    await expect(banner(previewer)).toContainText('snapshot 1');
    await banner(previewer).getByRole('link', { name: 'Leave the preview' }).click();
    await expect(banner(previewer)).toBeHidden();
    await expect(heading(previewer)).toBeVisible();
  });

  expect(failures).toEqual([]);
  expect(others.asked.filter((url) => url.includes(build.buildId))).toEqual([]);
  for (const page of [theirs.page, others.page, previewer]) await page.context().close();
  await removeVariant(build);
});

/** A receiver of webhooks that takes every request and answers none. */
async function startSilentReceiver() {
  const asked: (string | undefined)[] = [];
  const server = createServer((request) => void asked.push(request.headers['webhook-id'] as string | undefined));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/releases`,
    asked,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

test('a build that rolls out and goes bad is back by itself, others never saw it, and people are told', async ({
  browser,
  program,
}) => {
  test.setTimeout(120_000);
  const onCall = newAddress();
  const receiver = await startSilentReceiver();
  await release(program, 'notices', 'add', '--email', onCall, '--reason', 'on call');
  await release(program, 'notices', 'add', '--webhook', receiver.url, '--reason', 'a receiver that hangs');
  const build = await buildVariant('mf-wizard', [
    {
      file: 'src/app/app.tsx',
      from: 'export const App = () => <WizardPage />;',
      to: `
import { useEffect } from 'react';

export function App() {
  useEffect(() => {
    throw new Error('a build that goes bad');
  }, []);
  return <WizardPage />;
}
`,
    },
  ]);
  await release(program, 'publish', 'mf-wizard', '--dist', build.dist);
  await release(program, 'channel', 'limit', 'mf-wizard', 'minFailing=2', '--reason', 'two browsers are enough here');
  await release(program, 'rollout', 'mf-wizard', '--percent', '50', '--dist', build.dist);
  const { inside, outside } = await idsByBuild(program, build.buildId, 2);
  const others = await visit(browser, program, outside);
  const first = await visit(browser, program, inside[0]!);
  const second = await visit(browser, program, inside[1]!);
  const began = Date.now();

  // Each of them has the build of everybody in its place at once.
  for (const { page } of [first, second, others]) await expect(heading(page)).toBeVisible();
  await expect
    .poll(() => release(program, 'history', 'ledger', '--limit', '1'), { timeout: 60_000 })
    .toMatch(/rollout-abort .*2 of 2 sessions failed/s);
  process.stdout.write(`taken back ${Date.now() - began} ms after the second browser failed\n`);

  await test.step('by mail at once, and by a webhook that is tried again: nothing waits for one that hangs', async () => {
    // Faults that other tests put into other remotes of this cluster are news for who is on call too.
    const mails = async () =>
      (await mailsTo(program, onCall)).filter(({ subject }) => subject.startsWith('[releases] mf-wizard '));
    await expect
      .poll(async () => (await mails()).map(({ subject }) => subject))
      .toEqual([
        '[releases] mf-wizard on production: its rollout was taken back by itself: 2 of 2 sessions failed since it has this share',
      ]);
    process.stdout.write(`mailed ${Date.now() - began} ms after the second browser failed\n`);
    const [{ text = '' } = {}] = await mails();
    expect(text).toContain(build.buildId);
    await expect.poll(() => receiver.asked.length).toBeGreaterThan(0);
    await expect
      .poll(() => release(program, 'notices', '--limit', '20'), { timeout: 30_000 })
      .toMatch(/webhook 127\.0\.0\.1:\d+: waits until .* after 1 try \(TIMEOUT\)/);
    receiver.stop();
  });

  await test.step('and the console says whom it has reached, at 320 px as well', async () => {
    const console = await (await browser.newContext({ viewport: { width: 320, height: 640 } })).newPage();
    await console.goto(`${program.consoleUrl()}/#/notices`);
    const token = program.keyFile('release-manager.token');
    await console.getByLabel('Token').fill(token);
    await console.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(console.getByText(/its rollout was taken back by itself/).first()).toBeVisible();
    await expect(console.getByText(/waits: TIMEOUT/).first()).toBeVisible();
    await expect(console.getByText(onCall)).toBeVisible();
    await expectAccessible(console);
    const isWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;
    expect(await console.evaluate(isWide)).toBe(false);
    await console.context().close();
  });

  expect((await documentOf(program, inside[0]!)).text).not.toContain(build.buildId);
  expect(others.asked.filter((url) => url.includes(build.buildId))).toEqual([]);
  const again = await visit(browser, program, inside[0]!);
  await expect(again.page.getByRole('radio', { name: 'Debt collection' })).toBeVisible();
  for (const { page } of [first, second, others, again]) await page.context().close();
  await removeVariant(build);
});

test('the address of a pull request shows its newest build, and nothing after its end', async ({
  browser,
  program,
}) => {
  const build = await buildVariant('mf-wizard', [
    { file: 'src/shared/screen-heading.tsx', from: '{title}\n', to: "{'Pull request: ' + title}\n" },
  ]);
  const { remotes } = JSON.parse(await release(program, 'status', '--json')) as {
    remotes: { name: string; buildId: string }[];
  };
  const current = remotes.find(({ name }) => name === 'mf-wizard')!.buildId;
  const push = async (...args: string[]) =>
    JSON.parse(
      await release(program, 'preview', ...args, '--pull-request', '12', '--as', 'developer-team-wizard', '--json'),
    ) as { path: string; isNew: boolean };
  const made = await push('mf-wizard', '--dist', build.dist);
  const page = await (await browser.newContext({ baseURL: program.url })).newPage();
  await page.goto(made.path);
  await openPreview(page);
  await expect(heading(page)).toHaveText(/^Pull request: /);
  await expect(banner(page)).toContainText(build.buildId);

  expect(await push(`mf-wizard@${current}`)).toMatchObject({ path: made.path, isNew: false });
  await expect(async () => {
    await page.reload();
    // A busy browser draws it seconds after the load, each time anew.
    await expect(banner(page)).toContainText(current, { timeout: 5_000 });
  }).toPass();
  await expect(heading(page)).not.toHaveText(/^Pull request: /);
  expect(await release(program, 'preview')).toMatch(/team-wizard +12/);

  const end = ['preview', 'end', '--pull-request', '12', '--reason', 'merged', '--as', 'developer-team-wizard'];
  for (const wasThere of [true, false])
    expect(JSON.parse(await release(program, ...end, '--json'))).toMatchObject({ wasThere });
  await expect(async () => {
    expect((await page.request.get(made.path)).status()).toBe(404);
  }).toPass();
  await page.context().close();
  await removeVariant(build);
});
