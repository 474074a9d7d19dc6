import { AwsClient } from 'aws4fetch';
import { assertKey, type BlobStore, type IsKey } from './blob-store.ts';

/** A bucket of anything that speaks S3. */
export interface S3Bucket {
  /** `https://s3.eu-central-1.amazonaws.com` */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const TIMEOUT_MS = 10_000;
/** After an answer of 500 and above, or 429. */
const RETRIES = 2;

/** Path style: `https://s3.example/redress`. */
export const bucketAddress = ({ endpoint, bucket }: S3Bucket): string => `${endpoint.replace(/\/$/, '')}/${bucket}`;

/** What a store says of a signature that it does not accept; one without a body says 403 alone. */
const CODE = /<Code>(\w+)<\/Code>/;
const REFUSALS: Record<string, string> = {
  SignatureDoesNotMatch: 'S3_SECRET_ACCESS_KEY is not the secret of S3_ACCESS_KEY_ID',
  InvalidAccessKeyId: 'S3_ACCESS_KEY_ID is not known there',
  NoSuchBucket: 'S3_BUCKET is not there',
  AccessDenied: 'S3_ACCESS_KEY_ID may not list S3_BUCKET',
  RequestTimeTooSkewed: 'the clock of this machine differs from that of the store',
};

/**
 * One question about the bucket itself.
 * @returns the body
 * @throws {Error} naming variable and address
 */
export async function askBucket(client: AwsClient, url: string): Promise<string> {
  const place = url.split('?', 1)[0];
  let answer: Response;
  try {
    answer = await client.fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });
  } catch (cause) {
    throw new Error(`The store at ${place} (S3_URL, S3_BUCKET) does not answer.`, { cause });
  }
  const body = await answer.text();
  if (answer.ok) return body;
  const code = CODE.exec(body)?.[1] ?? '';
  const reason = REFUSALS[code] ?? `it answered ${answer.status}${code && ` ${code}`}`;
  throw new Error(`The store at ${place} cannot be listed: ${reason}.`);
}

/**
 * Path style, so that any endpoint serves. Without the right to delete nothing is removed; without the right to
 * overwrite nothing is replaced.
 */
export function createS3BlobStore(bucket: S3Bucket, { isKey }: { isKey: IsKey }): BlobStore {
  const { accessKeyId, secretAccessKey, region } = bucket;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES });
  const base = bucketAddress(bucket);
  const send = (method: string, name: string, init: RequestInit = {}) =>
    client.fetch(`${base}/${name}`, {
      ...init,
      method,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    });

  /** @returns the status, one of these; what the bucket says besides is of no use */
  const ask = async (method: string, name: string, allowed: readonly number[], init?: RequestInit): Promise<number> => {
    const { status, body } = await send(method, name, init);
    await body?.cancel();
    if (!allowed.includes(status)) throw new Error(`The bucket answered ${status} to ${method} ${name}.`);
    return status;
  };
  const write = (
    key: string,
    bytes: Buffer,
    { allowed = [200, 201, 204], headers = {} }: { allowed?: readonly number[]; headers?: Record<string, string> } = {},
  ) =>
    ask('PUT', key, allowed, {
      body: new Uint8Array(bytes),
      headers: { 'content-type': 'application/octet-stream', ...headers },
    });
  const has = async (key: string) => {
    assertKey(isKey, key);
    return (await ask('HEAD', key, [200, 404])) === 200;
  };
  return {
    has,
    async get(key) {
      assertKey(isKey, key);
      const answer = await send('GET', key);
      if (answer.status === 200) return Buffer.from(await answer.arrayBuffer());
      await answer.body?.cancel();
      if (answer.status === 404) return null;
      throw new Error(`The bucket answered ${answer.status} to GET ${key}.`);
    },
    async put(key, bytes, contentType = 'application/octet-stream') {
      if (await has(key)) return;
      // 412: another writer was quicker, and what is there stays.
      const headers = { 'content-type': contentType, 'if-none-match': '*' };
      await write(key, bytes, { allowed: [200, 201, 204, 412], headers });
    },
    async remove(key) {
      assertKey(isKey, key);
      await ask('DELETE', key, [200, 204, 404]);
    },
    async replace(key, bytes) {
      assertKey(isKey, key);
      await write(key, bytes);
    },
    async check() {
      await ask('HEAD', 'check', [200, 404]);
    },
  };
}
