import type { Secret } from '../secrets/index.ts';
import type { S3Bucket } from './s3-blob-store.ts';

/** Set together, or none of them. */
const NEEDED = ['S3_URL', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
export const DEFAULT_S3_REGION = 'us-east-1';

/**
 * The bucket that these variables of the environment name; `null` where none of them is set. Program and commands read it
 * here, so that both have the same store.
 * @param secret - the key as it is followed, where it is
 * @throws {Error} naming the variables that are missing
 * @see docs/guides/configuration.md
 */
export function readS3Bucket(
  environment: Readonly<{ [Name in (typeof NEEDED)[number] | 'S3_REGION']?: string | undefined }>,
  secret: (name: 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY') => Secret | null = () => null,
): S3Bucket | null {
  const missing = NEEDED.filter((name) => !environment[name]);
  if (missing.length === NEEDED.length) return null;
  const { S3_URL, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION } = environment;
  if (!S3_URL || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) {
    const set = NEEDED.find((name) => environment[name]);
    throw new Error(`${missing.join(' and ')} must be set with ${set}: set all of them or none.`);
  }
  return {
    endpoint: S3_URL,
    bucket: S3_BUCKET,
    region: S3_REGION || DEFAULT_S3_REGION,
    accessKeyId: secret('S3_ACCESS_KEY_ID') ?? S3_ACCESS_KEY_ID,
    secretAccessKey: secret('S3_SECRET_ACCESS_KEY') ?? S3_SECRET_ACCESS_KEY,
  };
}
