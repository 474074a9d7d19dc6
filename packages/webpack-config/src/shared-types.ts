import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { InputTypes } from '@redress/contracts/releases';
import { COPY, filesOfParts, OWN_IMPORT } from './imported-parts.ts';
import { inputFiles } from './input-files.ts';
import { keep, readKept } from './kept-answer.ts';
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

/** Sources that were read, by folder: packages have most of theirs in common. */
export type KnownSources = Map<string, Sources>;

interface Sources {
  digest: string;
  /** Areas of the catalogues of words that they import. */
  words: readonly string[];
}

function readSources(directory: string, files: readonly string[]): Sources {
  const hash = createHash('sha256');
  const words: string[] = [];
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    hash.update(`${path.relative(directory, file)}\0${text}\0`);
    for (const [, name, part = ''] of text.matchAll(OWN_IMPORT)) if (name === COPY) words.push(part);
  }
  return { digest: hash.digest('hex'), words };
}

/**
 * Everything that the types of a package can come from: its sources, those of its packages, versions of the others. Of the
 * catalogues of words those that are imported: who edits another one does not wait for the compiler.
 */
export function fingerprint(folder: string, known: KnownSources = new Map()): string {
  const hash = createHash('sha256');
  const seen = new Set<string>();
  const words = new Set<string>();
  let copy: string | undefined;
  const visit = (directory: string) => {
    if (seen.has(directory)) return;
    seen.add(directory);
    const { name, version, dependencies = {}, devDependencies = {} } = readPackageJson(directory);
    hash.update(`${name}@${version}\0`);
    if (!name.startsWith('@redress/')) return;
    if (name === COPY) copy = directory;
    else {
      const sources = known.get(directory) ?? readSources(directory, inputFiles(directory));
      known.set(directory, sources);
      hash.update(sources.digest);
      for (const area of sources.words) words.add(area);
    }
    const typed = Object.keys(devDependencies).filter((dependency) => dependency.startsWith('@types/'));
    for (const dependency of [...Object.keys(dependencies), ...typed].sort()) {
      const found = packageDirectory(dependency, directory);
      if (found) visit(found);
    }
  };
  visit(folder);
  if (copy !== undefined) hash.update(readSources(copy, filesOfParts(copy, [...words].sort())).digest);
  // The describer and the compiler it asks.
  for (const file of ['type-text.ts', '../package.json'])
    hash.update(readFileSync(path.join(import.meta.dirname, file)));
  return hash.digest('hex');
}

const cacheFile = (folder: string) => path.join(folder, '.cache/types.json');

/** In a package that other repositories install: types as its sources had them, which it does not hold. */
const packedTypes = (folder: string): TypesByName | null => {
  const file = path.join(folder, PACKED_TYPES);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as TypesByName) : null;
};

/** What builds of the same moment ask of the compiler, one asks; the others wait for its answer, a minute at most. */
function oneAtATime<T>(lock: string, ask: () => T): T {
  const started = Date.now();
  const pause = new Int32Array(new SharedArrayBuffer(4));
  mkdirSync(path.dirname(lock), { recursive: true });
  for (let isFree = false; !isFree && Date.now() - started < 60_000;) {
    try {
      mkdirSync(lock);
      isFree = true;
    } catch {
      // One that was killed leaves its folder behind.
      if (Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > 60_000) break;
      Atomics.wait(pause, 0, 0, 50);
    }
  }
  try {
    return ask();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

/**
 * Types of packages, as seen from a workspace. Asking the compiler takes seconds, for one package as for all: the answers
 * are kept until a source changes.
 */
function typesOf(directory: string, requests: readonly string[]): Record<string, TypesByName> {
  const wanted = () => {
    const known: KnownSources = new Map();
    return [...OWN_SHARED, CONTRACTS].flatMap((request) => {
      const folder = packageDirectory(request, directory);
      if (folder === undefined) return [];
      const packed = packedTypes(path.join(directory, DEPLOYED_TYPES, request)) ?? packedTypes(folder);
      if (packed) return [{ request, folder, key: '', types: packed }];
      const key = fingerprint(folder, known);
      return [{ request, folder, key, types: readKept<TypesByName>(cacheFile(folder), key) }];
    });
  };
  const isWhole = (known: ReturnType<typeof wanted>) =>
    known.every(({ request, types }) => types !== null || !requests.includes(request));
  const complete = (known: ReturnType<typeof wanted>) => {
    const missing = known.filter(({ types }) => types === null);
    const described = describeModules(
      missing.map(({ request, folder }) => ({ file: sourceOf(folder), membersOf: membersOf(request) })),
    );
    for (const [index, one] of missing.entries()) {
      one.types = described[index] ?? {};
      keep(cacheFile(one.folder), { key: one.key, answer: one.types });
    }
    return known;
  };
  const first = wanted();
  const types = isWhole(first)
    ? first
    : oneAtATime(path.join(import.meta.dirname, '../.cache/asking'), () => {
        const second = wanted();
        return isWhole(second) ? second : complete(second);
      });
  return Object.fromEntries(
    types.flatMap(({ request, types: known }) => (known && requests.includes(request) ? [[request, known]] : [])),
  );
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
