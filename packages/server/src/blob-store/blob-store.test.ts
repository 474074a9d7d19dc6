import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  createContentStore,
  createFileBlobStore,
  createS3BlobStore,
  listBucket,
  listFolder,
  type BlobStore,
  type ContentStore,
  type FileBlobStore,
  type S3Bucket,
  type StoredFile,
} from './index.ts';

const isKey = (key: string) => /^[a-z0-9-]+(\/[a-z0-9]+(\.[a-z]+)?)*$/.test(key);
const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Pages of two. */
function pageAfter(query: URLSearchParams): string {
  const keys = [...objects.keys()].toSorted();
  const from = Number(query.get('continuation-token') ?? 0);
  const entries = keys
    .slice(from, from + 2)
    .map(
      (key) =>
        `<Contents><Key>${key}</Key><LastModified>2026-04-01T08:00:00.000Z</LastModified><Size>${objects.get(key)?.length}</Size></Contents>`,
    );
  const more = from + 2 < keys.length;
  return `<ListBucketResult><IsTruncated>${more}</IsTruncated>${more ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : ''}${entries.join('')}</ListBucketResult>`;
}

let folder: string;
let bucket: Server;
let s3: S3Bucket;
let files: FileBlobStore;
/** Answers to give before the bucket works again. */
let faults: number[] = [];
let refusal = 'no';
let takesConditions = true;
const objects = new Map<string, Buffer>();
const requests: { method: string; key: string; headers: Record<string, unknown> }[] = [];
const stores: Record<string, BlobStore> = {};
const contents: Record<string, ContentStore> = {};

beforeAll(async () => {
  // A bucket in memory that speaks the five calls of S3 that are used.
  bucket = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', headers } = request;
      const key = String(request.url).replace('/redress/', '');
      requests.push({ method, key, headers });
      const fault = faults.shift();
      if (fault !== undefined) return response.writeHead(fault).end(refusal);
      if (key.includes('list-type=2')) return response.end(pageAfter(new URL(key, 'http://bucket').searchParams));
      const found = objects.get(key);
      if (method === 'PUT') {
        if (headers['if-none-match'] && !takesConditions)
          return response.writeHead(501).end('<Error><Code>NotImplemented</Code></Error>');
        if (found && headers['if-none-match'] === '*') return response.writeHead(412).end();
        objects.set(key, Buffer.concat(chunks));
        return response.end();
      }
      if (method === 'DELETE') return response.writeHead(objects.delete(key) ? 204 : 404).end();
      response.writeHead(found ? 200 : 404).end(method === 'HEAD' ? undefined : found);
    });
  });
  await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve));
  s3 = {
    endpoint: `http://127.0.0.1:${(bucket.address() as AddressInfo).port}/`,
    bucket: 'redress',
    region: 'us-east-1',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
  };
});
beforeEach(async () => {
  faults = [];
  requests.length = 0;
  objects.clear();
  folder = await mkdtemp(path.join(tmpdir(), 'redress-blobs-'));
  files = createFileBlobStore({ folder: path.join(folder, 'keys'), isKey, fileMode: 0o644 });
  stores['files'] = files;
  stores['s3'] = createS3BlobStore(s3, { isKey });
  contents['files'] = createContentStore((isDigest) =>
    createFileBlobStore({ folder: path.join(folder, 'contents'), isKey: isDigest, fileMode: 0o600 }),
  );
  contents['s3'] = createContentStore((isDigest) => createS3BlobStore(s3, { isKey: isDigest }));
});
afterEach(() => rm(folder, { recursive: true, force: true }));
afterAll(() => new Promise((resolve) => bucket.close(resolve)));

