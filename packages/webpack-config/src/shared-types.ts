import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { InputTypes } from '@redress/contracts/releases';
import { inputFiles } from './input-files.ts';
import { SHARED } from './shared.ts';
import { describeModules } from './type-text.ts';
import { packageDirectory, readPackageJson } from './workspace.ts';

/** In a package that is installed elsewhere, and in the types that a repository keeps of the deployed shell. */
const PACKED_TYPES = 'types.json';
/** Where `redress-remote types` puts what the deployed shell gives: the code was checked against it. */
const DEPLOYED_TYPES = '.redress/types';

/** By name: what it takes of its user. */
export type TypesByName = Record<string, InputTypes>;

/** Where the props of every slot are typed: the members of one interface. */
const CONTRACTS = '@redress/contracts';
const SLOT_PROPS = 'SlotProps';

const sourceOf = (folder: string) => path.join(folder, 'src/index.ts');
const membersOf = (name: string) => (name === CONTRACTS ? SLOT_PROPS : undefined);

/** Everything that the types of a package can come from: its sources, those of its packages, versions of the others. */
export function fingerprint(folder: string): string {
  const hash = createHash('sha256');
  const seen = new Set<string>();
  const visit = (directory: string) => {
    if (seen.has(directory)) return;
    seen.add(directory);
    const { name, version, dependencies = {}, devDependencies = {} } = readPackageJson(directory);
    hash.update(`${name}@${version}\0`);
    if (!name.startsWith('@redress/')) return;
    for (const file of inputFiles(directory))
      hash
        .update(`${path.relative(directory, file)}\0`)
        .update(readFileSync(file))
        .update('\0');
    const typed = Object.keys(devDependencies).filter((dependency) => dependency.startsWith('@types/'));
    for (const dependency of [...Object.keys(dependencies), ...typed].sort()) {
      const found = packageDirectory(dependency, directory);
      if (found) visit(found);
    }
  };
  visit(folder);
  // The describer and the compiler it asks.
  for (const file of ['type-text.ts', '../package.json'])
    hash.update(readFileSync(path.join(import.meta.dirname, file)));
  return hash.digest('hex');
}

interface Kept {
  key: string;
  types: TypesByName;
}

function readKept(file: string): Kept | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Kept;
  } catch {
    return null;
  }
}

const cacheFile = (folder: string) => path.join(folder, '.cache/types.json');

function keep(folder: string, kept: Kept): void {
  mkdirSync(path.join(folder, '.cache'), { recursive: true });
  const fresh = `${cacheFile(folder)}.${process.pid}`;
  writeFileSync(fresh, JSON.stringify(kept));
  renameSync(fresh, cacheFile(folder));
}

/** In a package that other repositories install: types as its sources had them, which it does not hold. */
const packedTypes = (folder: string): TypesByName | null => {
  const file = path.join(folder, PACKED_TYPES);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as TypesByName) : null;
};

/**
 * Types of packages, as seen from a workspace. Asking the compiler takes two seconds, and six builds ask the same: the
 * answer is kept until a source changes.
 */
function typesOf(directory: string, requests: readonly string[]): Record<string, TypesByName> {
  const wanted = requests.flatMap((request) => {
    const folder = packageDirectory(request, directory);
    if (folder === undefined) return [];
    const packed = packedTypes(path.join(directory, DEPLOYED_TYPES, request)) ?? packedTypes(folder);
    if (packed) return [{ request, folder, key: '', types: packed }];
    const key = fingerprint(folder);
    const kept = readKept(cacheFile(folder));
    return [{ request, folder, key, types: kept?.key === key ? kept.types : null }];
  });
  const missing = wanted.filter(({ types }) => types === null);
  const described = describeModules(
    missing.map(({ request, folder }) => ({ file: sourceOf(folder), membersOf: membersOf(request) })),
  );
  const made = missing.map(({ request, folder, key }, index): [string, TypesByName] => {
    const types = described[index] ?? {};
    keep(folder, { key, types });
    return [request, types];
  });
  return Object.fromEntries([
    ...wanted.flatMap(({ request, types }) => (types ? [[request, types] as const] : [])),
    ...made,
  ]);
}

export const OWN_SHARED = SHARED.filter(
  ({ request, package: name }) => request === name && name.startsWith('@redress/'),
).map(({ request }) => request);

/**
 * Types of every name that one of this repository's packages gives to remotes, or of every slot that it describes.
 * @param folder - of the package
 * @returns `null` for a package whose types no build lists
 */
export function describedTypes(folder: string, name: string): TypesByName | null {
  if (name !== CONTRACTS && !OWN_SHARED.includes(name)) return null;
  const [types] = describeModules([{ file: sourceOf(folder), membersOf: membersOf(name) }]);
  return types ?? {};
}

/**
 * Types of names of the shared packages that this repository writes; `*` stands for every name. Their version stays the
 * same while they change. What others publish keeps its types by its version, which the gate compares already.
 */
export function sharedTypes(
  directory: string,
  names: Readonly<Record<string, Iterable<string>>>,
): Record<string, TypesByName> {
  const types = typesOf(
    directory,
    OWN_SHARED.filter((request) => request in names),
  );
  const picked = Object.entries(types).map(([request, known]): [string, TypesByName] => {
    const wanted = new Set(names[request]);
    return [request, Object.fromEntries(Object.entries(known).filter(([name]) => wanted.has(name) || wanted.has('*')))];
  });
  return Object.fromEntries(picked.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Props of these slots; `null` for all that there are. */
export function slotTypes(directory: string, slots: Iterable<string> | null): TypesByName {
  const types = typesOf(directory, [CONTRACTS])[CONTRACTS] ?? {};
  if (slots === null) return types;
  const wanted = new Set(slots);
  return Object.fromEntries(Object.entries(types).filter(([slot]) => wanted.has(slot)));
}
