import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { leaseInFolder } from '@redress/server/blob-store';
import { lockDataDir, socketUrl, startEmbeddedPostgres } from '@redress/database';
import type { Secret } from '@redress/server/secrets';
import { openBackupFolder, type BackupFolder } from './backup-folder.ts';
import { copyEmbedded } from './embedded-copy.ts';
import { copyKeys } from './keys-copy.ts';
import { LEASE_NAME, takeLease } from './operator-lease.ts';
import { openProductStore, openStoreCopy } from './product-store.ts';
import { copyServer, databaseTime, identityOf, openForBackup, refuseUnsuited } from './server-copy.ts';
import type { Installation } from './settings.ts';
import { removeOld } from './remove-old.ts';
import { copyStore, type Copied } from './store-copy.ts';

/** How long a store that refuses or does not answer is asked again. */
const STORE_PATIENCE = { limitMs: 180_000, retryMs: 5_000 };

export interface BackupOptions {
  installation: Installation;
  to: string;
  /** Begins the folder where it is none of backups yet. */
  init?: boolean;
  /** How many whole copies stay with what belongs to them; all when absent. */
  keep?: number | undefined;
  /** Socket folder of the embedded server where a program runs it; `null` where none runs. */
  runningSocket: string | null;
  say: (line: string) => void;
}

/**
 * One backup that needs no other: database, keys, stored files.
 * @throws {Error} saying what to do; a copy that was begun does not count, those of before stay
 */
export async function backUp(options: BackupOptions): Promise<void> {
  const folder = openBackupFolder(options.to);
  if (options.init) folder.mark();
  folder.refuseUnmarked();
  // The folder is one of another machine, which several may have mounted.
  const lease = await takeLease({ place: leaseInFolder(options.to, LEASE_NAME), act: 'backup' });
  try {
    folder.removeUnfinished();
    await backUpInto(folder, options);
    await lease.assertHeld();
    if (options.keep !== undefined) removeOld(folder, options.keep, options.say);
  } finally {
    // Where another operator has taken the folder over, what is unfinished is theirs.
    await lease.assertHeld().then(folder.removeUnfinished, () => {});
    await lease.release().catch(() => {});
  }
}

async function backUpInto(folder: BackupFolder, { installation, runningSocket, say }: BackupOptions): Promise<void> {
  const { databaseUrl, dataDir } = installation;
  if (databaseUrl !== null) {
    await copyAll(folder, installation, databaseUrl, say);
  } else if (runningSocket !== null) {
    await copyAll(folder, installation, socketUrl(runningSocket, 'redress'), say);
  } else {
    const lock = lockDataDir(dataDir, 'command');
    try {
      const server = await startEmbeddedPostgres({ dataDir });
      try {
        await copyAll(folder, installation, server.url, say);
      } finally {
        await server.stop();
      }
    } finally {
      lock.release();
    }
  }
}

async function copyAll(folder: BackupFolder, installation: Installation, url: Secret, say: (line: string) => void) {
  const database = openForBackup(url);
  try {
    const identity = await identityOf(database);
    await refuseUnsuited(database, folder, identity);
    await copyKeys(folder, installation, await databaseTime(database));
    // After the database and before its copy counts: every file that it names is stored by then.
    const beforeItCounts = async () => {
      const { files, bytes } = await copyStorePatiently(installation, folder, say);
      say(`${files} stored files are new here, ${Math.ceil(bytes / 1e6)} MB.`);
    };
    const args = { database, folder, identity, beforeItCounts };
    const name =
      installation.databaseUrl === null
        ? await copyEmbedded({ ...args, cluster: path.join(installation.dataDir, 'pg') })
        : await copyServer({ ...args, url, chain: null });
    say(`The backup ${name} is whole.`);
  } finally {
    await database.close();
  }
}

/** @param patience - how long and how often a store is asked again that is away for a while */
export async function copyStorePatiently(
  installation: Pick<Installation, 's3' | 'dataDir'>,
  folder: Pick<BackupFolder, 'store'>,
  say: (line: string) => void,
  patience = STORE_PATIENCE,
): Promise<Copied> {
  const limit = Date.now() + patience.limitMs;
  for (;;) {
    try {
      return await copyStore(openProductStore(installation), openStoreCopy(folder.store));
    } catch (error) {
      const { message, code } = error as NodeJS.ErrnoException;
      const isPassing = /answered (5\d\d|429)|does not answer/.test(message) || code === 'ECONNREFUSED';
      if (!isPassing || Date.now() > limit) throw error;
      say(`${message} It is asked again.`);
      await wait(patience.retryMs);
    }
  }
}
