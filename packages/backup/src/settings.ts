import path from 'node:path';
import { readS3Bucket, type S3Bucket } from '@redress/blob-store';

/** Which installation is backed up, or restored into: the variables that its processes have. */
export interface Installation {
  /** `null`: the embedded server of `dataDir`. */
  databaseUrl: string | null;
  dataDir: string;
  keysDir: string;
  secretFile: string;
  /** `null`: `files` and `builds` of `dataDir`. */
  s3: S3Bucket | null;
}

/**
 * @param cwd - where the command was given
 * @throws {Error} naming the variables that are missing
 */
export function readInstallation(env: Readonly<Record<string, string | undefined>>, cwd: string): Installation {
  const dataDir = path.resolve(cwd, env['DATA_DIR'] || '.data');
  const keysDir = path.resolve(cwd, env['KEYS_DIR'] || path.join(dataDir, 'keys'));
  return {
    // Replication is a right of its own, which the user of the program need not have.
    databaseUrl: env['BACKUP_DATABASE_URL'] || env['DATABASE_URL'] || null,
    dataDir,
    keysDir,
    secretFile: path.resolve(cwd, env['SECRET_FILE'] || path.join(keysDir, 'secret')),
    s3: readS3Bucket(env),
  };
}
