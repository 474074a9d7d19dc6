import { buildVariant, release, removeVariant } from '../support/builds.ts';
import type { Program } from '../support/program.ts';
import { expect, expectAccessible, expectNoise, test } from '../support/test.ts';

let newer: { dist: string; buildId: string };
test.beforeAll(async ({ program }) => {
  test.setTimeout(180_000);
  // Differs from the edits of other specs: an equal edit in another folder is an equal build id with other files.
  const edit = { file: 'src/lifecycles.tsx', from: '({ config, App,', to: '({ App, config: { ...config },' };
  newer = await buildVariant('mf-wizard', [edit]);
  await release(program, 'publish', 'mf-wizard', '--dist', newer.dist);
});
test.afterAll(() => removeVariant(newer));
test.beforeEach(({ page }) => expectNoise(page));

const numberServed = async ({ url }: Program): Promise<number> =>
  ((await (await fetch(`${url}/releases/served`)).json()) as { number: number }).number;

test('a tab that is open while every key is changed follows the next release, and is not loaded again', async ({
  page,
  program,
}) => {
  const documents: string[] = [];
  page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()));
  await page.goto('/');
  const wizard = page.locator('[data-remote=mf-wizard]');
  const question = page.getByRole('radio', { name: 'Debt collection' });
  await question.check();
  const rotate = async (...of: string[]) =>
    JSON.parse(await release(program, 'keys', 'rotate', ...of, '--json')) as { formerKeyId: string };

  await test.step('the key of the channel: another signs, and the one before is dropped', async () => {
    const before = await numberServed(program);
    await rotate('channel', 'production');
    const { formerKeyId } = await rotate('channel', 'production', '--finish');
    // The program signs again by itself.
    await expect.poll(() => numberServed(program), { timeout: 30_000 }).toBeGreaterThan(before);
    await release(program, 'keys', 'drop', 'channel', 'production', formerKeyId);
    await release(program, 'promote', `mf-wizard@${newer.buildId}`);
    await expect(wizard).toHaveAttribute('data-build', newer.buildId);
  });
  await test.step('the root', async () => {
    await rotate('root');
    await rotate('root', '--finish');
    // Again at once, before any process has looked at the first change.
    await rotate('root');
    await rotate('root', '--finish');
    await release(program, 'rollback', 'mf-wizard', '--reason', 'drill');
    await expect(wizard).not.toHaveAttribute('data-build', newer.buildId);
  });
  await expect(question).toBeChecked();
  expect(documents).toHaveLength(1);

  const fresh = await page.context().newPage();
  await fresh.goto('/');
  await expect(fresh.getByRole('radio', { name: 'Debt collection' })).toBeVisible();
  await fresh.close();
});

test('a remote is renamed under an open tab, with what was answered, and back', async ({ page, program }) => {
  const edit = { file: 'remote.config.ts', from: "name: 'mf-wizard'", to: "name: 'mf-claim'" };
  const renamed = await buildVariant('mf-wizard', [edit]);
  await release(program, 'publish', 'mf-claim', '--dist', renamed.dist);
  await removeVariant(renamed);
  const documents: string[] = [];
  page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()));
  await page.goto('/');
  const question = page.getByRole('radio', { name: 'Debt collection' });
  await question.check();
  const before = await page.locator('[data-remote=mf-wizard]').getAttribute('data-build');

  await release(program, 'promote', `mf-claim@${renamed.buildId}`, '--retire', 'mf-wizard', '--reason', 'drill');
  await expect(page.locator('[data-remote=mf-claim]')).toHaveAttribute('data-build', renamed.buildId);
  await expect(question).toBeChecked();
  await release(program, 'promote', `mf-wizard@${before}`, '--retire', 'mf-claim', '--reason', 'drill');
  await expect(page.locator('[data-remote=mf-wizard]')).toHaveAttribute('data-build', before!);
  await expect(question).toBeChecked();
  expect(documents).toHaveLength(1);
});

test('an operator with a phone plans a promotion and gives it up, freezes the channel and ends that', async ({
  page,
  program,
}) => {
  const token = program.keyFile('release-manager.token');
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(program.consoleUrl());
  await page.getByLabel('Token').fill(token);
  await page.getByRole('button', { name: 'Open' }).click();

  const dialog = page.getByRole('dialog');
  /** What it asks for is given and confirmed; `act` is the name of its button. */
  const finish = async (act: string, reason: string) => {
    await dialog.getByLabel(/^Reason/).fill(reason);
    await dialog.getByRole('button', { name: act }).click();
    await expect(dialog).toHaveCount(0);
  };
  await page.getByRole('tab', { name: 'Remotes' }).click();
  await page.getByRole('button', { name: 'Serve another build: mf-wizard' }).click();
  await dialog.getByLabel('Build', { exact: true }).selectOption(newer.buildId);
  await dialog.getByLabel(/^When/).fill(tomorrow());
  await finish('Serve another build', 'after the holidays');
  await expect(page.getByText(/is planned for/).first()).toBeVisible();

  await page.getByRole('tab', { name: 'To come' }).click();
  await expect(page.getByRole('cell', { name: 'after the holidays' })).toBeVisible();
  await page.getByRole('button', { name: 'Freeze', exact: true }).click();
  // Each press stops at what is missing: first the time, then the reason.
  await dialog.getByRole('button', { name: 'Freeze' }).click();
  await expect(dialog.getByLabel('Until')).toBeFocused();
  await dialog.getByLabel('Until').fill(tomorrow());
  await dialog.getByRole('button', { name: 'Freeze' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Say why');
  await finish('Freeze', 'w'.repeat(200));
  await expect(page.getByRole('cell', { name: 'w'.repeat(200) })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await expectAccessible(page);

  await page.getByRole('button', { name: /^End freeze: / }).click();
  await finish('End freeze', 'urgent repair');
  await expect(page.getByText('No freeze is in force or to come.')).toBeVisible();
  await page.getByRole('button', { name: /^Give up: / }).click();
  await finish('Give up', 'not ready');
  await expect(page.getByRole('cell', { name: /Given up .*not ready/ })).toBeVisible();
});

/** As the field takes it, in the browser's own time zone. */
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
