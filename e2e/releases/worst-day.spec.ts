import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { draftByApi, openWithClaim, registerByApi } from '../support/api-claim.ts';
import { buildVariant, ops, release, removeVariant } from '../support/builds.ts';
import { fillCard } from '../support/payment.ts';
import type { Program } from '../support/program.ts';
import { expect, expectNoise, test } from '../support/test.ts';

/** A newer build of each, served when a test begins; `mark` stands on the document of the shell's. */
const EDITS = {
  shell: {
    file: 'src/bootstrap.ts',
    from: 'setLocale(page.locale);',
    to: "setLocale(page.locale);\n  document.documentElement.dataset['mark'] = 'newer';",
  },
  'mf-checkout': { file: 'src/lifecycles.tsx', from: '({ config, App', to: '({ config: { ...config }, App' },
  // Differs from the edits of other specs: an equal edit in another folder is an equal build id with other files.
  'mf-wizard': {
    file: 'src/lifecycles.tsx',
    from: '({ config, App',
    to: '({ config: Object.assign({}, config), App',
  },
};
type Name = keyof typeof EDITS;
/** Only tests that the gate leaves to verify meet a newer wizard. */
const NAMES = (Object.keys(EDITS) as Name[]).filter((name) => name !== 'mf-wizard' || !process.env['E2E_GATE']);
const newer = new Map<Name, { dist: string; buildId: string }>();

test.beforeAll(async ({ program }) => {
  test.setTimeout(180_000);
  for (const name of NAMES) {
    const build = await buildVariant(name, [EDITS[name]]);
    newer.set(name, build);
    await release(program, 'publish', name, '--promote', '--dist', build.dist);
  }
});
test.afterAll(() => Promise.all([...newer.values()].map(removeVariant)));
test.beforeEach(({ page }) => expectNoise(page));

const buildOf = async (program: Program, remote: string): Promise<string> => {
  const { remotes } = JSON.parse(await release(program, 'status', '--json')) as {
    remotes: { name: string; buildId: string }[];
  };
  return remotes.find(({ name }) => name === remote)!.buildId;
};

/** Every entry of the ledger is in the store, into which the program copies them each second. */
const copied = (program: Program) =>
  expect(async () => {
    const kept = readdirSync(path.join(program.dataDir, 'builds/ledger')).length;
    const { entries } = JSON.parse(await release(program, 'history', 'verify', '--json')) as { entries: number };
    expect(kept).toBe(entries);
  }).toPass();

test('a card form that is open while its remote is rolled back is paid in', async ({ page, program }) => {
  await registerByApi(page, program);
  await openWithClaim(page, '/?step=5.1', await draftByApi(page, program));
  await page.getByLabel('Cardholder name').fill("Zoë O'Brien-Núñez");
  await fillCard(page, { number: '4242424242424242' });
  const form = page.locator('[data-slot="wizard.payment"]');
  await expect(form).toHaveAttribute('data-build', newer.get('mf-checkout')!.buildId);
  await release(program, 'rollback', 'mf-checkout', '--reason', 'drill');
  await expect(form).toHaveAttribute('data-build', newer.get('mf-checkout')!.buildId);
  await expect(page.getByLabel('Cardholder name')).toHaveValue("Zoë O'Brien-Núñez");
  await page.getByRole('checkbox', { name: /I accept the/ }).check();
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your letter is ready' })).toBeVisible({ timeout: 30_000 });
});

test('a shell is rolled back: new loads at once, an open tab with its next page, answers kept', async ({
  page,
  program,
}) => {
  const mark = page.locator('html[data-mark]');
  const question = page.getByRole('radio', { name: 'Debt collection' });
  await page.goto('/');
  await question.check();
  await expect(mark).toHaveCount(1);
  await release(program, 'rollback', 'shell', '--reason', 'drill');
  const fresh = await page.context().newPage();
  await fresh.goto('/');
  await expect(fresh.getByRole('radio', { name: 'Debt collection' })).toBeVisible();
  await expect(fresh.locator('html[data-mark]')).toHaveCount(0);
  await fresh.close();
  await page.getByRole('contentinfo').getByRole('link', { name: /Terms/ }).click();
  await expect(mark).toHaveCount(0);
  await page.goBack();
  await expect(question).toBeChecked();
});

test('a snapshot that never arrives leaves the tab at work; it follows when it is looked at again', async ({
  page,
  program,
}) => {
  await page.goto('/');
  const wizard = page.locator('[data-remote=mf-wizard]');
  await expect(wizard).toHaveAttribute('data-build', newer.get('mf-wizard')!.buildId);
  const hung = page.waitForRequest('**/releases/snapshot*');
  await page.route('**/releases/snapshot*', () => undefined);
  await release(program, 'rollback', 'mf-wizard', '--reason', 'drill');
  await hung;
  await page.getByRole('radio', { name: 'Debt collection' }).check();
  await expect(wizard).toHaveAttribute('data-build', newer.get('mf-wizard')!.buildId);
  await page.unroute('**/releases/snapshot*');
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(wizard).not.toHaveAttribute('data-build', newer.get('mf-wizard')!.buildId, { timeout: 500 });
  }).toPass({ timeout: 15_000 });
  await expect(page.getByRole('radio', { name: 'Debt collection' })).toBeChecked();
});

