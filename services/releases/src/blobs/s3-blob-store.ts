import { AwsClient } from 'aws4fetch';
import { isBlobKey, type BlobStore } from './blob-store.ts';

export interface S3Options {
  /** `https://s3.eu-central-1.amazonaws.com/my-bucket`: endpoint and bucket, path style. */
  bucketUrl: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  fetch?: typeof fetch;
}

const TIMEOUT_MS = 10_000;

/**
 * Builds in an S3 bucket, for any number of sites. Without the right to delete nothing is collected; without the right to
 * overwrite, spoilt files cannot be put back by publishing again.
 */
export function createS3BlobStore(options: S3Options): BlobStore {
  const { bucketUrl, region, accessKeyId, secretAccessKey } = options;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 });
  const send = async (method: string, key: string, init: RequestInit = {}) => {
    if (!isBlobKey(key)) throw new TypeError(`Not a blob key: ${key}`);
    const request = await client.sign(`${bucketUrl.replace(/\/$/, '')}/${key}`, { ...init, method });
    return (options.fetch ?? fetch)(request, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });
  };
  const failed = (method: string, key: string, status: number) =>
    new Error(`The bucket answered ${status} to ${method} ${key}`);
  const has = async (key: string) => {
    const { status } = await send('HEAD', key);
    if (status === 200) return true;
    if (status === 404) return false;
    throw failed('HEAD', key, status);
  };
  const write = (key: string, bytes: Buffer, headers: Record<string, string> = {}) =>
    send('PUT', key, {
      body: new Uint8Array(bytes),
      headers: { ...headers, 'content-type': 'application/octet-stream' },
    });
  return {
    has,
    async get(key) {
      const answer = await send('GET', key);
      if (answer.status === 404) return null;
      if (!answer.ok) throw failed('GET', key, answer.status);
      return Buffer.from(await answer.arrayBuffer());
    },
    async put(key, bytes) {
      if (await has(key)) return;
      // Refused by the bucket when another publisher was quicker: the bytes are the same, the key is their hash.
      const { ok, status } = await write(key, bytes, { 'if-none-match': '*' });
      if (!ok && status !== 412) throw failed('PUT', key, status);
    },
    async remove(key) {
      const { ok, status } = await send('DELETE', key);
      if (!ok && status !== 404) throw failed('DELETE', key, status);
    },
    async replace(key, bytes) {
      const { ok, status } = await write(key, bytes);
      if (!ok) throw failed('PUT', key, status);
    },
  };
}
