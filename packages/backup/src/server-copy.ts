import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { createDatabase, type Database } from '@redress/database';
import { digestOfFile, type BackupFolder, type Base, writeWhole } from './backup-folder.ts';
import { present, type Secret } from '@redress/server/secrets';
import { connectionOf, postgresTool, runTool } from './postgres-tools.ts';

const STATEMENT_TIMEOUT_MS = 600_000;

export interface ServerIdentity {
  systemId: string;
  major: number;
}

/** A pool whose statements may take as long as a checkpoint. */
export const openForBackup = (url: Secret): Database =>
  createDatabase({ url, name: 'backup', maxConnections: 2, statementTimeoutMs: STATEMENT_TIMEOUT_MS });

export async function identityOf({ pool }: Database): Promise<ServerIdentity> {
  const { rows } = await pool.query<{ system_id: string; major: number }>(
    "select system_identifier::text as system_id, current_setting('server_version_num')::int / 10000 as major from pg_control_system()",
  );
  const { system_id: systemId, major } = rows[0] as { system_id: string; major: number };
  return { systemId, major };
}

/** The database's own clock: times of commits are compared with it. */
export async function databaseTime({ pool }: Database): Promise<Date> {
  const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now');
  return (rows[0] as { now: Date }).now;
}

/** What only a person can mend, and during which no log may be received. */
export const unsuited = (message: string): Error => Object.assign(new Error(message), { code: 'UNSUITED' });
export const isUnsuited = (error: unknown): boolean => (error as { code?: unknown }).code === 'UNSUITED';

/**
 * @throws {Error} where the server would take a copy in progress for the replica that a commit waits for: a commit that only
 * the backup has is lost with a failover; where it keeps too little log; for a folder with copies of another server
 */
export async function refuseUnsuited(
  { pool }: Database,
  folder: BackupFolder,
  { systemId }: ServerIdentity,
): Promise<void> {
  const { rows } = await pool.query<{ standbys: string; level: string }>(
    "select current_setting('synchronous_standby_names') as standbys, current_setting('wal_level') as level",
  );
  const { standbys, level } = rows[0] as { standbys: string; level: string };
  if (standbys.includes('*')) {
    throw unsuited(
      "synchronous_standby_names is '*': the server would count this backup as its replica. Name the replicas there by their application_name.",
    );
  }
  if (level === 'minimal') throw unsuited('wal_level is minimal: set it to replica and restart the server.');
  const other = folder.bases().find((base) => base.systemId !== systemId);
  if (other) {
    throw unsuited(
      `${folder.folder} has copies of another database server (${other.name}): give each installation a folder of its own.`,
    );
  }
}

/** A copy of the whole server by pg_basebackup, checked by pg_verifybackup. @returns its name */
export async function copyServer(args: {
  url: Secret;
  database: Database;
  folder: BackupFolder;
  identity: ServerIdentity;
  beforeItCounts?: () => Promise<void>;
  chain: string | null;
  /** Ends it. */
  signal?: AbortSignal;
}): Promise<string> {
  const { url, database, folder, identity, chain, beforeItCounts, signal } = args;
  const { target, environment } = connectionOf(present(url));
  const begunAt = await databaseTime(database);
  const { unfinished, finish } = folder.begin('bases', begunAt);
  const data = path.join(unfinished, 'database');
  mkdirSync(data, { mode: 0o700 });
  const options = ['--format=plain', '--wal-method=stream', '--checkpoint=fast', '--manifest-checksums=SHA256'];
  await runTool(
    postgresTool('pg_basebackup', identity.major),
    ['--dbname', target, '--pgdata', data, ...options, '--no-password', '--label=redress'],
    { folder: folder.folder, environment, signal },
  );
  await runTool(postgresTool('pg_verifybackup', identity.major), ['--quiet', data], { folder: folder.folder, signal });
  const base: Base = {
    format: 1,
    kind: 'server',
    at: (chain === null ? begunAt : await databaseTime(database)).toISOString(),
    ...identity,
    chain,
    files: { backup_manifest: await digestOfFile(path.join(data, 'backup_manifest')) },
  };
  await writeWhole(path.join(unfinished, 'base.json'), JSON.stringify(base));
  await beforeItCounts?.();
  return finish();
}
