import path from 'node:path';
import { environmentWithSecrets } from '@redress/server/secrets';
import type { ReleaseStorage } from '../src/release-core.ts';
import { ReleaseRefusal } from '../src/refusal.ts';
import { storageOf } from './storage.ts';

const REPOSITORY = path.resolve(import.meta.dirname, '../../..');

/** Where this machine keeps its data. */
export interface Place {
  dataDir: string;
  /** `null`: the embedded one. */
  databaseUrl: string | null;
  storage: ReleaseStorage;
  /** The shell and the remotes stand in it, each with its `dist`. */
  buildsFolder: string;
  /** Where a person gave the command: file names in it mean files there. */
  cwd: string;
  /** The token of whoever asks; `null`: that of a file in the key folder. */
  token: string | null;
}

/** @throws {ReleaseRefusal} `REQUEST_INVALID` */
export function placeOf(given: NodeJS.ProcessEnv): Place {
  const environment = withSecrets(given);
  const dataDir = path.resolve(REPOSITORY, environment.DATA_DIR ?? '.data');
  return {
    dataDir,
    databaseUrl: environment.DATABASE_URL ?? null,
    storage: storageOf(environment, { dataDir, repository: REPOSITORY }),
    buildsFolder: path.resolve(REPOSITORY, environment.BUILDS_FROM ?? '.'),
    cwd: environment['INIT_CWD'] ?? process.cwd(),
    token: environment['RELEASE_TOKEN'] ?? null,
  };
}

function withSecrets(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  try {
    return environmentWithSecrets(environment);
  } catch (error) {
    throw new ReleaseRefusal('REQUEST_INVALID', `SECRETS_DIR: ${(error as Error).message}`);
  }
}
