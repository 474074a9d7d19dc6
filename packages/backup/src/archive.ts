import { setTimeout as wait } from 'node:timers/promises';
import { leaseInFolder } from '@redress/server/blob-store';
import type { Database } from '@redress/database';
import type { Secret } from '@redress/server/secrets';
import { openBackupFolder, type BackupFolder } from './backup-folder.ts';
import { keepCopies } from './copies.ts';
import { copyKeys } from './keys-copy.ts';
import { LEASE_NAME, takeLease, type Lease } from './operator-lease.ts';
import { openProductStore, openStoreCopy } from './product-store.ts';
import { endFormerReceiver, receiveLog, refuseOtherReceiver, SLOT, type LogReceiver } from './receive-log.ts';
import {
  copyServer,
  databaseTime,
  identityOf,
  isUnsuited,
  openForBackup,
  refuseUnsuited,
  unsuited,
  type ServerIdentity,
} from './server-copy.ts';
import { removeOld } from './remove-old.ts';
import type { Installation } from './settings.ts';
import { copyStore } from './store-copy.ts';

/** A point needs the log up to here on disk; what takes longer is tried again with the next point. */
const LOG_LIMIT_MS = 30_000;

export interface ArchiveOptions {
  installation: Installation;
  /** Folder of backups; on another machine, mounted here. */
  to: string;
  /** Begins the folder where it is none of backups yet. */
  init?: boolean;
  /** How many whole copies stay with what belongs to them; all when absent. */
  keep?: number | undefined;
  /** Time between two points to which a restore can go. */
  everyMs: number;
  /** A new copy of the database after this; less log is read by a restore then. */
  baseEveryMs: number;
  say: (line: string) => void;
  stopping: AbortSignal;
}

/**
 * Keeps the folder of backups up to date until it is stopped: the log of the database as it is written, stored files and keys at
 * every point. Nothing that fails ends it: it says so once, tries on, and says when it works again.
 * @throws {Error} at the start, for what only a person can mend
 */
export async function archive(options: ArchiveOptions): Promise<void> {
  const { installation, to, say, stopping } = options;
  const url = installation.databaseUrl;
  if (url === null) {
    throw new Error('The embedded database keeps no log: copy it with `backup`, or set DATABASE_URL.');
  }
  const folder = openBackupFolder(to);
  if (options.init) folder.mark();
  folder.refuseUnmarked();
  const database = openForBackup(url);
  let lease: Lease | null = null;
  try {
    // The folder is one of another machine, which several may have mounted.
    lease = await takeLease({ place: leaseInFolder(to, LEASE_NAME), act: 'archive' });
    const identity = await identityOf(database);
    await refuseUnsuited(database, folder, identity);
    folder.removeUnfinished();
    await endFormerReceiver(folder.receiver);
    await refuseOtherReceiver(database);
    const args = { ...options, url, folder, database, identity, lease };
    for (let isCut = false; !stopping.aborted;) {
      const chain = await untilSuited(args, isCut);
      if (chain !== null) isCut = await keepChain(args, chain);
    }
  } finally {
    await database.close();
    await lease?.release().catch(() => {});
  }
  say('The archive is stopped. The server keeps its log until it goes on, up to max_slot_wal_keep_size.');
}

type ChainArgs = ArchiveOptions & {
  url: Secret;
  folder: BackupFolder;
  database: Database;
  identity: ServerIdentity;
  lease: Lease;
};

/** The slot still names the position whose log is gone: a receiver of a new chain would ask for it again. */
async function dropSlot({ pool }: Database): Promise<void> {
  await pool.query(
    'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1 and not active',
    [SLOT],
  );
}

/**
 * The chain to go on with, once nothing stands against it that only a person can mend. Until then no log is received.
 * @param isCut - the newest chain cannot be continued
 * @returns `null` when the archive is stopped
 */
async function untilSuited(args: ChainArgs, isCut: boolean): Promise<string | null> {
  const { folder, database, say, stopping, everyMs } = args;
  for (let said = ''; !stopping.aborted;) {
    try {
      await refuseChanged(args);
      if (isCut) await dropSlot(database);
      const newest = isCut ? undefined : folder.chains().at(-1);
      // Restores to times of before use the chain that ended.
      return newest ?? folder.beginChain(await databaseTime(database));
    } catch (error) {
      const { message } = error as Error;
      if (message !== said) say(`The archive stands still: ${message}`);
      said = message;
    }
    await wait(everyMs, undefined, { signal: stopping }).catch(() => {});
  }
  return null;
}

