import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Configuration } from 'webpack';
import { facades } from './facade-check-plugin.ts';
import { inputFiles } from './input-files.ts';

const LOCKFILES = ['pnpm-lock.yaml', 'package-lock.json', 'yarn.lock'];

/** The lockfile that decides what is installed for a folder: the next one on the way up. */
function lockfileOf(directory: string): string | undefined {
  const found = LOCKFILES.map((name) => path.join(directory, name)).find((file) => existsSync(file));
  return found ?? (path.dirname(directory) === directory ? undefined : lockfileOf(path.dirname(directory)));
}

/**
 * Keeps what a production build of a remote made of its modules for the next one of this folder. A file counts by what it holds, never
 * by its time. What decides about modules without being one of them begins anew: Node, the lockfile, this recipe, the names
 * of the facades, the settings of the workspace.
 */
export function keptModules(
  directory: string,
  { sourceMaps }: { sourceMaps: boolean },
): Pick<Configuration, 'cache' | 'snapshot'> {
  const hash = createHash('sha256').update(`${process.version} ${sourceMaps}\0`);
  const deciding = [
    lockfileOf(directory),
    ...inputFiles(path.join(import.meta.dirname, '..')),
    ...[...facades(directory).values()].map(({ file }) => file),
    ...['webpack.config.js', 'remote.config.ts', 'package.json'].map((name) => path.join(directory, name)),
  ];
  for (const file of deciding) if (file && existsSync(file)) hash.update(readFileSync(file)).update('\0');
  const byContent = { hash: true };
  return {
    cache: {
      type: 'filesystem',
      cacheDirectory: path.join(directory, '.cache/webpack'),
      version: hash.digest('hex'),
    },
    snapshot: { module: byContent, contextModule: byContent, resolve: byContent },
  };
}
