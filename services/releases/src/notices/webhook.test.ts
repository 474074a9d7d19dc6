import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { startReceiver } from '../testing/receivers.ts';
import { mailSender } from './mail.ts';
import { postWebhook, signedHeaders } from './webhook.ts';

const SECRETS = ['one', 'two'].map((text) => `whsec_${Buffer.from(text.repeat(11)).toString('base64')}`);
const body = '{"type":"release.test"}';
const headers = signedHeaders({ id: 'msg_1', body, at: new Date() }, SECRETS);
const post = (url: string, privateHosts: readonly string[] = [], timeLimitMs?: number) =>
  postWebhook({ url: new URL(url), headers, body }, { privateHosts, ...(timeLimitMs ? { timeLimitMs } : {}) });

const stops: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});
const receiver = async (...given: Parameters<typeof startReceiver>) => {
  const started = await startReceiver(...given);
  stops.push(started.stop);
  return started;
};

it('is verified by the reference library with either of two secrets, and with no other', async () => {
  const { url, host, received } = await receiver();
  expect(await post(url, [host])).toBeNull();
  const [got] = received;
  for (const secret of SECRETS) {
    expect(new Webhook(secret).verify(got!.body, got!.headers as Record<string, string>)).toEqual(JSON.parse(body));
  }
  const other = `whsec_${Buffer.from('three'.repeat(9)).toString('base64')}`;
  expect(() => new Webhook(other).verify(got!.body, got!.headers as Record<string, string>)).toThrow();
  expect(() => new Webhook(SECRETS[0]!).verify(`${got!.body} `, got!.headers as Record<string, string>)).toThrow();
});

it.each([
  'https://127.0.0.1/',
  'https://localhost/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0.0.0.0/',
  'https://10.0.0.8/',
  'https://169.254.169.254/latest/meta-data/',
  'https://100.64.0.1/',
  'https://[fd00::1]/',
  'http://example.org/',
])('asks nothing in the own network, and nothing without TLS, unless it is named: %s', async (url) => {
  expect(await post(url, ['alerts.internal'])).toBe('ADDRESS_PRIVATE');
});

it('asks nothing where a name of the open internet leads to this machine', async () => {
  const { host, received } = await receiver();
  const { port } = new URL(`http://${host}`);
  expect(await post(`https://localhost:${port}/`, [`127.0.0.1:${port}`])).toBe('ADDRESS_PRIVATE');
  expect(received).toEqual([]);
});

it('follows no redirect', async () => {
  const inside = await receiver();
  const outside = await receiver((reply) => reply.writeHead(302, { location: inside.url }).end());
  expect(await post(outside.url, [outside.host, inside.host])).toBe('HTTP 302');
  expect(inside.received).toEqual([]);
});

it('reads no body, however long', async () => {
  let sent = 0;
  const { url, host } = await receiver((reply) => {
    const more = () => {
      sent += 1;
      if (!reply.destroyed) reply.write('x'.repeat(64_000), more);
    };
    reply.on('error', () => {});
    reply.writeHead(200);
    more();
  });
  expect(await post(url, [host])).toBeNull();
  expect(sent).toBeLessThan(1_000);
});

it('says what the receiver answered, and when it is not there', async () => {
  const { url, host, stop } = await receiver((reply) => reply.writeHead(503).end());
  expect(await post(url, [host])).toBe('HTTP 503');
  await stop();
  stops.length = 0;
  expect(await post(url, [host])).toBe('ECONNREFUSED');
});

it('ends with a receiver that would change the protocol', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () =>
      socket.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.address() as AddressInfo;
  expect(await post(`http://127.0.0.1:${port}/`, ['127.0.0.1'])).toBe('FAILED');
});

/** A server that answers one byte at a time, so that no limit on silence ends the wait. */
async function startDripping(line: string) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let at = 0;
    const drip = setInterval(() => socket.write(line[(at += 1) % line.length] ?? 'x'), 5);
    socket.on('error', () => {});
    socket.on('close', () => clearInterval(drip));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return (server.address() as AddressInfo).port;
}

it('ends the wait for a receiver that answers byte by byte', async () => {
  const port = await startDripping('HTTP/1.1 200 OK\r\nx-more: ');
  expect(await post(`http://127.0.0.1:${port}/`, ['127.0.0.1'], 300)).not.toBeNull();
});

it('ends the wait for a mail server that answers byte by byte, or whose sender ends', async () => {
  const port = await startDripping('2');
  const mail = { id: '1', to: 'a@example.org', subject: 's', text: 't' };
  const config = { host: '127.0.0.1', port, from: 'b@example.org' };
  expect(await mailSender(config, 300)(mail, new AbortController().signal)).toEqual({
    error: 'TIMEOUT',
    forGood: false,
  });
  expect(await mailSender(config)(mail, AbortSignal.abort())).toMatchObject({ forGood: false });
});
