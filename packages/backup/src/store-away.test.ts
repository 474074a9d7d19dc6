import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createListener } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { backUp, copyStorePatiently } from './backup.ts';
import { LEASE_NAME } from './operator-lease.ts';
import { readInstallation } from './settings.ts';

const LIST = '<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>';

it('asks a store again that answers 503, says so, and gives up after its patience with what the store said', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'redress-away-'));
  let isAway = true;
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    response.writeHead(isAway ? 503 : 200).end(isAway ? '' : LIST);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${port}`;
  const s3 = { endpoint, bucket: 'b', region: 'us-east-1', accessKeyId: 'a', secretAccessKey: 's' };
  const said: string[] = [];
  const lines = new EventEmitter();
  const say = (line: string) => void lines.emit('line', said.push(line));
  const copy = (limitMs: number) =>
    copyStorePatiently({ s3, dataDir: folder }, { store: folder }, say, { limitMs, retryMs: 1 });
  const pending = copy(60_000);
  while (said.length < 2) await once(lines, 'line');
  isAway = false;
  await expect(pending).resolves.toEqual({ files: 0, bytes: 0 });
  expect(said[0]).toMatch(/503.* It is asked again\.$/);
  isAway = true;
  asked = 0;
  await expect(copy(-1)).rejects.toThrow('503');
  expect(asked).toBeGreaterThan(0);
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

it('leaves the unfinished copy of another operator alone, who has taken the folder over', async () => {
  const to = mkdtempSync(path.join(tmpdir(), 'redress-lost-'));
  const copy = path.join(to, 'bases/of-another.unfinished-7');
  const database = createListener((socket) => {
    mkdirSync(copy, { recursive: true });
    writeFileSync(path.join(to, LEASE_NAME), JSON.stringify({ id: 'of another', since: new Date().toISOString() }));
    socket.destroy();
  });
  await once(database.listen(0, '127.0.0.1'), 'listening');
  const { port } = database.address() as AddressInfo;
  const settings = { DATA_DIR: path.join(to, 'data'), DATABASE_URL: `postgres://u:p@127.0.0.1:${port}/redress` };
  const args = { to, init: true, installation: readInstallation(settings, '/'), runningSocket: null, say: () => {} };
  await expect(backUp(args)).rejects.toThrow();
  expect(existsSync(copy)).toBe(true);
  database.close();
  rmSync(to, { recursive: true });
});
