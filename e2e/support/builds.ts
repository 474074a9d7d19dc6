import { execFile } from 'node:child_process';
import { cp, mkdtemp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import type { Program } from './program.ts';

const REPOSITORY = path.resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

/** Text of a file of the remote before and after; `from` must be there. */
export interface Edit {
  file: string;
  from: string | RegExp;
  to: string;
}

/** Makes the build of a variant one of this run alone: a cluster holds those of runs before, and some were marked bad. */
export const ownVersion = (): Edit => ({
  file: 'package.json',
  from: /"version": "[^"]+"/,
  to: `"version": "0.1.${Date.now() % 1_000_000_000}"`,
});

/**
 * Another build of a remote: its folder copied, edited and built by the build every team uses.
 * @param added - files beside its own
 */
export async function buildVariant(
  remote: string,
  edits: readonly Edit[],
  added: Readonly<Record<string, string>> = {},
): Promise<{ dist: string; buildId: string; version: string }> {
  const cache = path.join(REPOSITORY, '.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(path.join(cache, `${remote}-`));
  const source = path.join(REPOSITORY, remote);
  await cp(source, folder, {
    recursive: true,
    // Entries of webpack's cache hold absolute paths of the folder they were made in.
    filter: (file) => !/[\\/](node_modules|dist|test-results|\.turbo|\.cache)$/.test(file),
  });
  await symlink(path.join(source, 'node_modules'), path.join(folder, 'node_modules'));
  const own = process.env['E2E_ON_CLUSTER'] ? [ownVersion()] : [];
  for (const { file, from, to } of [...edits, ...own]) {
    const text = await readFile(path.join(folder, file), 'utf8');
    const edited = text.replace(from, to);
    if (edited === text) throw new Error(`${file} of ${remote} does not hold what the test edits.`);
    await writeFile(path.join(folder, file), edited);
  }
  for (const [file, text] of Object.entries(added)) await writeFile(path.join(folder, file), text);
  const build = path.join(source, 'node_modules/@redress/webpack-config/bin/build.mjs');
  await run(process.execPath, [build], { cwd: folder });
  const { buildId, version } = JSON.parse(await readFile(path.join(folder, 'dist/build.json'), 'utf8')) as {
    buildId: string;
    version: string;
  };
  return { dist: path.join(folder, 'dist'), buildId, version };
}

export const removeVariant = ({ dist }: { dist: string }) => rm(path.dirname(dist), { recursive: true, force: true });

/** `npm run release -- …` against a running program. */
export async function release(program: Program, ...args: string[]): Promise<string> {
  const cli = path.join(REPOSITORY, 'services/releases/cli/release.ts');
  const { stdout } = await run(process.execPath, [cli, ...args, ...program.cliArgs], { env: program.env });
  return stdout;
}

/** Calls of the release API with the release manager's token: `send('rollback', { remote, reason })`. */
export const actsOn =
  (program: Program) =>
  async (call: string, body: object): Promise<{ number: number }> => {
    const answer = await fetch(`${program.consoleUrl()}/api/${call}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${program.keyFile('release-manager.token')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${call}: ${await answer.text()}`);
    return (await answer.json()) as { number: number };
  };

/** `npm run ops -- …` on the data of a program. */
export const ops = (program: Program, ...args: string[]) =>
  run(process.execPath, [path.join(REPOSITORY, 'services/claims/src/ops/cli.ts'), ...args], { env: program.env });

/** The press on the page of a preview's address. From then on its browser is signed in as the preview's own person. */
export async function openPreview(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open the preview in this browser' }).click();
  await expect(page.getByRole('complementary', { name: 'Preview' })).toBeVisible();
}
