import type { ReleaseStorage } from '../src/release-core.ts';
import { ReleaseRefusal } from '../src/refusal.ts';

/**
 * Where keys, head files and builds are, by the variables of the program itself.
 * @see docs/guides/configuration.md
 */
export function storageOf(environment: Readonly<Record<string, string | undefined>>, dataDir: string): ReleaseStorage {
  const { S3_URL, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION = 'us-east-1' } = environment;
  if (!S3_URL) return { dataDir, s3: null };
  if (!S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) {
    throw new ReleaseRefusal(
      'REQUEST_INVALID',
      'S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are set with S3_URL.',
    );
  }
  return {
    dataDir,
    s3: {
      endpoint: S3_URL,
      bucket: S3_BUCKET,
      region: S3_REGION,
      accessKeyId: S3_ACCESS_KEY_ID,
      secretAccessKey: S3_SECRET_ACCESS_KEY,
    },
  };
}
