import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import webpack, { type Compiler, type Module, type NormalModule } from 'webpack';
import { SHARED, isUnsharedPart } from './shared.ts';
import { modulesInChunks, membersUsed, onEachImport } from './shared-names-plugin.ts';

/** Names a facade module exports: it holds nothing but `export { a, b } from '…'` lists. */
export function facadeNames(source: string): Set<string> {
  const names = new Set<string>();
  for (const [, list] of source.matchAll(/export\s*\{([^}]*)\}/g)) {
    for (const item of list!.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '').split(',')) {
      const name = item
        .trim()
        .split(/\s+as\s+/)
        .at(-1);
      if (name && !name.startsWith('type ')) names.add(name);
    }
  }
  return names;
}

/** Facades by the import they stand for: where each is written, and what it names. */
export function facades(resolveFrom: string): Map<string, { file: string; names: Set<string> }> {
  const { resolve } = createRequire(`${resolveFrom}/package.json`);
  return new Map(
    SHARED.flatMap(({ request, facade }) => {
      if (!facade) return [];
      const file = resolve(facade);
      return [[request, { file, names: facadeNames(readFileSync(file, 'utf8')) }] as const];
    }),
  );
}

/**
 * A name the facade lacks would be `undefined` at run time, in production, in front of a claimant: here it stops the
 * build and says where to add it.
 */
export class FacadeCheckPlugin {
  readonly resolveFrom: string;
  constructor(resolveFrom: string) {
    this.resolveFrom = resolveFrom;
  }

  apply(compiler: Compiler): void {
    const known = facades(this.resolveFrom);
    const shared = SHARED.map(({ request }) => request).join(', ');
    const errorIn = (module: Module, message: string) => Object.assign(new webpack.WebpackError(message), { module });
    const refusal = (what: string, file: string) =>
      `${what} is not shared. Remotes get the names listed in ${file}: import one of them, or add it there.`;
    const check = (module: NormalModule, source: string, name: string | null) => {
      const fail = (message: string) => module.addError(errorIn(module, message));
      const facade = known.get(source);
      if (isUnsharedPart(source))
        fail(`'${source}' would bring a second copy of a shared package into this remote. Shared are: ${shared}.`);
      // Members of a namespace are looked at when it is known which modules stay.
      if (!facade || name === null || facade.names.has(name)) return;
      fail(refusal(`'${name}' of '${source}'`, facade.file));
    };
    compiler.hooks.compilation.tap('FacadeCheckPlugin', (compilation) => {
      compilation.hooks.afterOptimizeChunks.tap('FacadeCheckPlugin', () => {
        for (const module of modulesInChunks(compilation)) {
          for (const [source, member] of membersUsed(module)) {
            const facade = known.get(source);
            if (!facade || facade.names.has(member)) continue;
            const what = member === '*' ? `a namespace of '${source}'` : `'${member}' of '${source}'`;
            compilation.errors.push(errorIn(module, refusal(what, facade.file)));
          }
        }
      });
    });
    compiler.hooks.normalModuleFactory.tap('FacadeCheckPlugin', (factory) =>
      onEachImport(factory, 'FacadeCheckPlugin', check),
    );
  }
}
