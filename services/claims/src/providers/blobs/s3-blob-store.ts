import { AwsClient } from 'aws4fetch';
import type { BlobsConfig } from '../../platform/config.ts';
import { blobKey, isBlobKey, type BlobStore } from '../../platform/blob-store.ts';

const TIMEOUT_MS = 10_000;

/** A bucket of anything that speaks S3. Keys are digests, so no listing and no overwriting is ever needed. */
export function createS3BlobStore(config: Extract<BlobsConfig, { kind: 's3' }>): BlobStore {
  const client = new AwsClient({
    accessKeyId: config.accessKeyId,
    secretAccessKey: config.secretAccessKey,
    region: config.region,
    service: 's3',
    retries: 2,
  });
  const urlOf = (key: string) => `${config.endpoint.replace(/\/$/, '')}/${config.bucket}/${key}`;
  const call = (key: string, init: RequestInit) =>
    client.fetch(urlOf(key), { ...init, signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });
  const expect = (response: Response, ...allowed: number[]) => {
    if (!allowed.includes(response.status)) throw new Error(`The file store answered ${response.status}.`);
    return response;
  };
  return {
    async put(bytes, contentType) {
      const key = blobKey(bytes);
      const found = expect(await call(key, { method: 'HEAD' }), 200, 404);
      if (found.status === 200) return key;
      expect(
        await call(key, { method: 'PUT', body: new Uint8Array(bytes), headers: { 'content-type': contentType } }),
        200,
        201,
      );
      return key;
    },
    async get(key) {
      if (!isBlobKey(key)) return null;
      const response = expect(await call(key, { method: 'GET' }), 200, 404);
      if (response.status === 404) {
        await response.body?.cancel();
        return null;
      }
      const bytes = Buffer.from(await response.arrayBuffer());
      if (blobKey(bytes) !== key) throw new Error(`The stored file ${key} is damaged.`);
      return bytes;
    },
    async remove(key) {
      if (isBlobKey(key)) expect(await call(key, { method: 'DELETE' }), 200, 204, 404);
    },
    async check() {
      expect(await call(blobKey(Buffer.from('check')), { method: 'HEAD' }), 200, 404);
    },
  };
}
