import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));

/**
 * Moves the files of one folder into another one, over those of the same name, and removes what is not among them. A
 * service that starts meanwhile lists the folder and then reads it: a file whose name stays is there all the time, whole.
 * @param fresh - on the same file system; it is gone afterwards
 */
export function replaceFiles(fresh: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const former = filesIn(folder);
  const files = filesIn(fresh);
  for (const file of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    renameSync(path.join(fresh, file), path.join(folder, file));
  }
  for (const file of former.filter((name) => !files.includes(name))) rmSync(path.join(folder, file));
  rmSync(fresh, { recursive: true });
}
