import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SHARED_PACKAGES } from './shared.ts';
import { packageDirectory, readPackageJson } from './workspace.ts';

const NOT_INPUT =
  /(^|\/)(node_modules|dist|test-results|coverage|test|stories)(\/|$)|\.(test|spec|stories)\.[a-z]+$|\.md$/;
/** Files of a workspace outside `src` that decide what its build holds. */
const TOP_FILES = ['package.json', 'remote.config.ts', 'webpack.config.js'];

function inputFiles(directory: string): string[] {
  const files = TOP_FILES.map((name) => path.join(directory, name)).filter((file) => existsSync(file));
  for (const folder of ['src', 'data', 'public', 'fonts']) {
    const top = path.join(directory, folder);
    if (!existsSync(top)) continue;
    for (const entry of readdirSync(top, { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name);
      if (entry.isFile() && !NOT_INPUT.test(path.relative(directory, file))) files.push(file);
    }
  }
  return files.sort();
}

/**
 * Identity of a build: the same sources, dependencies and build recipe always give the same 12 hex digits, so an
 * unchanged remote is never released twice. What the shell shares counts by version alone: a remote does not hold it.
 */
export function inputHash(directory: string, mode: string): string {
  const hash = createHash('sha256');
  const visited = new Set<string>();
  const isShell = readPackageJson(directory).name === '@redress/shell';

  const addSources = (folder: string) => {
    for (const file of inputFiles(folder)) {
      hash.update(`${path.relative(folder, file)}\0`);
      hash.update(readFileSync(file));
      hash.update('\0');
    }
  };
  const visit = (name: string, from: string) => {
    const found = packageDirectory(name, from);
    if (found === undefined || visited.has(found)) return;
    visited.add(found);
    const { version, dependencies = {} } = readPackageJson(found);
    hash.update(`${name}@${version}\0`);
    const shared = SHARED_PACKAGES.includes(name);
    if (shared && !isShell) return;
    if (name.startsWith('@redress/')) addSources(found);
    for (const dependency of Object.keys(dependencies).sort()) visit(dependency, found);
  };

  hash.update(`${mode}\0`);
  addSources(directory);
  for (const name of Object.keys(readPackageJson(directory).dependencies ?? {}).sort()) visit(name, directory);
  addSources(path.join(import.meta.dirname, '..'));
  return hash.digest('hex').slice(0, 12);
}
