import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { faultyFolders, lintedTogether } from '../lib/lint.mjs';
import { inRoot } from '../lib/repository.mjs';

const folders: string[] = lintedTogether();

it('lints every workspace that has the script, and none twice', () => {
  expect(folders).toEqual(expect.arrayContaining(['mf-auth', 'packages/tools', 'services/claims', 'shell', 'e2e']));
  expect(new Set(folders).size).toBe(folders.length);
});

it('takes every workspace for faulty where the list did not come', () => {
  expect(faultyFolders('…\n["shell"]\n', folders)).toEqual(['shell']);
  expect(faultyFolders('…\n[]\n', folders)).toEqual([]);
  for (const output of ['', 'out of memory', '{}', 'null']) expect(faultyFolders(output, folders)).toEqual(folders);
});

/** What `bin/lint.mjs` says of these workspaces in one process. */
function lint(...names: string[]): { status: number | null; stdout: string } {
  const program = inRoot('packages/tools/bin/lint.mjs');
  return spawnSync(process.execPath, [program, ...names], { encoding: 'utf8' });
}

it('holds each workspace to its own directions and features, whichever came before', () => {
  // In the repository, so that the configuration and its plugins are found.
  mkdirSync(inRoot('.cache'), { recursive: true });
  const root = mkdtempSync(inRoot('.cache/lint-'));
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  const workspace = (name: string) => write(`${name}/package.json`, `{"name":"@redress/${name.split('/').at(-1)}"}`);
  for (const name of ['packages/domain', 'packages/ui', 'mf-one', 'mf-two']) workspace(name);
  write('packages/domain/src/a.ts', "import '@redress/copy';\n");
  write('packages/ui/src/a.ts', "import '@redress/copy';\n");
  for (const name of ['mf-one', 'mf-two']) {
    write(`${name}/src/features/other/b.ts`, 'export const b = 1;\n');
    write(`${name}/src/features/first/a.ts`, "import { b } from '../other/b.ts';\nexport const a = b;\n");
  }
  write('mf-two/src/features/first/a.ts', 'export const a = 1;\n');
  // Builds and tests of builds make such folders and remove them, while this workspace is linted.
  write('mf-two/.cache/build-1/src/features/first/a.ts', 'const unused = 1;\n');
  try {
    const at = (name: string) => path.relative(inRoot(), path.join(root, name));
    const faulty = [at('packages/domain'), at('mf-one')];
    const { status, stdout } = lint(at('packages/ui'), ...faulty, at('mf-two'), at('missing'));
    expect(status).toBe(1);
    expect(faultyFolders(stdout, [])).toEqual([...faulty, at('missing')]);
    expect(stdout).toMatch(/This import points the wrong way/);
    expect(stdout).toMatch(/Two features meet in shared/);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
