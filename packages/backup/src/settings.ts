import path from 'node:path';
import type { S3Bucket } from '@redress/server/blob-store';
import { readS3Bucket } from '@redress/server/s3-variables';
import type { Secret, SecretsFolder, SecretVariable } from '@redress/server/secrets';

/** Which installation is backed up, or restored into: the variables that its processes have. */
export interface Installation {
  /** `null`: the embedded server of `dataDir`. */
  databaseUrl: Secret | null;
  dataDir: string;
  keysDir: string;
  secretFile: string;
  /** What the list of keys is marked with; `null`: it is not. */
  backupSecret: Secret | null;
  /** `null`: `files` and `builds` of `dataDir`. */
  s3: S3Bucket | null;
}

/**
 * @param cwd - where the command was given
 * @param followed - for a command that goes on for days: secrets are asked of it at each use
 * @throws {Error} naming the variables that are missing
 */
export function readInstallation(
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
  followed: Pick<SecretsFolder, 'value'> | null = null,
): Installation {
  const secret = (name: SecretVariable): Secret | null => {
    if (!env[name]) return null;
    return followed ? () => followed.value(name) : env[name];
  };
  const dataDir = path.resolve(cwd, env['DATA_DIR'] || '.data');
  const keysDir = path.resolve(cwd, env['KEYS_DIR'] || path.join(dataDir, 'keys'));
  return {
    // Replication is a right of its own, which the user of the program need not have.
    databaseUrl: secret('BACKUP_DATABASE_URL') ?? secret('DATABASE_URL'),
    dataDir,
    keysDir,
    secretFile: path.resolve(cwd, env['SECRET_FILE'] || path.join(keysDir, 'secret')),
    backupSecret: secret('BACKUP_SECRET'),
    s3: readS3Bucket(env, secret),
  };
}
