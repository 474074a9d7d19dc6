import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { openBuildFolder, openStockFolder, type BuildFolder } from '@redress/release-client/publish';
import { CommandRefused, type Surroundings } from '../command.ts';

/**
 * The build that a command is about: the finished one in `--dist`, or the one of the sources in this folder, made now.
 * @throws {CommandRefused} `BUILD_MISSING`, `BUILD_FAILED`
 */
export async function builtFolder(
  { directory, write }: Pick<Surroundings, 'directory' | 'write'>,
  { dist, maps }: { dist?: string | undefined; maps: boolean },
): Promise<BuildFolder> {
  if (dist === undefined) {
    const { build } = await import('@redress/webpack-config');
    const { name, version, buildId } = await build({ directory, mode: 'production', sourceMaps: maps }).catch(
      (error: Error) => {
        throw new CommandRefused('BUILD_FAILED', error.message, 'Mend what it names, then build again.');
      },
    );
    write(`${name} ${version}-${buildId} is built.`);
  }
  const folder = path.resolve(directory, dist ?? 'dist');
  const found = existsSync(folder) && statSync(folder).isDirectory() ? openBuildFolder(folder) : null;
  const opened = found ?? (existsSync(folder) ? await openStockFolder(folder) : null);
  if (opened) return opened;
  throw new CommandRefused(
    'BUILD_MISSING',
    `${folder} holds neither build.json nor mf-manifest.json.`,
    'Build first, or name the folder of a finished build with --dist.',
  );
}
