import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DECLARATION_PATH, type OfferedTypes } from '@redress/contracts/release-api';
import { ReleaseRefusal } from './refusal.ts';

/** Where a repository keeps what the deployed shell gives to remotes; `tsconfig.json` looks there first. */
export const TYPES_FOLDER = '.redress/types';
const ABOUT = 'about.json';

/** Which shell the kept types are of. */
export type TypesAbout = Pick<OfferedTypes, 'channel' | 'number' | 'at' | 'shell' | 'contracts'>;

/** @returns `null` when a repository keeps none */
export function readTypesAbout(directory: string): TypesAbout | null {
  try {
    return JSON.parse(readFileSync(path.join(directory, TYPES_FOLDER, ABOUT), 'utf8')) as TypesAbout;
  } catch {
    return null;
  }
}

/**
 * Writes declarations, names and digests of types into `.redress/types` of a folder, in the place of those that were there.
 * @throws {ReleaseRefusal} `REQUEST_INVALID` when the answer names a file that is no declaration, or lies elsewhere
 * @returns how many files
 */
export function writeTypes(directory: string, offered: OfferedTypes): number {
  const { files, types, names, ...about } = offered;
  const bad = Object.keys(files).find((file) => !DECLARATION_PATH.test(file) || file.split('/').includes('..'));
  if (bad !== undefined) throw new ReleaseRefusal('REQUEST_INVALID', `${bad} is no declaration of a shared package.`);
  const target = path.join(directory, TYPES_FOLDER);
  mkdirSync(path.dirname(target), { recursive: true });
  const fresh = mkdtempSync(`${target}-`);
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(fresh, file)), { recursive: true });
    writeFileSync(path.join(fresh, file), text);
  };
  try {
    for (const [file, text] of Object.entries(files)) write(file, text);
    for (const [name, of] of Object.entries(types)) {
      if (/^@redress\/[a-z-]+$/.test(name)) write(`${name}/types.json`, `${JSON.stringify(of, null, 1)}\n`);
    }
    write('names.json', `${JSON.stringify(names, null, 1)}\n`);
    write(ABOUT, `${JSON.stringify(about satisfies TypesAbout, null, 1)}\n`);
    // Whoever compiles meanwhile sees the ones before, or for a moment those of the installed packages.
    rmSync(target, { recursive: true, force: true });
    renameSync(fresh, target);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return Object.keys(files).length;
}
