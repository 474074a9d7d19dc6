import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer as createHttpsServer } from 'node:https';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { createSecureContext, TLSSocket } from 'node:tls';
import { createMetrics } from '@redress/telemetry/server';
import { isSecure, watchServer } from './server-certificates.ts';

/** Made for these tests: `CN=first`, until 2126. */
const TLS = path.join(import.meta.dirname, '../testing/tls');
const cert = readFileSync(path.join(TLS, 'first.crt.pem'), 'utf8');
const key = readFileSync(path.join(TLS, 'first.key.pem'), 'utf8');
const tonight = new Date(new X509Certificate(cert).validToDate.getTime() - 8 * 3_600_000);

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});
async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
/** What PostgreSQL does with a request for TLS. */
const postgres = (answer: 'S' | 'N') =>
  createServer((socket: Socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write(answer);
      if (answer === 'N') return;
      const secure = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext({ cert, key }) });
      secure.on('error', () => {});
    });
  });

async function watched(server: 'database' | 'store', address: string): Promise<{ lines: string[]; figure: string }> {
  const metrics = createMetrics({ service: 'test' });
  const lines: string[] = [];
  const logger = { warn: (line: string) => void lines.push(line) };
  const watch = watchServer(server, () => new URL(address), { logger, metrics, now: () => tonight });
  await watch.asked;
  watch.stop();
  const figures = (await metrics.render()).split('\n').filter((line) => line.startsWith('server_certificate'));
  return { lines, figure: figures.join('\n') };
}

it('warns of a certificate of the database that ends tonight', async () => {
  const port = await listen(postgres('S'));
  const { lines, figure } = await watched('database', `postgresql://redress@127.0.0.1:${port}/redress?sslmode=require`);
  expect(lines).toEqual([
    'The certificate of the database (DATABASE_URL) ends at 2126-10-29 19:22 UTC: put a new one in its place.',
  ]);
  expect(figure).toContain(`server="database"`);
  expect(figure).toMatch(/ 28800$/);
});

it('warns of a certificate of the store that ends tonight', async () => {
  const port = await listen(createHttpsServer({ cert, key }));
  const { lines, figure } = await watched('store', `https://127.0.0.1:${port}`);
  expect(lines).toHaveLength(1);
  expect(figure).toMatch(/ 28800$/);
});

it('has no figure where connections are without TLS, or the server shows no certificate', async () => {
  const port = await listen(postgres('N'));
  for (const address of [
    `postgresql://redress@127.0.0.1:${port}/redress`,
    `postgresql://redress@127.0.0.1:${port}/redress?sslmode=verify-full`,
  ])
    expect(await watched('database', address)).toEqual({ lines: [], figure: '' });
});

it.each([
  ['postgresql://redress@db/redress', false],
  ['postgresql://redress@db/redress?sslmode=disable', false],
  ['postgresql://redress@db/redress?sslmode=verify-full', true],
  ['postgresql://redress@db/redress?ssl=true', true],
  ['postgresql:///redress?host=/run/postgresql&sslmode=require', false],
  ['http://s3.internal', false],
  ['https://s3.internal', true],
])('knows whether %s is with TLS', (address, expected) => {
  expect(isSecure(new URL(address))).toBe(expected);
});
