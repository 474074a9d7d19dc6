import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { DECLARATION_PATH } from '@redress/contracts/release-api';
import { readFiles } from './descriptor.ts';
import { inputFiles } from './input-files.ts';
import { keep, readKept } from './kept-answer.ts';
import { fingerprint, OWN_SHARED, slotTypes, type KnownSources, type TypesByName } from './shared-types.ts';
import { packageDirectory, readPackageJson } from './workspace.ts';

/** Beside `build.json` of the shell, a file of the build: for those who write remotes, and served to no visitor. */
export const TYPES_FILE = 'types.json';

/** What the declarations of the shared packages name of packages that are not shared themselves. */
const NAMED_BY_THEM = ['@redress/contracts', '@redress/domain'];
/** Entries that no remote imports: the host's side, what the tools of this repository read, what stands in for a package. */
const NOT_FOR_REMOTES = /^\.\/(host|openapi|release-api|cookies|passes|fakes|in-place-of-.*|zod-mini)$/;
/** Their sources. */
const FOLDERS_NOT_FOR_REMOTES = /\/contracts\/src\/(openapi|release-api)\//;
const MOST_SHOWN = 2_000;

interface Declared {
  name: string;
  folder: string;
  /** What is imported, `.` or `./config`, and its source. */
  entries: [string, string][];
}

function wantedPackages(directory: string): Declared[] {
  const contracts = packageDirectory('@redress/contracts', directory) ?? directory;
  return [...OWN_SHARED, ...NAMED_BY_THEM].flatMap((name) => {
    const folder = packageDirectory(name, contracts) ?? packageDirectory(name, directory);
    if (folder === undefined) return [];
    const entries = Object.entries(readPackageJson(folder).exports ?? {}).filter(
      ([entry, target]) => /\.tsx?$/.test(target) && !NOT_FOR_REMOTES.test(entry),
    );
    return [{ name, folder, entries }];
  });
}

/** Declarations of these sources, below `target` as they lie below `root`. */
function runCompiler(directory: string, root: string, sources: readonly string[], target: string): void {
  const config = path.join(target, 'tsconfig.json');
  const compilerOptions = {
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    jsx: 'react-jsx',
    strict: true,
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
    resolveJsonModule: true,
    skipLibCheck: true,
    // Each workspace checks its own types.
    noCheck: true,
    declaration: true,
    emitDeclarationOnly: true,
    types: [],
    rootDir: root,
    outDir: target,
  };
  writeFileSync(config, JSON.stringify({ compilerOptions, files: sources }));
  const tsc = path.join(path.dirname(createRequire(`${directory}/`).resolve('typescript/package.json')), 'bin/tsc');
  const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, '-p', config], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`No declarations: ${`${stdout}${stderr}`.slice(0, MOST_SHOWN)}`);
}

/** `./config` of a package stands in `config.d.ts`, where a compiler looks for it without the package's `exports`. */
const entryFile = ([entry, target]: [string, string]): [string, string] => [
  `${entry === '.' ? 'index' : entry.slice(2)}.d.ts`,
  `export * from '${'../'.repeat(Math.max(0, entry.split('/').length - 2)) || './'}${target.slice(2)}';\n`,
];

function declare(directory: string, wanted: readonly Declared[]): Record<string, string> {
  const [first] = wanted;
  if (!first) return {};
  const root = path.dirname(first.folder);
  mkdirSync(path.join(directory, '.cache'), { recursive: true });
  const target = mkdtempSync(path.join(directory, '.cache/declare-'));
  try {
    // Each is named: what a compiler only reaches through `node_modules` it takes for another publisher's and declares it or not.
    const sources = wanted.flatMap(({ folder }) =>
      inputFiles(folder).filter((file) => /(?<!\.d)\.tsx?$/.test(file) && !FOLDERS_NOT_FOR_REMOTES.test(file)),
    );
    runCompiler(directory, root, sources, target);
    const files = wanted.flatMap(({ name, folder, entries }) => {
      const made = path.join(target, path.basename(folder));
      const declarations = [...readFiles(made)].map(([file, content]): [string, string] => [file, content.toString()]);
      return [...declarations, ...entries.map(entryFile)].map(([file, text]) => [`${name}/${file}`, text] as const);
    });
    const [bad] = files.find(([file]) => !DECLARATION_PATH.test(file)) ?? [];
    if (bad !== undefined) throw new Error(`${bad} cannot be written by those who write remotes: ${DECLARATION_PATH}`);
    return Object.fromEntries(files.sort(([a], [b]) => (a < b ? -1 : 1)));
  } finally {
    rmSync(target, { recursive: true, force: true });
  }
}

/** Kept until a source changes: the compiler takes seconds. */
function declarations(directory: string): Record<string, string> {
  const wanted = wantedPackages(directory);
  const hash = createHash('sha256').update(readFileSync(import.meta.filename));
  const known: KnownSources = new Map();
  for (const { folder } of wanted) hash.update(fingerprint(folder, known));
  const key = hash.digest('hex');
  const file = path.join(directory, '.cache/declarations.json');
  const kept = readKept<Record<string, string>>(file, key);
  if (kept) return kept;
  const files = declare(directory, wanted);
  keep(file, { key, answer: files });
  return files;
}

/**
 * What a shell gives to remotes, for the compiler of a repository that holds none of its sources.
 * @param directory - of the shell
 * @returns declarations by their path below `node_modules`, and the types of every slot
 */
export const offeredTypes = (directory: string): { files: Record<string, string>; slots: TypesByName } => ({
  files: declarations(directory),
  slots: slotTypes(directory, null),
});
