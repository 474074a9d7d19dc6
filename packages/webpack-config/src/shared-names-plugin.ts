import type { Compilation, Compiler, NormalModule, Module } from 'webpack';
import { SHARED } from './shared.ts';

/** Names by shared package, sorted. */
export type NamesByPackage = Record<string, string[]>;

type NormalModuleFactory = ReturnType<Compiler['createNormalModuleFactory']>;
/** @param name - what is imported; `null` for a namespace */
type OnImport = (module: NormalModule, source: string, name: string | null) => void;

interface HarmonyParser {
  hooks: Record<
    'importSpecifier' | 'exportImportSpecifier',
    { tap(plugin: string, callback: (statement: unknown, source: string, name: string | null) => void): void }
  >;
  state: { module: NormalModule };
}

/** Calls for each name that a module imports, or exports anew from elsewhere. */
export function onEachImport(factory: NormalModuleFactory, plugin: string, callback: OnImport): void {
  for (const type of ['javascript/auto', 'javascript/esm'] as const) {
    factory.hooks.parser.for(type).tap(plugin, (parser) => {
      // The type of the parser given here does not name these hooks.
      const harmony = parser as unknown as HarmonyParser;
      for (const hook of ['importSpecifier', 'exportImportSpecifier'] as const)
        harmony.hooks[hook].tap(plugin, (_statement, source, name) => callback(harmony.state.module, source, name));
    });
  }
}

const NAME = 'SharedNamesPlugin';
/** In a module's `buildInfo`: it is kept with the module when a watching build does not parse it again. */
const KEY = 'redressSharedNames';
const found = new WeakMap<Compilation, { used: NamesByPackage; offered: NamesByPackage }>();

/** What a finished compilation imports of the shared packages by name, and which names it holds of each. */
export const sharedNames = (compilation: Compilation) => found.get(compilation) ?? { used: {}, offered: {} };

const NAMED = new Set(['harmony import specifier', 'harmony export imported specifier']);

/**
 * What a module takes of shared packages through a namespace (`import * as z`), by package; `*` where it takes the
 * namespace itself, so that any name may be asked of it.
 */
export const membersUsed = (module: Module): [string, string][] => {
  const spaces = (module.buildInfo as { [KEY]?: [string, string][] } | undefined)?.[KEY] ?? [];
  const wanted = new Set(spaces.flatMap(([source, name]) => (name === '*' ? [source] : [])));
  if (wanted.size === 0) return [];
  return module.dependencies.flatMap((dependency): [string, string][] => {
    // The type of a dependency does not say what an imported name in an expression has.
    const { request = '', ids, type } = dependency as { request?: string; ids?: string[]; type: string };
    return ids && wanted.has(request) && NAMED.has(type) ? [[request, ids[0] ?? '*']] : [];
  });
};

/** Modules that some chunk has: what is imported, and of which nothing is used, is left out. */
export const modulesInChunks = (compilation: Compilation): Module[] =>
  [...compilation.modules].filter((module) => compilation.chunkGraph.getNumberOfModuleChunks(module) > 0);

const sorted = (names: Map<string, Set<string>>): NamesByPackage =>
  Object.fromEntries([...names].map(([request, set]) => [request, [...set].sort()] as const).sort());

/**
 * Collects names of shared packages: those a remote imports, which the shell must have, and those the shell's copy
 * exports. A name one side lacks is `undefined` in front of a visitor, whatever the versions say.
 */
export class SharedNamesPlugin {
  apply(compiler: Compiler): void {
    const requests = new Set(SHARED.map(({ request }) => request));
    compiler.hooks.compilation.tap(NAME, (compilation, { normalModuleFactory }) => {
      onEachImport(normalModuleFactory, NAME, (module, source, imported) => {
        if (!requests.has(source)) return;
        const info = (module.buildInfo ??= {}) as { [KEY]?: [string, string][] };
        // A namespace import may use any name: which ones is not known here.
        (info[KEY] ??= []).push([source, imported ?? '*']);
      });
      // It is known which modules stay, and they are not yet merged into each other.
      compilation.hooks.afterOptimizeChunks.tap(NAME, () => {
        found.set(compilation, { used: usedNames(compilation), offered: offeredNames(compilation) });
      });
    });
  }
}

function usedNames(compilation: Compilation): NamesByPackage {
  const used = new Map<string, Set<string>>();
  for (const module of modulesInChunks(compilation)) {
    const imported = (module.buildInfo as { [KEY]?: [string, string][] } | undefined)?.[KEY] ?? [];
    for (const [request, name] of [...imported.filter(([, one]) => one !== '*'), ...membersUsed(module)]) {
      const names = used.get(request) ?? new Set();
      used.set(request, names.add(name));
    }
  }
  return sorted(used);
}

function offeredNames(compilation: Compilation): NamesByPackage {
  const offered = new Map<string, Set<string>>();
  const requestOf = new Map(SHARED.map(({ request, facade }) => [facade ?? request, request]));
  for (const module of compilation.modules) {
    for (const dependency of [...module.dependencies, ...module.blocks.flatMap(({ dependencies }) => dependencies)]) {
      const request = requestOf.get((dependency as { request?: string }).request ?? '');
      // webpack leads an imported name past the package's index to the module that makes it, which has other exports.
      if (NAMED.has(dependency.type)) continue;
      const target = request === undefined ? null : compilation.moduleGraph.getModule(dependency);
      if (request === undefined || !target) continue;
      const names = compilation.moduleGraph.getProvidedExports(target);
      // Of a package that makes its exports while it runs, the names are not known.
      if (!Array.isArray(names)) continue;
      // What a CommonJS package (react) assigns to `module.exports` is its default, though nothing exports that name.
      const isCommonJs = target.buildMeta?.['exportsType'] !== 'namespace';
      offered.set(request, new Set(isCommonJs ? ['default', ...names] : names));
    }
  }
  return sorted(offered);
}