describe.each(['files', 's3'])('bytes under keys: %s', (name) => {
  const bytes = Buffer.from('a build, as bytes');

  it('gives back what was put, under keys of several parts', async () => {
    const store = stores[name]!;
    for (const key of ['one', 'builds/one.json', `sha384/${'ab'.repeat(48)}.br`]) {
      expect(await store.has(key)).toBe(false);
      expect(await store.get(key)).toBeNull();
      await store.put(key, bytes);
      expect(await store.has(key)).toBe(true);
      expect(await store.get(key)).toEqual(bytes);
    }
  });

  it('changes nothing when a key is put again, unless it is to be replaced', async () => {
    const store = stores[name]!;
    await store.put('kept', Buffer.from('first'));
    await store.put('kept', Buffer.from('other'));
    expect((await store.get('kept'))?.toString()).toBe('first');
    await store.replace('kept', Buffer.from('other'));
    expect((await store.get('kept'))?.toString()).toBe('other');
  });

  it('takes one of many who put the same key at once', async () => {
    const store = stores[name]!;
    const offers = ['aa', 'bb', 'cc'].map((text) => Buffer.from(text));
    await Promise.all(offers.map((offer) => store.put('raced', offer)));
    expect(['aa', 'bb', 'cc']).toContain((await store.get('raced'))?.toString());
  });

  it('removes, and finds removing twice no error', async () => {
    const store = stores[name]!;
    await store.put('gone', bytes);
    await store.remove('gone');
    await store.remove('gone');
    expect(await store.get('gone')).toBeNull();
  });

  it.each(['../../etc/passwd', '', '/one', 'one/../two'])('makes no path of what is no key: %s', async (key) => {
    const store = stores[name]!;
    const calls = [() => store.put(key, bytes), () => store.get(key), () => store.has(key), () => store.remove(key)];
    for (const call of [...calls, () => store.replace(key, bytes)]) await expect(call()).rejects.toThrow(TypeError);
    expect(requests).toEqual([]);
  });

  it('says that it works', () => expect(stores[name]!.check()).resolves.toBeUndefined());
});

describe.each(['files', 's3'])('files by their content: %s', (name) => {
  const bytes = Buffer.from('a letter, as bytes');

  it('gives back what was put, under the digest of its content, however often it is put', async () => {
    const store = contents[name]!;
    const keys = await Promise.all([1, 2, 3].map(() => store.put(bytes, 'application/pdf')));
    expect(new Set(keys)).toEqual(new Set([digestOf(bytes)]));
    expect(await store.get(keys[0]!)).toEqual(bytes);
  });

  it('knows nothing of what was never put, nor of names that are no digest', async () => {
    for (const key of ['0'.repeat(64), '../../etc/passwd', '']) expect(await contents[name]!.get(key)).toBeNull();
  });

  it('removes, and finds removing twice no error', async () => {
    const store = contents[name]!;
    const key = await store.put(Buffer.from('short-lived'), 'text/plain');
    await store.remove(key);
    await store.remove(key);
    await store.remove('no digest');
    expect(await store.get(key)).toBeNull();
  });

  it('says that it works', () => expect(contents[name]!.check()).resolves.toBeUndefined());
});

