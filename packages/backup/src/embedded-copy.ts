import { copyFileSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Database } from '@redress/database';
import { digestOfFile, flush, writeWhole, type BackupFolder, type Base } from './backup-folder.ts';
import { fullDisk } from './postgres-tools.ts';
import { databaseTime, type ServerIdentity } from './server-copy.ts';

/** Files that a server makes anew when it starts, or that are of the running one alone (PostgreSQL, Low Level API base backup). */
const LEFT_OUT =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/|(^|\/)pgsql_tmp|^(postmaster\.(pid|opts)|backup_label.*|tablespace_map.*)$/;
const CONTROL = 'global/pg_control';

/** Names of what is below a folder. */
function below(folder: string, kind: 'isFile' | 'isDirectory'): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry[kind]());
  return entries.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

/** A file that is taken away meanwhile (a dropped table) is left out. */
function copyWhereThere(from: string, to: string): void {
  try {
    copyFileSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || !isGone(from)) throw error;
  }
}
function isGone(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) === undefined;
}

/**
 * A copy of the embedded server while it runs, by PostgreSQL's low-level API: the package has no pg_basebackup. It is whole by
 * itself, and a restore reaches the time of its end and no other.
 * @param cluster - `DATA_DIR/pg`
 * @returns its name
 */
export async function copyEmbedded(args: {
  cluster: string;
  database: Database;
  folder: BackupFolder;
  identity: ServerIdentity;
  beforeItCounts?: () => Promise<void>;
}): Promise<string> {
  const { cluster, database, folder, identity, beforeItCounts } = args;
  const { unfinished, finish } = folder.begin('bases', await databaseTime(database));
  const data = path.join(unfinished, 'database');
  // Start and stop must be of one session, and the slot keeps the log from between them.
  const session = await database.pool.connect();
  let at: Date;
  try {
    await session.query("select pg_create_physical_replication_slot('redress_copy', true, true)");
    const { rows: begun } = await session.query<{ file: string }>(
      "select pg_walfile_name(pg_backup_start('redress', true)) as file",
    );
    for (const name of ['', ...below(cluster, 'isDirectory').filter((each) => !LEFT_OUT.test(each))])
      mkdirSync(path.join(data, name), { recursive: true, mode: 0o700 });
    const names = below(cluster, 'isFile').filter((name) => !LEFT_OUT.test(name) && name !== CONTROL);
    // Last: it says from where a recovery begins.
    for (const name of [...names, CONTROL]) copyWhereThere(path.join(cluster, name), path.join(data, name));
    // What is committed by now is in the copy.
    at = await databaseTime(database);
    const { rows: ended } = await session.query<{ label: string; file: string }>(
      'select labelfile as label, pg_walfile_name(lsn) as file from pg_backup_stop(false)',
    );
    const { label, file: last } = ended[0] as { label: string; file: string };
    writeFileSync(path.join(data, 'backup_label'), label, { mode: 0o600 });
    const first = begun[0]?.file ?? '';
    for (const name of readdirSync(path.join(cluster, 'pg_wal'))) {
      if (/^[0-9A-F]{24}$/.test(name) && name >= first && name <= last) {
        copyFileSync(path.join(cluster, 'pg_wal', name), path.join(data, 'pg_wal', name));
      }
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw fullDisk(folder.folder);
    throw error;
  } finally {
    // With the connection go the slot and a copy that was not ended.
    session.release(true);
  }
  const files: Record<string, string> = {};
  for (const name of below(data, 'isFile')) files[name] = await digestOfFile(path.join(data, name), { flush: true });
  for (const name of below(data, 'isDirectory')) await flush(path.join(data, name));
  const base: Base = { format: 1, kind: 'embedded', at: at.toISOString(), ...identity, chain: null, files };
  await writeWhole(path.join(unfinished, 'base.json'), JSON.stringify(base));
  await beforeItCounts?.();
  return finish();
}
