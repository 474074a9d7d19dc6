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

/** Every sentence of every team, one folder for each area. */
const COPY = '@redress/copy';
/** The area that an import names; none for the package itself. */
const COPY_AREA = /\b(?:from|import)\s*\(?\s*['"]@redress\/copy(?:\/([a-z-]+))?['"]/g;

/** Files of these areas, with all they import from their own package. */
function areaFiles(copy: string, areas: ReadonlySet<string>): string[] {
  const files = new Set<string>();
  const add = (file: string) => {
    if (files.has(file)) return;
    files.add(file);
    const source = readFileSync(file, 'utf8');
    for (const [, from = ''] of source.matchAll(/['"](\.{1,2}\/[^'"]+)['"]/g)) add(path.join(path.dirname(file), from));
  };
  for (const area of areas) add(path.join(copy, 'src', area, 'index.ts'));
  return [...files].sort();
}

/**
 * Identity of a build: the same sources, dependencies and build recipe always give the same 12 hex digits, so an
 * unchanged remote is never released twice. What the shell shares counts by version alone: a remote does not hold it. Of
 * the catalogues of words only those count that it imports: another team's words are not in it.
 */
export function inputHash(directory: string, mode: string): string {
  const hash = createHash('sha256');
  const visited = new Set<string>();
  let copy: string | undefined;
  const isShell = readPackageJson(directory).name === '@redress/shell';

  const words = new Set<string>();
  const addFiles = (folder: string, files: readonly string[]) => {
    for (const file of files) {
      const content = readFileSync(file);
      hash.update(`${path.relative(folder, file)}\0`);
      hash.update(content);
      hash.update('\0');
      for (const [, area = ''] of content.toString('utf8').matchAll(COPY_AREA)) words.add(area);
    }
  };
  const addSources = (folder: string) => addFiles(folder, inputFiles(folder));
  const visit = (name: string, from: string) => {
    const found = packageDirectory(name, from);
    if (found === undefined || visited.has(found)) return;
    visited.add(found);
    const { version, dependencies = {} } = readPackageJson(found);
    hash.update(`${name}@${version}\0`);
    const shared = SHARED_PACKAGES.includes(name);
    if (shared && !isShell) return;
    if (name === COPY) copy = found;
    else if (name.startsWith('@redress/')) addSources(found);
    for (const dependency of Object.keys(dependencies).sort()) visit(dependency, found);
  };

  hash.update(`${mode}\0`);
  addSources(directory);
  for (const name of Object.keys(readPackageJson(directory).dependencies ?? {}).sort()) visit(name, directory);
  addSources(path.join(import.meta.dirname, '..'));
  if (copy) addFiles(copy, areaFiles(copy, words));
  return hash.digest('hex').slice(0, 12);
}
