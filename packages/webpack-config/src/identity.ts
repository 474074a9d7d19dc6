import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { COPY, filesOfParts, OWN_IMPORT } from './imported-parts.ts';
import { inputFiles } from './input-files.ts';
import { sharedTypes } from './shared-types.ts';
import { SHARED_PACKAGES } from './shared.ts';
import { packageDirectory, readPackageJson } from './workspace.ts';

/** What stands between `import` and `from`. */
const CLAUSE = /\b(?:import|export)\s+([^'";]*?)\s*\bfrom\s*['"](@redress\/[a-z-]+)['"]/g;
const PACKAGE_IMPORT = /\b(?:from|import)\s*\(?\s*['"]((?:@[a-z-]+\/)?[a-z][a-z0-9._-]*)(?:\/[^'"]*)?['"]/g;

/** Names that an import clause takes; `*` where it may take any. */
export function namesOf(clause: string): string[] {
  if (/^type\b/.test(clause)) return [];
  const [, list] = /^\{([^}]*)\}$/.exec(clause) ?? [];
  if (list === undefined) return ['*'];
  return list
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '' && !item.startsWith('type '))
    .map((item) => item.split(/\s+as\s+/)[0] as string);
}

/**
 * Identity of a build: the same sources, dependencies and build recipe always give the same 12 hex digits, so an
 * unchanged remote is never released twice. What the shell shares counts by version, and by the types of the names that are
 * imported of it: a remote does not hold it. A part of a shared package that the shell does not share (`@redress/ui/letter`)
 * is in the remote, and counts with its files. Of the catalogues of words only those count that are imported.
 */
export function inputHash(directory: string, mode: string, { sourceMaps } = { sourceMaps: false }): string {
  const hash = createHash('sha256');
  const visited = new Set<string>();
  const isShell = readPackageJson(directory).name === '@redress/shell';
  /** Parts and names of packages that count by what is imported, by folder and by package. */
  const parts = new Map<string, Set<string>>();
  const names = new Map<string, Set<string>>();
  const note = (into: Map<string, Set<string>>, key: string, what: string) => {
    const known = into.get(key) ?? new Set();
    into.set(key, known.add(what));
  };

  const addFiles = (folder: string, files: readonly string[]) => {
    for (const file of files) {
      const content = readFileSync(file);
      hash.update(`${path.relative(folder, file)}\0`);
      hash.update(content);
      hash.update('\0');
      const text = content.toString('utf8');
      for (const [, name = '', part = ''] of text.matchAll(OWN_IMPORT)) {
        const isCounted = name === COPY || (SHARED_PACKAGES.includes(name) && !isShell && part !== '');
        const found = isCounted ? packageDirectory(name, folder) : undefined;
        if (found !== undefined) note(parts, found, part);
      }
      for (const [, clause = '', name = ''] of text.matchAll(CLAUSE))
        if (SHARED_PACKAGES.includes(name)) for (const taken of namesOf(clause)) note(names, name, taken);
    }
  };
  const addSources = (folder: string) => addFiles(folder, inputFiles(folder));
  const visit = (name: string, from: string) => {
    const found = packageDirectory(name, from);
    if (found === undefined || visited.has(found)) return;
    visited.add(found);
    const { version, dependencies = {} } = readPackageJson(found);
    hash.update(`${name}@${version}\0`);
    if (SHARED_PACKAGES.includes(name) && !isShell) return;
    if (name.startsWith('@redress/') && name !== COPY) addSources(found);
    for (const dependency of Object.keys(dependencies).sort()) visit(dependency, found);
  };
  /** Files of the imported parts of a package, and what these import of others. */
  const addParts = (folder: string, wanted: readonly string[]) => {
    const files = filesOfParts(folder, wanted);
    addFiles(folder, files);
    const imported = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(PACKAGE_IMPORT)]);
    for (const name of [...new Set(imported.map(([, name = '']) => name))].sort()) visit(name, folder);
  };

  hash.update(`${mode}${sourceMaps ? ' with maps' : ''}\0`);
  addSources(directory);
  for (const name of Object.keys(readPackageJson(directory).dependencies ?? {}).sort()) visit(name, directory);
  addSources(path.join(import.meta.dirname, '..'));
  // A part may import another one: until none is new.
  const added = new Map<string, number>();
  const isNew = ([folder, wanted]: [string, Set<string>]) => added.get(folder) !== wanted.size;
  const byName = ([a]: [string, unknown], [b]: [string, unknown]) => path.basename(a).localeCompare(path.basename(b));
  for (let next = [...parts].filter(isNew); next.length > 0; next = [...parts].filter(isNew)) {
    for (const [folder, wanted] of next.sort(byName)) {
      added.set(folder, wanted.size);
      addParts(folder, [...wanted].sort());
    }
  }
  if (!isShell) hash.update(JSON.stringify(sharedTypes(directory, Object.fromEntries(names))));
  return hash.digest('hex').slice(0, 12);
}
