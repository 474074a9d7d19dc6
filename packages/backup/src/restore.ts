import { existsSync, mkdirSync, readFileSync, readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { leaseInBucket } from '@redress/server/blob-store';
import { createDatabase, lockDataDir, RESTORE_MARK } from '@redress/database';
import { present } from '@redress/server/secrets';
import { openBackupFolder, writeWhole, type BackupFolder } from './backup-folder.ts';
import { chooseSource } from './choose-source.ts';
import { restoreKeys } from './keys-copy.ts';
import { namedFiles } from './named-files.ts';
import { LEASE_NAME, takeLease, type Lease } from './operator-lease.ts';
import { openProductStore, openStoreCopy, type ProductStore } from './product-store.ts';
import { recoverEmbedded } from './restore-embedded.ts';
import { recoverServer, type PrivateServer, type StoredBase } from './restore-server.ts';
import type { Installation } from './settings.ts';
import { copyStore } from './store-copy.ts';

export const PARTS = ['database', 'store', 'keys'] as const;
export type Part = (typeof PARTS)[number];

export interface RestoreOptions {
  installation: Installation;
  from: string;
  /** `null` for the latest time that can be reached. */
  at: Date | null;
  /** The empty folder that becomes the server's; of an embedded server it is `DATA_DIR/pg`. */
  pgdata: string | null;
  parts: readonly Part[];
  limitMs: number;
  say: (line: string) => void;
}

export interface Restored {
  /** What the database holds was committed by then. */
  at: string;
  /** Keys that the database names and the store does not have. */
  missing: string[];
}

const LOCK = 'program.lock';
/** Stands in each file system of its own. */
const OF_MOUNT = 'lost+found';
const contentsOf = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).filter((name) => name !== LOCK && name !== OF_MOUNT) : [];

/**
 * Restores into empty places. Killed half-way, the same command begins again; a second one beside it is refused.
 * @throws {Error} saying what to do; nothing counts as restored then
 */
export async function restore(options: RestoreOptions): Promise<Restored> {
  const { installation, from, at, parts, say } = options;
  const folder = openBackupFolder(from);
  const { base, to } = chooseSource(folder.bases(), folder.point, at);
  const pgdata = placeOfDatabase(options, base);
  const locks = [lockDataDir(installation.dataDir, 'command')];
  let lease: Lease | null = null;
  try {
    if (base.kind === 'server' && parts.includes('database')) locks.push(lockDataDir(pgdata, 'command'));
    if (parts.includes('keys')) {
      // Two operators may have folders of data of their own and one of keys.
      mkdirSync(installation.keysDir, { recursive: true, mode: 0o700 });
      locks.push(lockDataDir(installation.keysDir, 'command'));
    }
    // Folders are of one machine. A bucket is what two operators on two machines have in common.
    if (parts.includes('store') && installation.s3)
      lease = await takeLease({ place: leaseInBucket(installation.s3, LEASE_NAME), act: 'restore' });
    const store = openProductStore(installation);
    await beginOrRefuse({ ...options, store, pgdata, mark: { from, at, pgdata, parts } });
    const target = to ?? base.at;
    if (parts.includes('keys')) {
      restoreKeys(keysOf(folder, target), installation);
      say('The keys are restored.');
    }
    if (parts.includes('store')) {
      const { files, bytes } = await copyStore(openStoreCopy(folder.store), store);
      say(`${files} stored files are restored, ${Math.ceil(bytes / 1e6)} MB.`);
      await lease?.assertHeld();
    }
    const missing = parts.includes('database')
      ? await restoreDatabase({ ...options, folder, base, to, pgdata, store })
      : [];
    rmSync(path.join(installation.dataDir, RESTORE_MARK));
    return { at: target, missing };
  } finally {
    // A store that is away keeps it for two minutes more.
    await lease?.release().catch(() => {});
    for (const lock of locks.toReversed()) lock.release();
  }
}

function placeOfDatabase({ installation, pgdata, parts }: RestoreOptions, base: StoredBase): string {
  if (base.kind === 'embedded') {
    if (installation.databaseUrl !== null)
      throw new Error('This backup is of the embedded database: unset DATABASE_URL.');
    return path.join(installation.dataDir, 'pg');
  }
  if (!parts.includes('database')) return '';
  if (pgdata === null || !existsSync(pgdata)) {
    throw new Error(
      'Say where the server has its files, with --pgdata: an empty folder of the account that runs PostgreSQL.',
    );
  }
  if (installation.databaseUrl === null) {
    throw new Error(
      'Set DATABASE_URL to the address that the restored server will have: its user and database are in the backup.',
    );
  }
  return pgdata;
}

