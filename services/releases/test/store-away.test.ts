import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDatabase, type Database } from '@redress/database';
import { createTestDatabase, type TestDatabase } from '@redress/database/testing';
import { createLogger } from '@redress/telemetry/server';
import { wholeBodyServer } from '@redress/telemetry/testing';
import { createReleases, type Releases } from '../src/create-releases.ts';
import { aRemote, aShell, releasesTemplate, type BuildFixture } from '../src/testing/index.ts';

/** Starts of a service whose store is a bucket that answers 503 until the test says otherwise. */
let test: TestDatabase;
let database: Database;
let folder: string;
let bucket: Server;
let isAway: boolean;
const running: Releases[] = [];

/** Builds it into the folder that starts publish. */
function put({ descriptor, files, payload }: BuildFixture): void {
  const dist = path.join(folder, descriptor.name, 'dist');
  rmSync(dist, { recursive: true, force: true });
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(dist, file)), { recursive: true });
    writeFileSync(path.join(dist, file), text);
  }
  writeFileSync(path.join(dist, 'build.json'), payload);
}

beforeEach(async () => {
  test = await createTestDatabase(releasesTemplate);
  database = createDatabase({ url: test.url, name: 'releases' });
  folder = mkdtempSync(path.join(tmpdir(), 'redress-store-away-'));
  put(aShell());
  put(aRemote({ buildId: 'a1' }));
  isAway = true;
  const kept = new Map<string, Buffer>();
  bucket = wholeBodyServer(({ method, url = '' }, answer, body) => {
    if (isAway) return answer.writeHead(503).end();
    if (method === 'PUT') kept.set(url, body);
    const found = kept.get(url);
    return answer.writeHead(found ? 200 : 404).end(method === 'GET' ? found : undefined);
  });
  await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  for (const releases of running.splice(0)) await releases.stop();
  bucket.closeAllConnections();
  bucket.close();
  await database.close();
  await test.drop();
  rmSync(folder, { recursive: true, force: true });
});

function aService(name: string): Releases {
  const account = { region: 'us-east-1', accessKeyId: 'id', secretAccessKey: 'secret' };
  const endpoint = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`;
  const releases = createReleases({
    storage: {
      dataDir: path.join(folder, name),
      keysDir: path.join(folder, 'keys'),
      s3: { endpoint, bucket: 'redress', ...account },
    },
    channel: 'production',
    previewCookie: 'redress-preview',
    database,
    logger: createLogger({ name: 'test', level: 'silent' }),
    console: { host: '127.0.0.1', port: 0 },
    buildFolders: ['shell', 'mf-wizard'].map((remote) => path.join(folder, remote, 'dist')),
  });
  running.push(releases);
  return releases;
}
/** Looks after each turn of the event loop: how long it takes is the machine's affair. */
async function untilReady(releases: Releases): Promise<void> {
  while (!(await releases.ready()).ok) await new Promise(setImmediate);
}

it('a first start waits for the store, says so, and goes on by itself', async () => {
  const releases = aService('first');
  await releases.start();
  expect(await releases.ready()).toEqual({
    ok: false,
    detail: expect.stringMatching(/^The start waits for the store of builds: .*S3_URL/),
  });
  isAway = false;
  await untilReady(releases);
  expect(releases.report().promoted.map(({ name }) => name)).toEqual(['shell', 'mf-wizard']);
  expect(releases.consoleUrl()).not.toBe('');
});

it('where something is served already, a start without the store serves on and says what it could not do', async () => {
  isAway = false;
  const before = aService('data');
  await before.start();
  await before.stop();
  put(aRemote({ buildId: 'b2', version: '1.1.0' }));
  isAway = true;
  const releases = aService('data');
  await releases.start();
  expect((await releases.ready()).ok).toBe(true);
  expect(releases.reader.held()?.snapshot.number).toBe(1);
  expect(releases.report().notes).toEqual([
    expect.stringMatching(/^The builds of this machine are not published: .*S3_URL/),
  ]);
});
