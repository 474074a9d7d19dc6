import { setTimeout as wait } from 'node:timers/promises';
import { madeFrom, type Secret } from '../secrets/index.ts';
import { AwsClient } from 'aws4fetch';
import { assertKey, type BlobStore, type IsKey } from './blob-store.ts';
import { isNoBucket, refusedByBucket, silentBucket } from './s3-fault.ts';

/** A bucket of anything that speaks S3. */
export interface S3Bucket {
  /** `https://s3.eu-central-1.amazonaws.com` */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: Secret;
  secretAccessKey: Secret;
}

const TIMEOUT_MS = 10_000;
/** Tries after an answer of 500 and above, or 429. */
const RETRIES = 2;
const FIRST_PAUSE_MS = 50;

/** Path style: `https://s3.example/redress`. */
const bucketAddress = ({ endpoint, bucket }: Pick<S3Bucket, 'endpoint' | 'bucket'>): string =>
  `${endpoint.replace(/\/$/, '')}/${bucket}`;

/** Calls of one bucket, signed and with a limit in time. What goes wrong is an error that names address and variable. */
export function openBucket(bucket: S3Bucket, timeoutMs = TIMEOUT_MS) {
  const { region } = bucket;
  // A call that is sent again is signed by the client it began with.
  const client = madeFrom(
    [bucket.accessKeyId, bucket.secretAccessKey],
    (accessKeyId = '', secretAccessKey = '') => new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' }),
  );
  const address = bucketAddress(bucket);
  const whole = async <T>(asked: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    try {
      return await work(AbortSignal.timeout(timeoutMs));
    } catch (error) {
      throw silentBucket(address, asked, error, timeoutMs);
    }
  };
  const send = async (method: string, path: string, init: RequestInit, signal: AbortSignal): Promise<Response> => {
    const signer = client();
    for (let retry = 0; ; retry += 1) {
      const signed = await signer.sign(`${address}${path}`, { ...init, method });
      // The limit is given to `fetch`. In Node a limit that only a `Request` has is lost when the memory of that object is freed,
      // which is soon: then a store that fell silent is waited for without end. `fetch` of aws4fetch gives it so.
      const answer = await fetch(signed, { signal, redirect: 'error' });
      if (retry === RETRIES || (answer.status < 500 && answer.status !== 429)) return answer;
      await answer.body?.cancel();
      await wait(Math.random() * FIRST_PAUSE_MS * 2 ** retry);
    }
  };
  const get = (path: string, asked: string) =>
    whole(asked, async (signal) => {
      const answer = await send('GET', path, {}, signal);
      return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()), headers: answer.headers };
    });
  const readDated = async (path: string): Promise<{ bytes: Buffer; ageMs: number } | null> => {
    const { status, bytes, headers } = await get(path, `GET ${path}`);
    if (status === 200) {
      const [now, writtenAt] = ['date', 'last-modified'].map((name) => Date.parse(headers.get(name) ?? ''));
      return { bytes, ageMs: Math.max(0, (now ?? 0) - (writtenAt ?? 0)) || 0 };
    }
    const text = bytes.toString('utf8');
    if (status === 404 && !isNoBucket(text)) return null;
    throw refusedByBucket(address, `GET ${path}`, status, text);
  };
  return {
    /** @returns the status, one of these; what the bucket says besides is of no use */
    async ask(method: string, path: string, allowed: readonly number[], init: RequestInit = {}): Promise<number> {
      const asked = `${method} ${path}`;
      const { status, text } = await whole(asked, async (signal) => {
        const answer = await send(method, path, init, signal);
        if (!allowed.includes(answer.status)) return { status: answer.status, text: await answer.text() };
        await answer.body?.cancel();
        return { status: answer.status, text: '' };
      });
      if (!allowed.includes(status)) throw refusedByBucket(address, asked, status, text);
      return status;
    },
    /**
     * @returns the bytes, or `null`. A bucket that does not exist answers 404 as well: taken for a missing file, a wrong
     *   name of a bucket would read as an empty store
     */
    async read(path: string): Promise<Buffer | null> {
      return (await readDated(path))?.bytes ?? null;
    },
    /** The same with the time since it was written, by the store's clock in whole seconds; 0 where the store does not say it. */
    readDated,
    /** @returns a page of the list, as XML */
    async list(query: URLSearchParams): Promise<string> {
      const { status, bytes } = await get(`?${query}`, 'list');
      const text = bytes.toString('utf8');
      if (status !== 200) throw refusedByBucket(address, 'list', status, text);
      return text;
    },
  };
}

/**
 * Path style, so that any endpoint serves. Without the right to delete nothing is removed; without the right to
 * overwrite nothing is replaced.
 */
export function createS3BlobStore(
  bucket: S3Bucket,
  { isKey, timeoutMs }: { isKey: IsKey; timeoutMs?: number },
): BlobStore {
  const { ask, read } = openBucket(bucket, timeoutMs);
  const write = async (
    key: string,
    bytes: Buffer,
    { allowed = [200, 201, 204], headers = {} }: { allowed?: readonly number[]; headers?: Record<string, string> } = {},
  ) =>
    ask('PUT', `/${key}`, allowed, {
      body: new Uint8Array(bytes),
      headers: { 'content-type': 'application/octet-stream', ...headers },
    });
  /** Some stores (OpenStack Swift) answer 501 to a write with a condition. Of two writers at once the last one stays there. */
  let takesConditions = true;
  const has = async (key: string) => {
    assertKey(isKey, key);
    return (await ask('HEAD', `/${key}`, [200, 404])) === 200;
  };
  return {
    has,
    async get(key) {
      assertKey(isKey, key);
      return read(`/${key}`);
    },
    async put(key, bytes, contentType = 'application/octet-stream') {
      if (await has(key)) return;
      const headers = { 'content-type': contentType };
      if (takesConditions) {
        const condition = { ...headers, 'if-none-match': '*' };
        // 412: another writer was quicker, and what is there stays.
        const status = await write(key, bytes, { allowed: [200, 201, 204, 412, 501], headers: condition });
        if (status !== 501) return;
        takesConditions = false;
      }
      await write(key, bytes, { headers });
    },
    async remove(key) {
      assertKey(isKey, key);
      await ask('DELETE', `/${key}`, [200, 204, 404]);
    },
    async replace(key, bytes) {
      assertKey(isKey, key);
      await write(key, bytes);
    },
    async check() {
      await read('/check');
    },
  };
}
