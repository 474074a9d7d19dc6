import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { openProof, proofTable } from '@redress/tools/proof';
import { registerByApi } from '../support/api-claim.ts';
import { release } from '../support/builds.ts';
import { expect, test } from '../support/test.ts';

const REPOSITORY = path.resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

/** It installs 500 packages from a registry: for `npm run verify`. */
const testInVerify = (process.env['VERIFY'] === '1' ? test : () => undefined) as (
  title: string,
  body: Parameters<typeof test>[2],
) => void; // of the ways to call `test`, only this one is used

const proof = openProof({
  name: 'own-repository',
  title: 'A remote in a repository of its own, from nothing to live',
  command: 'PROOF=1 npm run verify',
  chromium: true,
});

interface Said {
  status: number;
  text: string;
}

/** Nothing of the installed workspaces, of a running npm or of a release; what says where registry and proxy are stays. */
const outsideEnvironment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) =>
        !/^(npm_(lifecycle|package|command)|NODE_(OPTIONS|PATH|ENV|COMPILE_CACHE)|RELEASE_|INIT_CWD)/.test(name),
    ),
  ),
  PATH: [path.dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
  CI: '1',
});

/** A folder outside of this repository, in which nothing but npm and Node is used. */
async function aFolder() {
  const outside = await mkdtemp(path.join(tmpdir(), 'redress-outside-'));
  const [packages, folder] = [path.join(outside, 'packages'), path.join(outside, 'mf-greetings')];
  await mkdir(folder);
  const tries = async (file: string, args: string[], environment: NodeJS.ProcessEnv = {}): Promise<Said> => {
    const env = { ...outsideEnvironment(), ...environment };
    return run(file, args, { cwd: folder, env, timeout: 300_000, maxBuffer: 20_000_000 }).then(
      ({ stdout, stderr }) => ({ status: 0, text: `${stdout}${stderr}` }),
      (error: { code?: number; stdout?: string; stderr?: string }) => ({
        status: error.code ?? 1,
        text: `${error.stdout}${error.stderr}`,
      }),
    );
  };
  return {
    packages,
    tries,
    async does(file: string, ...args: string[]) {
      const { status, text } = await tries(file, args);
      expect(status, text).toBe(0);
    },
    remove: () => rm(outside, { recursive: true, force: true }),
  };
}

testInVerify('a team with npm alone has its remote live in a site that nobody touched', async ({ page, program }) => {
  test.setTimeout(900_000);
  const { packages, tries, does, remove } = await aFolder();
  const rows: [string, string, number][] = [];
  const timed = async (what: string, command: string, work: () => Promise<unknown>) => {
    const began = performance.now();
    await test.step(what, work);
    rows.push([what, command, Math.round((performance.now() - began) / 100) / 10]);
  };
  try {
    const pack = path.join(REPOSITORY, 'packages/remote/pack/run.ts');
    await timed('the platform packs, once', 'npm run pack-remote', () => run(process.execPath, [pack, packages]));
    await release(program, 'keys', 'add', 'team-greetings');
    await release(program, 'keys', 'add', 'team-others');
    const environment = {
      RELEASE_URL: program.consoleUrl(),
      RELEASE_TOKEN: program.keyFile('developer-team-greetings.token'),
      RELEASE_TEAM_KEY: program.keyFile('team-team-greetings.pem'),
    };
    const remote = (args: string[], changed: NodeJS.ProcessEnv = {}) =>
      tries('npx', ['--no', 'redress-remote', ...args], { ...environment, ...changed });

    await timed('install', 'npm install --save-dev ./vendor/*.tgz', async () => {
      await does('npm', 'init', '-y');
      await does('sh', '-c', 'mkdir vendor && cp ../packages/redress-*.tgz vendor/');
      await does('sh', '-c', 'npm install --no-audit --no-fund --save-dev ./vendor/*.tgz');
    });
    await timed('scaffold', 'npx --no redress-remote init greetings --team team-greetings', async () => {
      await does('npx', '--no', 'redress-remote', 'init', 'greetings', '--team', 'team-greetings');
      await does('npm', 'install', '--no-audit', '--no-fund');
    });
    await timed('types of the deployed shell', 'npm run types', async () => {
      expect(await remote(['types'])).toMatchObject({
        status: 0,
        text: expect.stringContaining('declarations of shell'),
      });
    });
    await timed('check types', 'npm run typecheck', () => does('npm', 'run', 'typecheck'));
    await timed('test', 'npm test', () => does('npm', 'test'));
    await timed('build', 'npm run build', () => does('npm', 'run', 'build'));
    await timed('ask what a release would be refused for', 'npm run doctor', async () => {
      const { status, text } = await remote(['doctor', '--dist', 'dist']);
      expect({ status, text }).toEqual({ status: 0, text: expect.stringContaining('Nothing stands in the way') });
    });
    await test.step('another team’s token, and no key, are refused by name', async () => {
      const others = { RELEASE_TOKEN: program.keyFile('developer-team-others.token') };
      expect(await remote(['doctor', '--dist', 'dist'], others)).toMatchObject({
        status: 1,
        text: expect.stringContaining('NOT_ALLOWED'),
      });
      expect(await remote(['publish', '--dist', 'dist'], others)).toMatchObject({
        status: 1,
        text: expect.stringContaining('NOT_ALLOWED'),
      });
      const without = { RELEASE_TEAM_KEY: '' };
      expect(await remote(['publish', '--dist', 'dist'], without)).toMatchObject({
        status: 1,
        text: expect.stringContaining('KEY_MISSING'),
      });
    });
    await registerByApi(page, program);
    await page.goto('/settings');
    const sideBar = page.getByRole('navigation', { name: 'Your account' });
    const link = sideBar.getByRole('link', { name: 'Greetings' });
    await expect(sideBar.getByRole('button', { name: 'Log Out' })).toBeVisible();
    await expect(link).toBeHidden();
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    const shell = await servedShell(program.url);
    await timed('publish and serve', 'npm run publish:remote -- --promote', async () => {
      expect(await remote(['publish', '--dist', 'dist', '--promote'])).toMatchObject({
        status: 0,
        text: expect.stringContaining('production serves it'),
      });
    });
    const heading = page.getByRole('heading', { level: 1, name: 'Greetings' });
    await timed('open its page in a tab that was open before', '/greetings', async () => {
      await link.click();
      await expect(heading).toBeVisible();
      expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
    });
    await page.reload();
    await expect(heading).toBeVisible();
    expect(await servedShell(program.url)).toEqual(shell);
    await test.step('taken off the channel again, it leaves nothing to the tests after this one', async () => {
      await release(program, 'retire', 'mf-greetings', '--reason', 'end of the test');
      await page.goto('/settings');
      await expect(sideBar.getByRole('button', { name: 'Log Out' })).toBeVisible();
      await expect(link).toBeHidden();
    });
    const total = rows.slice(1).reduce((sum, [, , seconds]) => sum + seconds, 0);
    const table = proofTable(
      ['step', 'command', 'seconds'],
      [...rows, ['all of the team’s steps', '', Math.round(total)]],
    );
    process.stdout.write(`${table}\n`);
    if (process.env['PROOF']) await proof.write({ body: table, notReached: total > 600 ? ['10 minutes'] : [] });
  } finally {
    await remove();
  }
});

/** The build of the shell in what the site serves. */
async function servedShell(url: string): Promise<unknown> {
  const { payload } = (await (await fetch(`${url}/releases/snapshot`)).json()) as { payload: string };
  const { shell } = JSON.parse(payload) as { shell?: unknown };
  if (!shell) throw new Error(`${url} serves no shell.`);
  return shell;
}
