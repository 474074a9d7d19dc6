import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startLoad } from './load.ts';

let server: Server;
let asked: string[];
/** How an answer begins, by path; everything else is 200. */
let refusals: Record<string, 'refuse' | 'cut off'>;
beforeEach(async () => {
  asked = [];
  refusals = {};
  server = createServer((request, answer) => {
    asked.push(request.url ?? '');
    const refusal = refusals[request.url ?? ''];
    if (refusal === 'cut off') return void answer.destroy();
    answer.writeHead(refusal ? 502 : 200).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});
const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const untilAsked = async (count: number) => {
  while (asked.length < count) await once(server, 'request');
};

it('counts what was sent, and answers every one before it ends', async () => {
  const load = startLoad(origin(), 200);
  await untilAsked(20);
  await load.end();
  expect(load.sent()).toBeGreaterThanOrEqual(20);
  expect(asked).toHaveLength(load.sent());
  expect(load.failed).toEqual([]);
});

it('names each request that was refused or cut off', async () => {
  refusals = { '/login': 'refuse', '/': 'cut off' };
  const load = startLoad(origin(), 200);
  await untilAsked(10);
  await load.end();
  expect(load.failed).toContain('/login 502');
  expect(load.failed.filter((line) => line.startsWith('/ '))).toHaveLength(asked.filter((url) => url === '/').length);
  expect(load.failed).toHaveLength(asked.filter((url) => url === '/' || url === '/login').length);
});
