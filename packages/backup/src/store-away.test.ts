import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { copyStorePatiently } from './backup.ts';

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
  const say = (line: string) => {
    said.push(line);
    lines.emit('line');
  };
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