/** Makes points until it is stopped, until the log is cut or until something only a person can mend. @returns whether it is cut */
async function keepChain(args: ChainArgs, chain: string): Promise<boolean> {
  const { url, folder, identity, say, stopping, everyMs } = args;
  const log = receiveLog({ url, major: identity.major, wal: folder.walOf(chain), record: folder.receiver });
  const copies = copiesOf(args, chain);
  /** What stands against the next point; said once, and once more when it is gone. */
  let failing: string | null = '';
  try {
    while (!stopping.aborted && !log.isCut()) {
      try {
        await refuseChanged(args);
        await copies.whenDue();
        const until = await makePoint(args, chain, log);
        if (failing !== null) say(`The archive is up to date: a restore can reach ${until}.`);
        failing = null;
      } catch (error) {
        if (isUnsuited(error)) return false;
        const { message } = error as Error;
        if (failing !== message && !stopping.aborted) say(`The archive stands still: ${message}`);
        failing = message;
      }
      await wait(everyMs, undefined, { signal: stopping }).catch(() => {});
    }
  } finally {
    await copies.stop();
    // A receiver that the server takes for its replica, or that writes beside the mount, does harm while it runs.
    await log.stop();
  }
  if (log.isCut()) say('The server no longer has the log that follows: a new copy of the database is made.');
  return log.isCut();
}

const copiesOf = (
  { url, folder, database, identity, lease, baseEveryMs, keep, say, stopping }: ChainArgs,
  chain: string,
) =>
  keepCopies({
    async due() {
      const newest = folder.bases().findLast((base) => base.chain === chain);
      if (!newest) return 'first';
      const ageMs = (await databaseTime(database)).getTime() - new Date(newest.at).getTime();
      return ageMs < baseEveryMs ? null : 'next';
    },
    async copy(signal) {
      try {
        const name = await copyServer({ url, database, folder, identity, chain, signal });
        say(`The database is copied: ${name}.`);
        if (keep !== undefined) removeOld(folder, keep, say);
      } finally {
        await lease.assertHeld().then(folder.removeUnfinished, () => {});
      }
    },
    say,
    stopping,
  });

/** What was looked at when the archive began may have become another since: the mount, the settings, after a failover the server. */
async function refuseChanged({ folder, database, identity, lease }: ChainArgs): Promise<void> {
  try {
    folder.refuseUnmarked();
    // Lost while this machine was asleep: another archive writes there now.
    await lease.assertHeld();
  } catch (cause) {
    throw unsuited((cause as Error).message);
  }
  const now = await identityOf(database);
  if (now.systemId !== identity.systemId || now.major !== identity.major) {
    throw unsuited(
      `DATABASE_URL leads to another database server now (PostgreSQL ${now.major}): begin a folder of its own.`,
    );
  }
  await refuseUnsuited(database, folder, identity);
}

/** @returns the time up to which database, stored files and keys are whole */
async function makePoint(args: ChainArgs, chain: string, log: LogReceiver): Promise<string> {
  const { installation, folder, database } = args;
  const until = await databaseTime(database);
  // In this order: every file that the database names by now is stored by now.
  await copyKeys(folder, installation, until);
  await copyStore(openProductStore(installation), openStoreCopy(folder.store));
  const end = await markLog(database);
  await untilReceived(database, end, log);
  await folder.writePoint(chain, { until: until.toISOString() });
  return until.toISOString();
}

/**
 * A recovery to a time ends at the first commit after it, and fails when there is none: in a quiet database this is that commit.
 * @returns the position in the log behind it
 */
async function markLog({ pool }: Database): Promise<string> {
  await pool.query('select pg_current_xact_id()');
  const { rows } = await pool.query<{ lsn: string }>('select pg_current_wal_insert_lsn()::text as lsn');
  return (rows[0] as { lsn: string }).lsn;
}

async function untilReceived({ pool }: Database, lsn: string, log: LogReceiver): Promise<void> {
  const limit = Date.now() + LOG_LIMIT_MS;
  for (;;) {
    const { rows } = await pool.query<{ there: boolean | null }>(
      'select restart_lsn >= $1::pg_lsn as there from pg_replication_slots where slot_name = $2',
      [lsn, SLOT],
    );
    if (rows[0]?.there) return;
    // Nothing of what is waited for will come.
    if (Date.now() > limit || log.isCut()) {
      throw new Error(log.problem() ?? `pg_receivewal is behind by more than ${LOG_LIMIT_MS / 1000} s.`);
    }
    await wait(100);
  }
}
