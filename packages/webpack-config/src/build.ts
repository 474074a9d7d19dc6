import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildDescriptor, RemoteConfig } from '@redress/contracts/releases';
import { makeNotices, makeSbom, NOTICES_FILE, SBOM_FILE } from '@redress/tools/sbom';
import * as z from 'zod/mini';
import webpack, { type Configuration, type Stats } from 'webpack';
import { bundledPackages } from './bundled-packages.ts';
import { describeBuild, readFiles } from './descriptor.ts';
import { type BuildOptions, createConfiguration } from './factory.ts';
import { withManifest } from './federation-manifest.ts';
import { inputHash } from './identity.ts';
import { ORIGIN_FILE, originOf } from './origin.ts';
import { prerenderScreens } from './prerender.ts';
import { offeredTypes, TYPES_FILE } from './offered-types.ts';
import { readPackageJson } from './workspace.ts';

/** A remote in data, from its `remote.config.ts`. */
async function readRemoteConfig(directory: string): Promise<RemoteConfig> {
  const module = await import(pathToFileURL(path.join(directory, 'remote.config.ts')).href);
  return z.parse(RemoteConfig, module.config ?? module.default);
}

export interface RunOptions {
  directory: string;
  mode: BuildOptions['mode'];
  sourceMaps: boolean;
}

export async function buildOptions({ directory, mode, sourceMaps }: RunOptions): Promise<BuildOptions> {
  const config = await readRemoteConfig(directory);
  const { version } = readPackageJson(directory);
  return { directory, config, version, buildId: inputHash(directory, mode, { sourceMaps }), mode, sourceMaps };
}

/** The workspace's own `webpack.config.js` decides; it is one line over this package. */
export async function configurationOf(options: BuildOptions): Promise<Configuration> {
  const file = path.join(options.directory, 'webpack.config.js');
  if (!existsSync(file)) return createConfiguration(options);
  const { default: configure } = (await import(pathToFileURL(file).href)) as {
    default: (options: BuildOptions) => Configuration;
  };
  return configure(options);
}

function failOnErrors(stats: Stats): void {
  if (!stats.hasErrors()) return;
  throw new Error(stats.toString({ all: false, errors: true, errorDetails: true, colors: false }));
}

/**
 * Builds once into `dist/`, with `dist/build.json` and the bill of materials beside it. The folder changes only when everything has gone well, and then at
 * once: whoever reads it meanwhile (a starting site, a drill) sees the build before.
 */
export async function build(run: RunOptions): Promise<BuildDescriptor> {
  const options = await buildOptions(run);
  const { directory } = options;
  const dist = path.join(directory, 'dist');
  mkdirSync(path.join(directory, '.cache'), { recursive: true });
  const fresh = mkdtempSync(path.join(directory, '.cache/build-'));
  try {
    const configuration = await configurationOf(options);
    const compiler = webpack({ ...configuration, output: { ...configuration.output, path: fresh } });
    if (!compiler) throw new Error('webpack returned no compiler');
    const stats = await new Promise<Stats>((resolve, reject) =>
      compiler.run((error, result) => (result ? resolve(result) : reject(error))),
    );
    await new Promise<void>((resolve, reject) => compiler.close((error) => (error ? reject(error) : resolve())));
    failOnErrors(stats);
    const screens = await prerenderScreens(options, fresh);
    if (options.config.name === 'shell')
      writeFileSync(path.join(fresh, TYPES_FILE), JSON.stringify(offeredTypes(directory)));
    const packages = bundledPackages(stats.compilation);
    writeFileSync(path.join(fresh, NOTICES_FILE), makeNotices(packages));
    const descriptor = withManifest(
      describeBuild({ options, compilation: stats.compilation, files: readFiles(fresh), screens }),
      (file, content) => writeFileSync(path.join(fresh, file), content),
    );
    writeFileSync(path.join(fresh, 'build.json'), `${JSON.stringify(descriptor, null, 1)}\n`);
    // Written after the descriptor, so no file of the build: it is neither pinned nor served.
    const { name, version, buildId } = descriptor;
    writeFileSync(path.join(fresh, SBOM_FILE), makeSbom({ name, version: `${version}-${buildId}`, packages }));
    writeFileSync(path.join(fresh, ORIGIN_FILE), `${JSON.stringify(originOf(directory), null, 1)}\n`);
    // Made for its owner alone; who publishes may be another account than who built, and no file of it is a secret.
    chmodSync(fresh, 0o755);
    rmSync(dist, { recursive: true, force: true });
    renameSync(fresh, dist);
    return descriptor;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}
