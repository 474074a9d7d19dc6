import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BuildDescriptor } from '@redress/contracts/releases';
import webpack, { type Compiler, type Stats } from 'webpack';
import { aloneConfiguration } from './alone.ts';
import { type RunOptions, buildOptions, configurationOf } from './build.ts';
import { describeBuild, readFiles } from './descriptor.ts';
import type { BuildOptions } from './factory.ts';
import { DEV_ID, giveIdentity } from './dev-identity.ts';
import { createDevServer } from './dev-server.ts';
import { prerenderScreens } from './prerender.ts';

export interface WatchOptions extends Omit<RunOptions, 'mode'> {
  port: number;
  /** Serve a page that shows this remote alone, answered by fakes. */
  alone: boolean;
  write(line: string): void;
}

/** A rebuild of a watched remote. */
export interface WatchedBuild {
  files: ReadonlyMap<string, Buffer>;
  /** Not of a remote alone, which is no container. */
  descriptor: BuildDescriptor | undefined;
  buildId: string;
  milliseconds: number;
}

interface WatchPort {
  onBuilt(build: WatchedBuild): void;
  /** @param text - what the compiler says, for a terminal */
  onFailed(text: string): void;
}

/** Keeps what a compiler made in memory instead of writing it. */
function keepInMemory(compiler: Compiler): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  compiler.hooks.shouldEmit.tap('KeepInMemory', (compilation) => {
    if (compilation.errors.length > 0) return false;
    // A page that fell behind takes the updates one after the other.
    for (const name of files.keys()) if (!name.includes('.hot-update.')) files.delete(name);
    for (const { name, source } of compilation.getAssets()) files.set(name, Buffer.from(source.buffer()));
    return false;
  });
  return files;
}

/** What the site cannot make a document without: the frames of the shell, as they are when the watching begins. */
async function framesOf(options: BuildOptions) {
  if (options.config.name !== 'shell') return { screens: {}, files: new Map<string, Buffer>() };
  const target = mkdtempSync(path.join(tmpdir(), 'redress-frames-'));
  try {
    return { screens: await prerenderScreens(options, target), files: readFiles(target) };
  } finally {
    rmSync(target, { recursive: true });
  }
}

/** Builds a remote at once and with each change of its files, in memory; each rebuild has an id of its own. */
export async function watchBuild(
  given: Pick<WatchOptions, 'directory' | 'alone' | 'sourceMaps'> & { refresh?: boolean },
  { onBuilt, onFailed }: WatchPort,
): Promise<{ close(): Promise<void> }> {
  const { directory, alone, sourceMaps, refresh = false } = given;
  const options = { ...(await buildOptions({ directory, mode: 'development', sourceMaps })), buildId: DEV_ID, refresh };
  const configuration = alone ? aloneConfiguration(options) : await configurationOf(options);
  const compiler = webpack(configuration);
  if (!compiler) throw new Error('webpack returned no compiler');
  const files = keepInMemory(compiler);
  const frames = await framesOf(options);

  const publish = (stats: Stats) => {
    if (stats.hasErrors()) return onFailed(stats.toString({ all: false, errors: true, colors: true }));
    // A remote alone keeps its name: its page takes one build after the other.
    const made = alone
      ? { buildId: stats.hash ?? DEV_ID, files: new Map(files) }
      : giveIdentity(new Map([...files, ...frames.files]));
    let descriptor: BuildDescriptor | undefined;
    if (!alone) {
      const text = JSON.stringify(
        describeBuild({ options, compilation: stats.compilation, files: made.files, screens: frames.screens }),
      );
      descriptor = JSON.parse(text.replaceAll(DEV_ID, made.buildId)) as BuildDescriptor;
    }
    const milliseconds = (stats.endTime ?? 0) - (stats.startTime ?? 0);
    onBuilt({ files: made.files, descriptor, buildId: made.buildId, milliseconds });
  };

  const watching = compiler.watch({ aggregateTimeout: 20 }, (error, stats) => {
    if (error) onFailed(error.message);
    else if (stats) publish(stats);
  });
  return {
    close: () => new Promise<void>((resolve) => (watching ? watching.close(() => resolve()) : resolve())),
  };
}

/** A watching build of one remote, and the server that offers each rebuild to a site or, alone, to a browser. */
export async function watch({
  directory,
  port,
  alone,
  sourceMaps,
  write,
}: WatchOptions): Promise<{ close(): Promise<void> }> {
  const name = path.basename(directory);
  const server = await createDevServer({ directory, port, alone, name });
  const watching = await watchBuild(
    { directory, alone, sourceMaps, refresh: true },
    {
      onBuilt({ files, descriptor, buildId, milliseconds }) {
        server.offer(files, descriptor);
        write(`${descriptor?.name ?? name} ${buildId}: ${milliseconds} ms, http://127.0.0.1:${server.port}/`);
      },
      onFailed: write,
    },
  );
  return {
    async close() {
      await watching.close();
      await server.close();
    },
  };
}
