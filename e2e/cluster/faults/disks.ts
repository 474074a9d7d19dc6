import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A file system of limited size (tmpfs), mounted on a new folder. */
export interface SmallDisk {
  folder: string;
  /** Takes what room is left. */
  fill(): void;
  makeRoom(): void;
  remove(): void;
}

/** @throws where mounting is not allowed */
export function mountDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(path.join(tmpdir(), 'redress-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch (error) {
    rmSync(folder, { recursive: true });
    throw error;
  }
  return {
    folder,
    fill() {
      // The last pieces are small: what is left afterwards is less than a page of a database.
      for (const bytes of [65_536, 4_096]) {
        try {
          for (let part = 0; ; part += 1)
            writeFileSync(path.join(folder, `fill-${bytes}-${part}`), Buffer.alloc(bytes));
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        }
      }
    },
    makeRoom: () => void execFileSync('find', [folder, '-maxdepth', '1', '-name', 'fill-*', '-delete']),
    remove() {
      execFileSync('umount', [folder]);
      rmSync(folder, { recursive: true });
    },
  };
}

/** @returns why no disk can be mounted here; `null` where one can */
export function whyNoDisk(): string | null {
  if (process.getuid?.() !== 0) return 'needs root';
  try {
    mountDisk(1).remove();
    return null;
  } catch (error) {
    return `mounting is not allowed here (${(error as Error).message.split('\n')[0]})`;
  }
}