test('a style sheet that was changed on its way is not applied; a panel stands there until it comes whole', async ({
  page,
}) => {
  await page.route('**/assets/**/*.css*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()} body { outline: 9px solid red }` });
  });
  await page.goto('/terms');
  await page
    .getByRole('banner')
    .getByRole('link', { name: /Redress/ })
    .click();
  const tryAgain = page.getByRole('button', { name: /try again/i });
  await expect(tryAgain).toBeVisible({ timeout: 20_000 });
  expect(await page.evaluate(() => getComputedStyle(document.body).outlineStyle)).toBe('none');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await tryAgain.click();
  await expect(page.getByRole('radio', { name: 'Debt collection' })).toBeVisible();
});

test('a font and a compressed copy that were changed in the store are not served', async ({ page, program }) => {
  const shell = path.resolve(import.meta.dirname, '../../shell/dist');
  const files = readdirSync(shell);
  const {
    version,
    buildId,
    files: pins,
  } = JSON.parse(readFileSync(path.join(shell, 'build.json'), 'utf8')) as {
    version: string;
    buildId: string;
    files: Record<string, { integrity: string }>;
  };
  const stored = (file: string, copy = '') => {
    const hex = Buffer.from(pins[file]!.integrity.slice('sha384-'.length), 'base64').toString('hex');
    return path.join(program.dataDir, 'builds/sha384', hex.slice(0, 2), hex + copy);
  };
  const address = (file: string) => `/assets/shell/${version}-${buildId}/${file}`;
  const font = files.filter((file) => file.endsWith('.woff2')).at(-1)!;
  const script =
    files.find((file) => file.startsWith('consent.') && file.endsWith('.js')) ??
    files.find((file) => /^\d+\..*\.js$/.test(file))!;
  writeFileSync(stored(font), readFileSync(stored(font)).reverse());
  writeFileSync(stored(script, '.br'), 'not what was published');
  const answer = await page.request.get(address(script), { headers: { 'accept-encoding': 'br' } });
  expect(await answer.text()).toBe(readFileSync(path.join(shell, script), 'utf8'));
  expect((await page.request.get(address(font))).status()).toBe(404);
  const ready = (await (await page.request.get('/readyz')).json()) as unknown;
  expect(JSON.stringify(ready)).toContain('FILES_LOST');
  for (const file of [font, script]) writeFileSync(stored(file), readFileSync(path.join(shell, file)));
  rmSync(stored(script, '.br'));
});

test('break-glass: beside a program, without one, and without a database; the ledger has all of it', async ({
  page,
  program,
}) => {
  test.setTimeout(180_000);
  const pg = path.join(program.dataDir, 'pg');
  const wizard = 'mf-wizard';
  const reason = 'nobody is awake';
  const build = newer.get(wizard)!.buildId;
  // A test before this one has rolled it back, when it ran.
  if ((await buildOf(program, wizard)) !== build) await release(program, 'promote', `${wizard}@${build}`);
  const byFiles = (...args: string[]) => release(program, 'rollback', wizard, '--files', '--reason', reason, ...args);
  await expect(byFiles()).rejects.toThrow('PROGRAM_ANSWERS');

  await test.step('the program is gone: the same command, on its database', async () => {
    await program.kill();
    expect(await release(program, 'rollback', wizard, '--reason', reason)).toContain(`rolled back from ${build}`);
    await program.start();
    expect(await buildOf(program, wizard)).not.toBe(build);
  });
  await test.step('the database is lost as well: by files, and rebuilt with the next start', async () => {
    await release(program, 'promote', `${wizard}@${build}`);
    await copied(program);
    await program.kill();
    rmSync(pg, { recursive: true });
    await expect(release(program, 'rollback', wizard, '--reason', reason)).rejects.toThrow('NO_PROGRAM');
    expect(await byFiles()).toContain(`rolled back from ${build}`);
    await program.start();
    expect(await buildOf(program, wizard)).not.toBe(build);
    const told = await release(program, 'history', 'ledger', '--limit', '100');
    for (const act of ['rollback +mf-wizard', 'rebuild +releases', 'break-glass rollback +mf-wizard'])
      expect(told).toMatch(new RegExp(`${act}.*`));
    expect(await release(program, 'history', 'verify')).toContain('each following the one before');
  });
  await test.step('a backup is put back: what was rolled back since stays so, and an open tab follows', async () => {
    const shown = page.locator('[data-remote=mf-wizard]');
    const backup = path.join(program.dataDir, 'backup');
    await release(program, 'promote', `${wizard}@${build}`);
    await ops(program, 'backup', '--to', backup, '--init');
    await page.goto('/');
    await expect(shown).toHaveAttribute('data-build', build);
    await release(program, 'rollback', wizard, '--reason', reason);
    await expect(shown).not.toHaveAttribute('data-build', build);
    await copied(program);
    await program.kill();
    rmSync(pg, { recursive: true });
    await ops(program, 'restore', '--from', backup, '--only', 'database');
    await program.start();
    expect(await buildOf(program, wizard)).not.toBe(build);
    await release(program, 'promote', `${wizard}@${build}`);
    await expect(shown).toHaveAttribute('data-build', build, { timeout: 15_000 });
    await release(program, 'rollback', wizard, '--reason', reason);
    await expect(shown).not.toHaveAttribute('data-build', build);
  });
});
