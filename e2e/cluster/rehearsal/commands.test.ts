import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startCommands } from './commands.ts';

let server: Server;
let asked: string[];
/** How often the next commands are answered as by a proxy whose process has gone. */
let bad: number;
beforeEach(async () => {
  asked = [];
  bad = 0;
  server = createServer((request, answer) => {
    const { pathname } = new URL(request.url ?? '', 'http://console');
    asked.push(pathname);
    if (pathname === '/api/freeze' && (bad -= 1) >= 0) return void answer.writeHead(502).end('<h1>502</h1>');
    const said = { '/api/freezes': [{ id: 7 }], '/api/changes': { seq: 1 } }[pathname] ?? {};
    answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});
const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const untilAsked = async (path: string, count: number) => {
  while (asked.filter((each) => each === path).length < count) await once(server, 'request');
};

it('takes each window back that it has made, and asks for news beside it', async () => {
  const commands = startCommands(origin(), 'token');
  await untilAsked('/api/thaw', 1);
  await commands.end();
  expect(asked).toEqual(expect.arrayContaining(['/api/freeze', '/api/freezes', '/api/thaw', '/api/changes']));
  expect(commands.sent()).toBe(asked.length);
  expect(commands.failed).toEqual([]);
});

it('names each command that a proxy answered in the place of the service', async () => {
  bad = 1;
  const commands = startCommands(origin(), 'token');
  await untilAsked('/api/freeze', 2);
  await commands.end();
  expect(commands.failed).toEqual(['freeze 502 <h1>502</h1>']);
});