/** A server that a killed restore started would write into what is restored now. */
function refuseRunningServer(pgdata: string): void {
  const file = path.join(pgdata, 'postmaster.pid');
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n', 1)[0]) : 0;
  if (pid <= 1) return;
  try {
    process.kill(pid, 0);
    // PostgreSQL works in its own folder; the number may be another program's by now.
    if (process.platform === 'linux' && readlinkSync(`/proc/${pid}/cwd`) !== realpathSync(pgdata)) return;
  } catch {
    return;
  }
  throw new Error(
    `The server of the restore that was cut off still runs: end it with \`kill -INT ${pid}\`, then repeat.`,
  );
}

interface Begun extends RestoreOptions {
  store: ProductStore;
  pgdata: string;
  /**
   * What was asked, written down before anything else is. Not which copy was chosen: that may be another one by the next try, when
   * a damaged one was moved away or the archive has gone on.
   */
  mark: object;
}

async function beginOrRefuse({ installation, parts, store, pgdata, mark, say }: Begun): Promise<void> {
  const file = path.join(installation.dataDir, RESTORE_MARK);
  const text = JSON.stringify(mark);
  if (existsSync(file)) {
    if (readFileSync(file, 'utf8') !== text) {
      throw new Error(
        `Another restore was begun here and not ended: repeat it as it was, or empty every place and remove ${file}.`,
      );
    }
    refuseRunningServer(pgdata);
    say('A restore that was cut off is begun again.');
    for (const name of parts.includes('database') ? contentsOf(pgdata) : []) {
      rmSync(path.join(pgdata, name), { recursive: true, force: true });
    }
    return;
  }
  const refuse = (place: string): never => {
    throw new Error(
      `${place} is not empty: a restore writes over nothing. Move it aside, or leave that part out with --only.`,
    );
  };
  if (parts.includes('database') && contentsOf(pgdata).length > 0) refuse(pgdata);
  if (parts.includes('keys')) refuseKeysInUse(installation, refuse);
  if (parts.includes('store')) for await (const _file of store.list()) refuse(store.place);
  await writeWhole(file, text);
}

/** The secret may stand outside of the folder of keys: in its place it would be written over. */
function refuseKeysInUse({ keysDir, secretFile }: Installation, refuse: (place: string) => never): void {
  if (contentsOf(keysDir).length > 0) refuse(keysDir);
  for (const file of [secretFile, `${secretFile}.former`, `${secretFile}.next`]) if (existsSync(file)) refuse(file);
}

/** Those that were in use at that time: a key that was changed since does not open what it sealed before. */
function keysOf(folder: BackupFolder, at: string): string {
  const copies = folder.keys();
  const copy = copies.findLast((each) => each.at <= at) ?? copies[0];
  if (!copy) throw new Error('There are no keys in this backup: leave them out with --only.');
  return copy.folder;
}

async function restoreDatabase(
  args: RestoreOptions & {
    folder: BackupFolder;
    base: StoredBase;
    to: string | null;
    pgdata: string;
    store: ProductStore;
  },
): Promise<string[]> {
  const { installation, folder, base, to, pgdata, store, limitMs, say } = args;
  let server: PrivateServer;
  if (base.kind === 'embedded') {
    server = await recoverEmbedded(base, installation.dataDir);
  } else {
    const address = new URL(present(installation.databaseUrl ?? ''));
    server = await recoverServer({
      base,
      log: to !== null && base.chain !== null ? { wal: folder.walOf(base.chain), to } : null,
      pgdata,
      user: decodeURIComponent(address.username),
      databaseName: address.pathname.slice(1),
      limitMs,
    });
  }
  try {
    say('The database is recovered. Its files are looked for.');
    return await lookOver(server.url, store);
  } finally {
    await server.stop();
  }
}

/** Marks the database as put back. @returns the files it names that are not there */
async function lookOver(url: string, store: ProductStore): Promise<string[]> {
  const stored = new Set<string>();
  for await (const { key } of store.list()) stored.add(key);
  const database = createDatabase({ url, name: 'restore', maxConnections: 1, statementTimeoutMs: 600_000 });
  try {
    // Snapshots made since the backup have numbers that this database does not know: the next number is above all of them.
    await database.pool.query('update releases.channel set is_put_back = true');
    const missing: string[] = [];
    for await (const keys of namedFiles(database)) missing.push(...keys.filter((key) => !stored.has(key)));
    return missing;
  } finally {
    await database.close();
  }
}
