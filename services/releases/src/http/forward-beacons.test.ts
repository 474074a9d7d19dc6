import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { RELEASE_ROUTES } from '@redress/contracts/releases';
import Fastify from 'fastify';
import { forwardBeacons } from './forward-beacons.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A server that notes what it is asked. */
async function listen(): Promise<{ origin: string; asked: string[]; close: () => void }> {
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.end('{}');
  }).listen(0, '127.0.0.1');
  closing.push(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return { origin: `http://127.0.0.1:${port}`, asked, close: () => server.close() };
}

async function sendLine(port: number, line: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${line} HTTP/1.1\r\nhost: site.example\r\nconnection: close\r\n\r\n`);
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return answer;
}

it.each([
  ['an absolute address', (origin: string) => origin],
  ['an address without a protocol', (origin: string) => origin.replace('http:', '')],
])('asks only its release service, whatever host stands in the request line (%s)', async (_form, prefix) => {
  const [service, other, stopped] = [await listen(), await listen(), await listen()];
  stopped.close();
  const site = Fastify();
  closing.push(() => site.close());
  forwardBeacons(site, [stopped.origin, service.origin], 'production');
  await site.listen({ port: 0, host: '127.0.0.1' });
  const { port } = site.server.address() as { port: number };
  await sendLine(port, `GET ${prefix(other.origin)}${RELEASE_ROUTES.beaconToken}?of=mine`);
  expect(other.asked).toEqual([]);
  expect(await sendLine(port, `GET ${RELEASE_ROUTES.beaconToken}`)).toMatch(/^HTTP.1.1 200 /);
  // With the channel of this site: another one has other snapshots under the same numbers.
  expect(service.asked.at(-1)).toBe(`GET ${RELEASE_ROUTES.beaconToken}?channel=production`);
  await sendLine(port, `GET ${RELEASE_ROUTES.beaconToken}?snapshot=12&of=mine`);
  expect(service.asked.at(-1)).toBe(`GET ${RELEASE_ROUTES.beaconToken}?channel=production&snapshot=12`);
});

it('sends the next report to another service where one has not answered', async () => {
  const service = await listen();
  const failing = createServer((request) => request.socket.destroy()).listen(0, '127.0.0.1');
  closing.push(() => failing.close());
  await once(failing, 'listening');
  const site = Fastify();
  closing.push(() => site.close());
  forwardBeacons(
    site,
    [`http://127.0.0.1:${(failing.address() as { port: number }).port}`, service.origin],
    'production',
  );
  const report = () => site.inject({ method: 'POST', url: RELEASE_ROUTES.beacon, payload: '{}' });
  expect((await report()).statusCode).toBe(503);
  expect(service.asked).toEqual([]);
  expect((await report()).statusCode).toBe(200);
  expect(service.asked).toHaveLength(1);
});
