import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readPackageJson } from './workspace.ts';

/** Every sentence of every team, one folder for each area. */
export const COPY = '@redress/copy';
/** Package of this repository, and the part of it where an import names one. */
export const OWN_IMPORT = /\b(?:from|import)\s*\(?\s*['"](@redress\/[a-z-]+)(?:\/([a-z/-]+))?['"]/g;

function entryOf(folder: string, part: string): string[] {
  const { exports = {} } = readPackageJson(folder);
  const entry = exports[part === '' ? '.' : `./${part}`] ?? exports['./*']?.replace('*', part);
  return entry === undefined ? [] : [path.join(folder, entry)];
}

/** Files of these parts of a package, with all they import from it. */
export function filesOfParts(folder: string, parts: readonly string[]): string[] {
  const files = new Set<string>();
  const add = (file: string) => {
    if (files.has(file) || !existsSync(file)) return;
    files.add(file);
    const source = readFileSync(file, 'utf8');
    for (const [, from = ''] of source.matchAll(/['"](\.{1,2}\/[^'"]+)['"]/g)) add(path.join(path.dirname(file), from));
  };
  for (const part of parts) for (const entry of entryOf(folder, part)) add(entry);
  return [...files].sort();
}
