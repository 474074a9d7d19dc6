import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildDescriptor, RemoteConfig } from '@redress/contracts/releases';
import * as z from 'zod/mini';
import webpack, { type Configuration, type Stats } from 'webpack';
import { describeBuild, readFiles } from './descriptor.ts';
import { type BuildOptions, createConfiguration } from './factory.ts';
import { inputHash } from './identity.ts';
import { prerenderScreens } from './prerender.ts';
import { readPackageJson } from './workspace.ts';

/** A remote in data, from its `remote.config.ts`. */
export async function readRemoteConfig(directory: string): Promise<RemoteConfig> {
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
  return { directory, config, version, buildId: inputHash(directory, mode), mode, sourceMaps };
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

export function failOnErrors(stats: Stats): void {
  if (!stats.hasErrors()) return;
  throw new Error(stats.toString({ all: false, errors: true, errorDetails: true, colors: false }));
}

export function writeDescriptor(directory: string, descriptor: BuildDescriptor): void {
  writeFileSync(path.join(directory, 'dist/build.json'), `${JSON.stringify(descriptor, null, 1)}\n`);
}

/** Builds once into `dist/` and writes `dist/build.json`. */
export async function build(run: RunOptions): Promise<BuildDescriptor> {
  const options = await buildOptions(run);
  const dist = path.join(options.directory, 'dist');
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist, { recursive: true });
  const compiler = webpack(await configurationOf(options));
  if (!compiler) throw new Error('webpack returned no compiler');
  const stats = await new Promise<Stats>((resolve, reject) =>
    compiler.run((error, result) => (result ? resolve(result) : reject(error))),
  );
  await new Promise<void>((resolve, reject) => compiler.close((error) => (error ? reject(error) : resolve())));
  failOnErrors(stats);
  const screens = await prerenderScreens(options);
  const descriptor = describeBuild({ options, compilation: stats.compilation, files: readFiles(dist), screens });
  writeDescriptor(options.directory, descriptor);
  return descriptor;
}
