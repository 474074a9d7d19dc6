import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { BuildDescriptor } from '@redress/contracts/releases';
import { CONTRACTS_VERSION } from '@redress/contracts';
import * as z from 'zod/mini';
import type { Compilation, Module } from 'webpack';
import { type BuildOptions, globalName, sharedVersions } from './factory.ts';
import { measure } from './federation-manifest.ts';
import { SHARED, compatibleRange } from './shared.ts';
import { sharedNames } from './shared-names-plugin.ts';
import { sharedTypes, slotTypes } from './shared-types.ts';
import { likelyNext, usesOf } from './uses.ts';

type ModuleChain = BuildDescriptor['exposes'][string];

const isBeside = (file: string) => /\.map$|\.hot-update\./.test(file);

/** Share key of a module that stands for a shared package, if it is one. */
const shareKeyOf = (module: Module): string | undefined =>
  module.type === 'consume-shared-module'
    ? (module as { options?: { shareKey?: string } }).options?.shareKey
    : undefined;

/** Files of a named chunk with everything it waits for, in load order. */
function chainOf(compilation: Compilation, chunkGroup: string): ModuleChain {
  const group = compilation.namedChunkGroups.get(chunkGroup);
  const files = group?.getFiles().filter((file) => !isBeside(file)) ?? [];
  const asked = new Set(
    group?.chunks.flatMap((chunk) => [...compilation.chunkGraph.getChunkModulesIterable(chunk)].map(shareKeyOf)) ?? [],
  );
  const later = SHARED.filter(({ request, later: isLater }) => isLater && asked.has(request)).map(
    ({ request }) => request,
  );
  return {
    js: files.filter((file) => file.endsWith('.js')),
    css: files.filter((file) => file.endsWith('.css')),
    ...(later.length > 0 ? { later } : {}),
  };
}

/** Every file of a finished build but `build.json`, which is what a signature covers. */
export function readFiles(dist: string): Map<string, Buffer> {
  const entries = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = entries.map((entry) => path.relative(dist, path.join(entry.parentPath, entry.name))).sort();
  return new Map(
    names
      .filter((name) => name !== 'build.json')
      .map((name) => [name.split(path.sep).join('/'), readFileSync(path.join(dist, name))]),
  );
}

/** What the site's own sentences are written with: the one file beside scripts and style sheets that a first screen waits for. */
const FONT = /^public-sans-basic\.[0-9a-f]+\.woff2$/;

interface DescriptorInput {
  options: BuildOptions;
  compilation: Compilation;
  files: ReadonlyMap<string, Buffer>;
  /** Route to the file of its prerendered screen. */
  screens: Readonly<Record<string, string>>;
}

/**
 * What `dist/build.json` says. Checked against the contract before it is written.
 * @throws {z.core.$ZodError} when a file name, hash or config is not what the release service accepts
 */
export function describeBuild({ options, compilation, files, screens }: DescriptorInput): BuildDescriptor {
  const { config, directory } = options;
  const isShell = config.name === 'shell';
  const entryGroup = isShell ? 'shell' : globalName({ name: config.name, buildId: options.buildId });
  const entry = chainOf(compilation, entryGroup).js.at(-1);
  if (entry === undefined) throw new Error(`${config.name}: the build has no entry script`);

  const exposes: Record<string, ModuleChain> = isShell
    ? {
        './shell': chainOf(compilation, 'shell'),
        './loader': chainOf(compilation, 'loader'),
        // The signed-in layout: fetched beside the shell where the route has it.
        './account': chainOf(compilation, 'account'),
        // Its own pages, which the document of each brings drawn, with the styles of this module.
        './pages': chainOf(compilation, 'pages'),
        ...Object.fromEntries(
          SHARED.flatMap(({ request, later }) => (later ? [[`./shared/${request}`, chainOf(compilation, later)]] : [])),
        ),
      }
    : { './lifecycles': chainOf(compilation, 'lifecycles') };
  for (const slot of Object.keys(config.slots)) {
    exposes[`./slot/${slot}`] = chainOf(compilation, `slot-${slot.replaceAll('.', '-')}`);
  }

  const font = isShell ? [...files.keys()].find((name) => FONT.test(name)) : undefined;
  const versions = sharedVersions(directory);
  // Shared packages this compilation really asks for.
  const asked = new Set([...compilation.modules].map(shareKeyOf));
  const shared = Object.fromEntries(
    SHARED.flatMap(({ request, package: name }) => {
      const version = versions[name];
      if (version === undefined || !(isShell || asked.has(request))) return [];
      return [[request, { version: isShell ? version : compatibleRange(version), provides: isShell }]];
    }),
  );

  const names = sharedNames(compilation);
  const uses = usesOf(
    [...files].filter(([name]) => name.endsWith('.js')).map(([, content]) => content.toString('utf8')),
  );
  const descriptor: BuildDescriptor = {
    format: 1,
    name: config.name,
    version: options.version,
    buildId: options.buildId,
    owner: config.owner,
    entry,
    globalName: entryGroup === 'shell' ? globalName({ name: 'shell', buildId: options.buildId }) : entryGroup,
    exposes,
    files: Object.fromEntries([...files].map(([name, content]) => [name, measure(content)])),
    prerendered: Object.fromEntries(
      Object.entries(screens).map(([route, html]) => [
        route,
        // What the module itself needs is what its first screen needs: no second list to keep true. A document has the
        // styles of the shell's modules in any case.
        { html, css: exposes['./lifecycles']?.css ?? [] },
      ]),
    ),
    shared,
    uses: { ...uses, ...(isShell ? {} : { names: names.used }) },
    ...(isShell ? { offers: names.offered } : {}),
    ...(options.mode === 'production'
      ? {
          types: {
            shared: sharedTypes(directory, isShell ? names.offered : names.used),
            slots: slotTypes(directory, [...uses.slots, ...Object.keys(config.slots)]),
          },
        }
      : {}),
    ...(font ? { preloadFont: font } : {}),
    ...(isShell ? { readsIndex: true } : {}),
    contracts: isShell ? CONTRACTS_VERSION : config.requires.contracts,
    config: { ...config, routes: config.routes.map((route) => ({ ...route, next: route.next ?? likelyNext(uses) })) },
  };
  return z.parse(BuildDescriptor, descriptor);
}
