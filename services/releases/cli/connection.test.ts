import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { lockDataDir } from '@redress/database';
import { addressFile } from '../src/data-folder.ts';
import { ReleaseRefusal } from '../src/refusal.ts';
import { aRemote } from '../src/testing/index.ts';
import { act } from './act.ts';
import { publishCommand } from './commands/publish.ts';
import { connect, findProgram, type Connection } from './connection.ts';
import { readTyped, type Typed } from './typed.ts';

let dataDir: string;
let server: Server;
let url: string;
async function listen(answer: RequestListener): Promise<void> {
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  writeFileSync(addressFile(dataDir), JSON.stringify({ url }));
}
async function close(): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'redress-cli-'));
  mkdirSync(path.dirname(addressFile(dataDir)));
});
afterEach(async () => {
  if (server.listening) await close();
  rmSync(dataDir, { recursive: true });
});

it('finds a program that answers', async () => {
  await listen((_, response) => response.end());
  expect(await findProgram(dataDir)).toEqual({ url, answers: true });
});

it('finds one that is too busy to answer: its folder is in use, and its commands wait for it', async () => {
  await listen(() => {});
  expect(await findProgram(dataDir, 50)).toEqual({ url, answers: false });
});

it('finds none where it was killed, or another program has its port', async () => {
  await listen((_, response) => response.writeHead(404).end());
  expect(await findProgram(dataDir)).toBeNull();
  await close();
  expect(await findProgram(dataDir)).toBeNull();
});

it('waits for a program that starts: it has the data, and no address yet', async () => {
  const lock = lockDataDir(dataDir, 'program');
  const storage = { dataDir };
  const place = { dataDir, databaseUrl: 'postgres://none', storage, buildsFolder: '', cwd: '', token: 'rr_' };
  const asked = connect({ place, as: 'release-manager', text: () => undefined });
  await listen((_, response) => response.end('[]'));
  const { call } = await asked;
  expect(await call('freezes', { channel: 'production' })).toEqual([]);
  lock.release();
});

it('says of an act whose answer is lost how it is done once: again as it was, it would go one step further back', async () => {
  const call = ((name: string) =>
    name === 'status'
      ? Promise.resolve({ number: 7 })
      : Promise.reject(new ReleaseRefusal('UNREACHABLE', 'No answer.'))) as Connection['call'];
  const typed = { channel: 'production', text: () => undefined, is: () => false } as unknown as Typed; // `act` reads these three
  const asked = { channel: 'production', remote: 'mf-wizard', reason: 'r' };
  const acting = act({ call, close: () => Promise.resolve() }, typed, 'rollBack', asked, () => []);
  await expect(acting).rejects.toMatchObject({ code: 'UNREACHABLE', message: expect.stringContaining('--seen 7 ') });
});

it('says of a build whose answer is lost that the same command keeps it once', async () => {
  const dist = path.join(dataDir, 'dist');
  const { payload } = aRemote();
  mkdirSync(path.join(dataDir, 'keys'));
  mkdirSync(dist);
  writeFileSync(path.join(dist, 'build.json'), payload);
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;
  writeFileSync(path.join(dataDir, 'keys/team-team-wizard.pem'), pem);
  const call = (() => Promise.reject(new ReleaseRefusal('UNREACHABLE', 'No answer.'))) as Connection['call'];
  const place = { dataDir, databaseUrl: null, storage: { dataDir }, buildsFolder: '', cwd: dataDir, token: null };
  const typed = readTyped('publish', ['mf-wizard', '--dist', 'dist'], { options: publishCommand.options, place });
  const publishing = publishCommand.run(typed, () => Promise.resolve({ call, close: () => Promise.resolve() }));
  await expect(publishing).rejects.toThrow('the same command does it once');
});
