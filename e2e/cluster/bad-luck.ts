import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Figure } from './rehearsal/proof-page.ts';
import type { Backups } from './backups.ts';
import type { Said } from './operator-commands.ts';
import { startStoreProxy } from './store-proxy.ts';

const AWAY_MS = 60_000;

const lastLine = ({ output }: Said): string => output.trim().split('\n').at(-1) ?? '';

/** The store behind a proxy that answers 503 for a while. */
async function behindProxy<T>(storeUrl: string, work: (url: string) => Promise<T>): Promise<T> {
  const proxy = await startStoreProxy(storeUrl);
  proxy.set('away');
  const back = setTimeout(() => proxy.set(null), AWAY_MS);
  try {
    return await work(proxy.url);
  } finally {
    clearTimeout(back);
    await proxy.close();
  }
}

/** A disk of 24 MB, for which one has to be root. */
async function onSmallDisk(place: string, work: () => Promise<Said>): Promise<Said | null> {
  if (process.getuid?.() !== 0) return null;
  mkdirSync(place, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', place]);
  try {
    return await work();
  } finally {
    execFileSync('umount', [place]);
  }
}

/** What goes wrong while a backup is made. */
export async function badLuck(backups: Backups, folder: string): Promise<Figure[]> {
  const { environment, ops } = backups;
  // The S3 server of the cluster checks the key and no signature.
  const wrong = await ops(['backup', '--init', '--to', path.join(folder, 'wrong-key')], {
    ...environment,
    S3_ACCESS_KEY_ID: 'wrong',
  });
  const full = path.join(folder, 'full');
  const fullDisk = await onSmallDisk(full, () => ops(['backup', '--init', '--to', full], environment));
  const away = await behindProxy(environment['S3_URL'] ?? '', (url) =>
    ops(['backup', '--init', '--to', path.join(folder, 'store-away')], { ...environment, S3_URL: url }),
  );
  return [
    {
      what: 'a backup with a key that the store does not know',
      measured: lastLine(wrong),
      limit: 'refused, the variable named',
      isReached: wrong.code === 1 && wrong.output.includes('S3_ACCESS_KEY_ID'),
    },
    fullDisk === null
      ? { what: 'a disk that fills during a backup', measured: 'not tried: needs root', isReached: false }
      : {
          what: 'a disk that fills during a backup',
          measured: lastLine(fullDisk),
          limit: 'said, nothing of it counts',
          isReached: fullDisk.code === 1 && /The disk of .* is full/.test(fullDisk.output),
        },
    {
      what: `a store that answers 503 for ${AWAY_MS / 1_000} s during a backup`,
      measured: lastLine(away),
      limit: 'whole in the end',
      isReached: away.code === 0 && away.output.includes('asked again'),
    },
  ];
}
