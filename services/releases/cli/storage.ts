import { readS3Bucket } from '@redress/server/s3-variables';
import path from 'node:path';
import type { ReleaseStorage } from '../src/release-core.ts';
import { ReleaseRefusal } from '../src/refusal.ts';

/** Where keys, head files and builds are, by the variables of the program itself. @throws {ReleaseRefusal} `REQUEST_INVALID` */
export function storageOf(
  environment: Readonly<Record<string, string | undefined>>,
  { dataDir, repository }: { dataDir: string; repository: string },
): ReleaseStorage {
  try {
    const keysDir = environment['KEYS_DIR'];
    return {
      dataDir,
      ...(keysDir ? { keysDir: path.resolve(repository, keysDir) } : {}),
      s3: readS3Bucket(environment),
    };
  } catch (error) {
    throw new ReleaseRefusal('REQUEST_INVALID', (error as Error).message);
  }
}
