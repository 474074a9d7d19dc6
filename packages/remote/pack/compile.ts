import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Workspace } from './packages.ts';

const TSC = path.join(path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

/** Not for those who use a package: tests, what only this repository runs, and what was made of the sources. */
const LEFT_OUT =
  /(^|\/)(node_modules|dist|coverage|test-results|\.turbo|\.cache|test|tests|stories|gallery|corpus|scripts|proof|pack|shims)(\/|$)|\.(test|stories)\.[a-z]+$|(^|\/)(tsconfig\.json|jest\.(config|setup)\.js|eslint\.config\.js)$/;
const SOURCE = /(?<!\.d)\.tsx?$/;
/** Its configuration is what it is for. */
const KEPT_WHOLE = ['@redress/tsconfig', '@redress/jest-config'];

/** Files of a workspace that are packed, relative to it. */
export function filesOf({ folder, manifest }: Workspace): string[] {
  const isLeftOut = (file: string) =>
    KEPT_WHOLE.includes(manifest.name) ? /(^|\/)(node_modules|\.cache|\.turbo)(\/|$)/.test(file) : LEFT_OUT.test(file);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((file) => file !== 'package.json' && !isLeftOut(file))
    .sort();
}

/** Lines of a program's output that a person needs to find the cause. */
const MOST_SHOWN = 4_000;

function runTypeScript(args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [TSC, ...args], { encoding: 'utf8' });
  if (status !== 0)
    throw new Error(`TypeScript does not compile the packages:\n${`${stdout}${stderr}`.slice(0, MOST_SHOWN)}`);
}

/** Programs that are not compiled name the sources that they start. */
const ownImports = (text: string): string => text.replaceAll(/(['"])(\.{1,2}\/[^'"]+)\.tsx?\1/g, '$1$2.js$1');

/**
 * Compiles the sources of these workspaces into `target/<folder name>`, with their declarations, and copies every other
 * file. Types are not checked here: each workspace's own `tsc` does.
 */
export function compile(workspaces: readonly Workspace[], target: string): void {
  const [first] = workspaces;
  if (!first) return;
  const root = path.dirname(first.folder);
  const sources = workspaces.flatMap((workspace) =>
    filesOf(workspace)
      .filter((file) => SOURCE.test(file))
      .map((file) => path.join(workspace.folder, file)),
  );
  mkdirSync(target, { recursive: true });
  const config = path.join(target, 'tsconfig.json');
  writeFileSync(
    config,
    JSON.stringify({
      extends: path.join(root, 'tsconfig/browser.json'),
      compilerOptions: {
        // What browsers of the site run: files of a package are bundled as they are.
        target: 'es2022',
        types: [],
        typeRoots: [],
        rootDir: root,
        outDir: target,
        noEmit: false,
        declaration: true,
        noCheck: true,
        rewriteRelativeImportExtensions: true,
      },
      files: [...sources, path.join(root, 'tsconfig/assets.d.ts')],
    }),
  );
  runTypeScript(['-p', config]);
  for (const workspace of workspaces) {
    const into = path.join(target, path.basename(workspace.folder));
    for (const file of filesOf(workspace).filter((name) => !SOURCE.test(name))) {
      const from = path.join(workspace.folder, file);
      mkdirSync(path.dirname(path.join(into, file)), { recursive: true });
      if (/\.m?js$/.test(file)) writeFileSync(path.join(into, file), ownImports(readFileSync(from, 'utf8')));
      else cpSync(from, path.join(into, file));
    }
  }
}
