import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { Client } from '../support/client.ts';

let server: Server;
let asked: number;
let refused: number;
/** @param busyFor - so many calls are asked to come later, at once; then each is served */
async function clientOf(busyFor: number, status = 503): Promise<Client> {
  [asked, refused] = [0, 0];
  server = createServer((_request, response) => {
    asked += 1;
    if (asked > busyFor) response.end('{"success":true}');
    else response.writeHead(status, { 'retry-after': '0' }).end('{"success":false}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const patience = { refused: () => void (refused += 1), signal: new AbortController().signal, random: () => 0 };
  return new Client(url, url, patience);
}
test.afterEach(() => {
  server.closeAllConnections();
  server.close();
});

test('a wizard that is asked to come later comes again, and tells of each refusal', async () => {
  const client = await clientOf(2);
  expect((await client.send('POST', '/save', { json: {} })).json).toEqual({ success: true });
  expect({ asked, refused }).toEqual({ asked: 3, refused: 2 });
});

test('a wizard gives up in the end, and takes every other refusal at once', async () => {
  const patient = await clientOf(Infinity);
  expect((await patient.send('GET', '/')).status).toBe(503);
  expect({ asked, refused }).toEqual({ asked: 7, refused: 6 });
  server.close();
  const other = await clientOf(Infinity, 429);
  expect((await other.send('GET', '/')).status).toBe(429);
  expect({ asked, refused }).toEqual({ asked: 1, refused: 0 });
});
