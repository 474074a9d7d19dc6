import path from 'node:path';
import { readS3Bucket } from '@redress/server/s3-variables';
import { environmentWithSecrets } from '@redress/server/secrets';
import type { ReleaseStorage } from '../src/release-core.ts';
import { ReleaseRefusal } from '../src/refusal.ts';

const REPOSITORY = path.resolve(import.meta.dirname, '../../..');

/** Where this machine keeps its data. */
export interface Place {
  dataDir: string;
  /** `null`: the embedded database. */
  databaseUrl: string | null;
  storage: ReleaseStorage;
  /** The shell and the remotes stand in it, each with its `dist`. */
  buildsFolder: string;
  /** Folder in which the command was given, where file names in it begin. */
  cwd: string;
  /** The token of whoever asks; `null`: that of a file in the key folder. */
  token: string | null;
}

const refusedAs = <T>(what: string, read: () => T): T => {
  try {
    return read();
  } catch (error) {
    throw new ReleaseRefusal('REQUEST_INVALID', `${what}${(error as Error).message}`);
  }
};

/** Where keys, builds and database are, by the variables of the program itself. @throws {ReleaseRefusal} `REQUEST_INVALID` */
export function placeOf(given: NodeJS.ProcessEnv): Place {
  const environment = refusedAs('SECRETS_DIR: ', () => environmentWithSecrets(given));
  const dataDir = path.resolve(REPOSITORY, environment.DATA_DIR ?? '.data');
  const keysDir = environment['KEYS_DIR'];
  return {
    dataDir,
    databaseUrl: environment.DATABASE_URL ?? null,
    storage: {
      dataDir,
      ...(keysDir ? { keysDir: path.resolve(REPOSITORY, keysDir) } : {}),
      s3: refusedAs('', () => readS3Bucket(environment)),
    },
    buildsFolder: path.resolve(REPOSITORY, environment.BUILDS_FROM ?? '.'),
    cwd: environment['INIT_CWD'] ?? process.cwd(),
    token: environment['RELEASE_TOKEN'] ?? null,
  };
}
