import { createRequire } from 'node:module';
import path from 'node:path';
import { packageFolderOf } from '@redress/tools/sbom';
import type { Compilation, Module } from 'webpack';
import { modulesInChunks } from './shared-names-plugin.ts';

/** Its runtime code stands in every build and belongs to no module. */
const WEBPACK = path.dirname(createRequire(import.meta.url).resolve('webpack/package.json'));

/** Modules that were joined into one, as they were before. */
const partsOf = (module: Module): Module[] => {
  const { modules } = module as { modules?: Iterable<Module> };
  return modules ? [...modules].flatMap(partsOf) : [module];
};

/**
 * Folders of the packages with code or styles in a build, webpack among them. What a remote takes from the shell
 * is not in it: the shell's own list has it.
 */
export function bundledPackages(compilation: Compilation): Set<string> {
  // Modules that only ran while building (those of the CSS loader) are in no chunk.
  const shipped = modulesInChunks(compilation).flatMap(partsOf);
  const files = shipped.map((module) => module.nameForCondition());
  const folders = [...new Set(files.filter((file) => file !== null))].map(packageFolderOf);
  return new Set([WEBPACK, ...folders.filter((folder) => folder !== undefined)]);
}
