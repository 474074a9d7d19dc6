import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';

export interface Manifest {
  name: string;
  version: string;
  private?: boolean;
  exports?: Record<string, string>;
  bin?: Record<string, string>;
  scripts?: Record<string, string>;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

export interface Workspace {
  folder: string;
  manifest: Manifest;
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;

const installed = (name: string, from: string): string => realpathSync(path.join(from, 'node_modules', name));

/** A workspace with every workspace it depends on, dependencies first. */
export function withDependencies(folder: string): Workspace[] {
  const found = new Map<string, Workspace>();
  const visit = (at: string) => {
    const manifest = readManifest(at);
    if (found.has(manifest.name)) return;
    for (const [name, range] of Object.entries(manifest.dependencies ?? {}))
      if (range.startsWith('workspace:')) visit(installed(name, at));
    found.set(manifest.name, { folder: at, manifest });
  };
  visit(folder);
  return [...found.values()];
}

/** Versions of the catalog of the repository, by package. */
export function catalogOf(root: string): Record<string, string> {
  const text = readFileSync(path.join(root, 'pnpm-workspace.yaml'), 'utf8');
  const [, block = ''] = /^catalog:\n((?: {2}.*\n)+)/m.exec(text) ?? [];
  return Object.fromEntries(
    [...block.matchAll(/^ {2}'?([^':]+)'?: (\S+)$/gm)].map(([, name, version]) => [name, version]),
  );
}

/** A `package.json` of a template, with the versions of this set in the place of the names of the workspace protocol. */
export function withVersions(
  text: string,
  { version, catalog }: { version: string; catalog: Record<string, string> },
): string {
  return text
    .replaceAll('"workspace:*"', JSON.stringify(version))
    .replaceAll(/"([^"]+)": "catalog:"/g, (_, name: string) => {
      const found = catalog[name];
      if (found === undefined) throw new Error(`The catalog has no ${name}.`);
      return `"${name}": "${found}"`;
    });
}

/** Where TypeScript stood, its JavaScript stands. */
const compiled = (target: string): string => target.replace(/(?<!\.d)\.tsx?$/, '.js');
const compiledAll = (targets: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(targets).map(([key, target]) => [key, compiled(target)]));

/**
 * What stands in `package.json` of the packed workspace: the version of the set, exact versions of everything, no trace of
 * the repository. Packages that the platform shares are peers: a repository has one of each, or its install says why not.
 * @param options.isShared - whether the platform gives this package to remotes
 */
export function packedManifest(
  { folder, manifest }: Workspace,
  { version, isShared }: { version: string; isShared: (name: string) => boolean },
): Manifest & Record<string, unknown> {
  const { name, exports, bin, dependencies = {} } = manifest;
  const exact = Object.entries(dependencies).map(([dependency, range]): [string, string] => [
    dependency,
    range.startsWith('workspace:') ? version : readManifest(installed(dependency, folder)).version,
  ]);
  const isPeer = ([dependency]: [string, string]) => !dependency.startsWith('@redress/') && isShared(dependency);
  const peers = exact.filter(isPeer);
  const { sideEffects } = manifest as { sideEffects?: unknown };
  return {
    name,
    version,
    license: 'UNLICENSED',
    type: 'module',
    engines: { node: '>=24' },
    ...(sideEffects === undefined ? {} : { sideEffects }),
    ...(exports ? { exports: compiledAll(exports) } : {}),
    ...(bin ? { bin: compiledAll(bin) } : {}),
    dependencies: Object.fromEntries(exact.filter((one) => !isPeer(one))),
    ...(peers.length > 0 ? { peerDependencies: Object.fromEntries(peers) } : {}),
  };
}
