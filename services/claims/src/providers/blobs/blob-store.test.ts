import { createServer, type Server } from 'node:http';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { blobKey, type BlobStore } from '../../platform/blob-store.ts';
import { createBlobStore } from './create-blob-store.ts';

let folder: string;
let bucket: Server;
const objects = new Map<string, { bytes: Buffer; authorization: string }>();
const stores: Record<string, BlobStore> = {};

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'redress-blobs-'));
  // A bucket in memory that speaks the four calls of S3 that are used.
  bucket = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const key = request.url!;
      const found = objects.get(key);
      if (request.method === 'PUT') {
        objects.set(key, { bytes: Buffer.concat(chunks), authorization: request.headers.authorization ?? '' });
        return response.end();
      }
      if (request.method === 'DELETE') return response.writeHead(objects.delete(key) ? 204 : 404).end();
      response.writeHead(found ? 200 : 404).end(request.method === 'HEAD' ? undefined : found?.bytes);
    });
  });
  await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve));
  stores['files'] = createBlobStore({ kind: 'files', folder });
  stores['s3'] = createBlobStore({
    kind: 's3',
    endpoint: `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`,
    bucket: 'redress',
    region: 'us-east-1',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
  });
});
afterAll(async () => {
  await new Promise((resolve) => bucket.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

describe.each(['files', 's3'])('%s', (name) => {
  const bytes = Buffer.from('a letter, as bytes');

  it('gives back what was put, under the digest of its content, however often it is put', async () => {
    const store = stores[name]!;
    const keys = await Promise.all([1, 2, 3].map(() => store.put(bytes, 'application/pdf')));
    expect(new Set(keys)).toEqual(new Set([blobKey(bytes)]));
    expect(await store.get(keys[0]!)).toEqual(bytes);
  });

  it('knows nothing of what was never put, nor of names that are no digest', async () => {
    for (const key of ['0'.repeat(64), '../../etc/passwd', '']) expect(await stores[name]!.get(key)).toBeNull();
  });

  it('removes, and finds removing twice no error', async () => {
    const store = stores[name]!;
    const key = await store.put(Buffer.from('short-lived'), 'text/plain');
    await store.remove(key);
    await store.remove(key);
    expect(await store.get(key)).toBeNull();
  });

  it('says that it works', () => expect(stores[name]!.check()).resolves.toBeUndefined());
});

it('refuses a stored file that was changed', async () => {
  const store = stores['files']!;
  const key = await store.put(Buffer.from('untouched'), 'text/plain');
  await writeFile(path.join(folder, key.slice(0, 2), key), 'tampered!');
  await expect(store.get(key)).rejects.toThrow(/damaged/);
});

it('leaves no half-written file behind', async () => {
  await stores['files']!.put(Buffer.from('whole'), 'text/plain');
  const files = await readdir(folder, { recursive: true });
  expect(files.filter((file) => file.endsWith('.part'))).toEqual([]);
});

it('signs what it sends to a bucket', () => {
  for (const { authorization } of objects.values()) expect(authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=key\//);
});
