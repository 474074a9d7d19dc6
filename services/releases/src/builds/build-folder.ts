import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** A finished build in a workspace's `dist`. */
export interface BuildFolder {
  /** Text of `build.json`, as it will be signed. */
  payload: string;
  readFile(file: string): Promise<Buffer | null>;
}

/** @returns the build in a folder, or `null` when none was made */
export function openBuildFolder(folder: string): BuildFolder | null {
  const descriptor = path.join(folder, 'build.json');
  if (!existsSync(descriptor)) return null;
  const root = path.resolve(folder);
  return {
    payload: readFileSync(descriptor, 'utf8'),
    async readFile(file) {
      const full = path.resolve(root, file);
      if (!full.startsWith(`${root}${path.sep}`)) return null;
      return readFile(full).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT' || error.code === 'EISDIR') return null;
        throw error;
      });
    },
  };
}