describe('a folder', () => {
  const fileOf = (key: string) => path.join(folder, 'contents', key.slice(0, 2), key);

  it('refuses a stored file that was changed', async () => {
    const key = await contents['files']!.put(Buffer.from('untouched'), 'text/plain');
    await writeFile(fileOf(key), 'tampered!');
    await expect(contents['files']!.get(key)).rejects.toThrow(/damaged/);
  });

  it('writes a file again that was cut off', async () => {
    const bytes = Buffer.from('the whole of it');
    const key = await contents['files']!.put(bytes, 'text/plain');
    await writeFile(fileOf(key), 'the wh');
    await contents['files']!.put(bytes, 'text/plain');
    expect(await contents['files']!.get(key)).toEqual(bytes);
  });

  it('leaves no half-written file behind, also when it cannot be finished', async () => {
    await contents['files']!.put(Buffer.from('whole'), 'text/plain');
    // The name is taken by a folder, so the rename fails.
    await files.put('taken/below', Buffer.from('x'));
    await expect(files.replace('taken', Buffer.from('y'))).rejects.toThrow();
    const left = await readdir(folder, { recursive: true });
    expect(left.filter((file) => file.endsWith('.part'))).toEqual([]);
  });

  it('is readable by others only where its owner says so', async () => {
    const key = await contents['files']!.put(Buffer.from('private'), 'text/plain');
    await files.put('public', Buffer.from('public'));
    expect((await stat(fileOf(key))).mode & 0o777).toBe(0o600);
    expect((await stat(path.join(folder, 'keys/public'))).mode & 0o077).not.toBe(0);
  });

  it('keeps only what it is told to keep', async () => {
    const own = createFileBlobStore({ folder: path.join(folder, 'own'), isKey, fileMode: 0o644 });
    const [wanted, other] = [`sha384/${'cd'.repeat(48)}`, `sha384/${'ef'.repeat(48)}`];
    await own.removeAllBut(new Set());
    for (const key of [wanted, other, 'builds/a.json']) await own.put(key, Buffer.from(key));
    await own.removeAllBut(new Set([wanted]));
    expect(await Promise.all([wanted, other, 'builds/a.json'].map((key) => own.has(key)))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('does not take a fault of the disk for a missing file', async () => {
    await files.put('file', Buffer.from(''));
    await expect(files.has('file/below')).rejects.toMatchObject({ code: 'ENOTDIR' });
    await expect(files.get('file/below')).rejects.toMatchObject({ code: 'ENOTDIR' });
  });

  it('says so when it cannot be written to', async () => {
    await writeFile(path.join(folder, 'a-file'), '');
    const nowhere = createFileBlobStore({ folder: path.join(folder, 'a-file/below'), isKey, fileMode: 0o644 });
    await expect(nowhere.check()).rejects.toThrow();
  });
});

describe('a bucket', () => {
  it('gets signed calls, and the type of what is put', async () => {
    await contents['s3']!.put(Buffer.from('signed'), 'application/pdf');
    await stores['s3']!.put('untyped', Buffer.from('x'));
    for (const { headers } of requests) expect(headers['authorization']).toMatch(/^AWS4-HMAC-SHA256 Credential=key\//);
    expect(requests.filter(({ method }) => method === 'PUT').map(({ headers }) => headers['content-type'])).toEqual([
      'application/pdf',
      'application/octet-stream',
    ]);
  });

  it('may be one that takes no condition: it is then asked before each write alone', async () => {
    takesConditions = false;
    try {
      const plain = createS3BlobStore(s3, { isKey });
      for (const key of ['plain-1', 'plain-2']) {
        await plain.put(key, Buffer.from('first'), 'text/plain');
        await plain.put(key, Buffer.from('other'));
        expect((await plain.get(key))?.toString()).toBe('first');
      }
      const written = requests.filter(({ method, key }) => method === 'PUT' && key === 'plain-2');
      expect(written.map(({ headers }) => [headers['content-type'], headers['if-none-match']])).toEqual([
        ['text/plain', undefined],
      ]);
    } finally {
      takesConditions = true;
    }
  });

  it('is asked again when it is busy, and its refusal is named', async () => {
    faults = [503, 429];
    await stores['s3']!.put('busy', Buffer.from('x'));
    expect((await stores['s3']!.get('busy'))?.toString()).toBe('x');
    faults = [403];
    await expect(stores['s3']!.get('busy')).rejects.toThrow(/answered 403 to GET \/busy/);
    faults = [403];
    await expect(stores['s3']!.has('busy')).rejects.toThrow('403 to HEAD /busy');
    faults = [500, 500, 500];
    await expect(stores['s3']!.check()).rejects.toThrow('500');
  });
});

describe('a list', () => {
  const listed = async (files: AsyncGenerator<StoredFile>) => {
    const found: StoredFile[] = [];
    for await (const file of files) found.push(file);
    return found.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  };
  const keys = [
    `sha384/${'ab'.repeat(48)}`,
    `sha384/${'ab'.repeat(48)}.br`,
    'builds/mf-a/1.json',
    'cd'.repeat(32),
  ].toSorted();

  it('has every file of a folder under the key it was put with, and none of a folder that is not there', async () => {
    const own = createFileBlobStore({ folder: path.join(folder, 'listed'), isKey: () => true, fileMode: 0o644 });
    for (const key of keys) await own.put(key, Buffer.from(key));
    await writeFile(path.join(folder, 'listed/half.0123.part'), '');
    const found = await listed(listFolder(path.join(folder, 'listed')));
    expect(found.map(({ key, bytes }) => [key, bytes])).toEqual(keys.map((key) => [key, key.length]));
    expect(await listed(listFolder(path.join(folder, 'nowhere')))).toEqual([]);
  });

  it('has every file of a bucket, page by page', async () => {
    for (const key of keys) objects.set(key, Buffer.from(key));
    const found = await listed(listBucket(s3));
    expect(found.map(({ key, bytes }) => [key, bytes])).toEqual(keys.map((key) => [key, key.length]));
    expect(found[0]?.writtenAt.toISOString()).toBe('2026-04-01T08:00:00.000Z');
  });

  it.each([
    ['SignatureDoesNotMatch', 403, 'S3_SECRET_ACCESS_KEY is not the secret of S3_ACCESS_KEY_ID'],
    ['AccessDenied', 403, 'S3_ACCESS_KEY_ID has no right to this'],
    ['', 418, 'look at the store that S3_URL names'],
  ])('names the variable that is wrong, and the address: %s', async (code, status, reason) => {
    refusal = code && `<Error><Code>${code}</Code></Error>`;
    faults = [status];
    await expect(listed(listBucket(s3))).rejects.toThrow(
      `The store at ${s3.endpoint}redress answered ${status} to list: ${reason}`,
    );
  });

  it('says where nothing answers', async () => {
    const gone = { ...s3, endpoint: 'http://127.0.0.1:9' };
    await expect(listed(listBucket(gone))).rejects.toThrow(
      'The store at http://127.0.0.1:9/redress (S3_URL, S3_BUCKET)',
    );
  });
});
