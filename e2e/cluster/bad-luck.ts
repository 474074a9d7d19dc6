import path from 'node:path';
import { startHttpProxy } from '../drill/http-proxy.ts';
import type { Backups } from './backups.ts';
import { mountDisk, whyNoDisk } from './faults/disks.ts';
import { lastLine, type Said } from './operator-commands.ts';
import type { Figure } from './rehearsal/proof-page.ts';

const AWAY_MS = 60_000;

/** The store behind a proxy that answers 503 for a while. */
async function behindProxy<T>(storeUrl: string, work: (url: string) => Promise<T>): Promise<T> {
  const proxy = await startHttpProxy();
  proxy.target(storeUrl);
  proxy.spoil(/^/, 'away');
  const back = setTimeout(proxy.heal, AWAY_MS);
  try {
    return await work(proxy.url);
  } finally {
    clearTimeout(back);
    await proxy.close();
  }
}

/** A backup to a disk of 24 MB. */
async function onSmallDisk(work: (place: string) => Promise<Said>): Promise<Figure> {
  const what = 'a disk that fills during a backup';
  const why = whyNoDisk();
  if (why !== null) return { what, measured: `not tried: ${why}`, isReached: false };
  const disk = mountDisk(24);
  try {
    const { code, output } = await work(disk.folder);
    const isReached = code === 1 && /The disk of .* is full/.test(output);
    return { what, measured: lastLine(output), limit: 'said, nothing of it counts', isReached };
  } finally {
    disk.remove();
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
  const fullDisk = await onSmallDisk((place) => ops(['backup', '--init', '--to', place], environment));
  const away = await behindProxy(environment['S3_URL'] ?? '', (url) =>
    ops(['backup', '--init', '--to', path.join(folder, 'store-away')], { ...environment, S3_URL: url }),
  );
  return [
    {
      what: 'a backup with a key that the store does not know',
      measured: lastLine(wrong.output),
      limit: 'refused, the variable named',
      isReached: wrong.code === 1 && wrong.output.includes('S3_ACCESS_KEY_ID'),
    },
    fullDisk,
    {
      what: `a store that answers 503 for ${AWAY_MS / 1_000} s during a backup`,
      measured: lastLine(away.output),
      limit: 'whole in the end',
      isReached: away.code === 0 && away.output.includes('asked again'),
    },
  ];
}
