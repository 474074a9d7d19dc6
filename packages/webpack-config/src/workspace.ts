import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';

export interface PackageJson {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  exports?: Record<string, string>;
}

export const readPackageJson = (directory: string): PackageJson =>
  JSON.parse(readFileSync(path.join(directory, 'package.json'), 'utf8'));

/** Folder of an installed package as seen from `from`, or undefined. Reads folders, so `exports` cannot hide it. */
export function packageDirectory(name: string, from: string): string | undefined {
  for (let directory = from; ; directory = path.dirname(directory)) {
    const candidate = path.join(directory, 'node_modules', name);
    if (existsSync(path.join(candidate, 'package.json'))) return realpathSync(candidate);
    if (path.dirname(directory) === directory) return undefined;
  }
}

/** Folder of the package that a file belongs to. */
export function packageRoot(file: string): string {
  for (let directory = path.dirname(file); path.dirname(directory) !== directory; directory = path.dirname(directory)) {
    if (existsSync(path.join(directory, 'package.json'))) return directory;
  }
  throw new Error(`${file} is not inside a package`);
}
