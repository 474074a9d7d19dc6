import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createS3BlobStore } from './index.ts';

/** What an operator reads of each thing that is wrong with a store: address, what happened, which variable. */
const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** A port that no program takes by chance, and that `fetch` asks. One that was just given back may be another program's a moment later. */
const NOBODY = 2;
async function portOf(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  return (server.address() as AddressInfo).port;
}

async function storeOf(listener: RequestListener | null, timeoutMs = 5_000) {
  const port = listener ? await portOf(listener) : NOBODY;
  const account = { region: 'us-east-1', accessKeyId: 'id-of-the-key', secretAccessKey: 'the-secret' };
  const s3 = { endpoint: `http://127.0.0.1:${port}`, bucket: 'redress', ...account };
  return {
    store: createS3BlobStore(s3, { isKey: () => true, timeoutMs }),
    place: `The store at http://127.0.0.1:${port}/redress`,
  };
}
const answering =
  (status: number, body = '', headers = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(status, headers).end(body);

it.each([
  [
    'a wrong secret',
    answering(403),
    /^ answered 403 to GET \/check: correct S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY/,
  ],
  [
    'a secret that the store names as wrong',
    answering(403, '<Error><Code>SignatureDoesNotMatch</Code></Error>'),
    /: S3_SECRET_ACCESS_KEY is not the secret of S3_ACCESS_KEY_ID\.$/,
  ],
  ['a wrong region', answering(400), /^ answered 400 to GET \/check: correct S3_REGION or S3_URL\.$/],
  [
    'a bucket of another region',
    answering(301, '', { location: 'http://127.0.0.1:9/' }),
    /^ \(S3_URL, S3_BUCKET\) leads elsewhere for GET \/check: correct S3_REGION or S3_URL\.$/,
  ],
  [
    'a bucket that is not there',
    answering(404, '<Error><Code>NoSuchBucket</Code></Error>'),
    /^ answered 404 to GET \/check: S3_BUCKET is not there\.$/,
  ],
  [
    'a store that is overloaded',
    answering(503),
    /^ answered 503 to GET \/check: look at the store that S3_URL names\.$/,
  ],
  ['a store that is away', null, /^ \(S3_URL, S3_BUCKET\) does not answer GET \/check: ECONNREFUSED\.$/],
])('names address and variable for %s', async (_what, listener, sentence) => {
  const { store, place } = await storeOf(listener);
  const message = await store.check().then(
    () => 'works',
    (error: Error) => error.message,
  );
  expect(message.startsWith(place)).toBe(true);
  expect(message.slice(place.length)).toMatch(sentence);
  expect(message).not.toMatch(/id-of-the-key|the-secret/);
});

setFlagsFromString('--expose-gc');
const freeMemory = runInNewContext('gc') as () => void;

it.each([
  ['first byte', () => {}],
  ['last byte', (_request, response) => void response.writeHead(200, { 'content-length': '9' }).write('begun')],
] satisfies [string, RequestListener][])(
  'waits no longer than its limit for the %s, whatever memory is freed meanwhile',
  async (_, listener) => {
    const { store } = await storeOf(listener, 200);
    const freeing = setInterval(freeMemory, 10);
    try {
      await expect(store.get('file')).rejects.toThrow(/did not answer GET \/file in 0\.2 s\./);
    } finally {
      clearInterval(freeing);
    }
  },
);

it('takes a bucket that is not there for no empty store', async () => {
  const { store } = await storeOf(answering(404, '<Error><Code>NoSuchBucket</Code></Error>'));
  await expect(store.get('file')).rejects.toThrow(/S3_BUCKET is not there/);
  const { store: empty } = await storeOf(answering(404, '<Error><Code>NoSuchKey</Code></Error>'));
  expect(await empty.get('file')).toBeNull();
});
