import { Agent, createServer, get, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createDrain } from './index.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
});

async function listening(answer: RequestListener, limits?: Parameters<typeof createDrain>[1]) {
  const server = createServer({ keepAlive: true }, answer);
  servers.push(server);
  const close = () => new Promise((resolve) => server.close(resolve));
  const drain = createDrain({ server, close }, limits);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { port } = server.address() as AddressInfo;
  const ask = () =>
    new Promise<string>((resolve, reject) => {
      get({ port, agent, host: '127.0.0.1' }, (response) => void text(response).then(resolve, reject)).on(
        'error',
        reject,
      );
    });
  return { drain, ask };
}

it('answers what comes on a connection that only waited', async () => {
  const { drain, ask } = await listening((_, response) => response.end('answered'));
  expect(await ask()).toBe('answered');
  const closed = drain.close();
  expect(await ask()).toBe('answered');
  await closed;
  await expect(ask()).rejects.toThrow();
});

it('waits for an answer on its way', async () => {
  const arrived = Promise.withResolvers<() => void>();
  const { drain, ask } = await listening((_, response) => arrived.resolve(() => response.end('late')));
  const asked = ask();
  const answer = await arrived.promise;
  const closed = drain.close();
  await drain.untilQuiet();
  answer();
  expect(await asked).toBe('late');
  await closed;
});

it('cuts off a request that is never answered', async () => {
  const arrived = Promise.withResolvers<void>();
  const { drain, ask } = await listening(() => arrived.resolve(), { answerLimitMs: 100 });
  const asked = ask();
  await Promise.all([arrived.promise.then(() => drain.close()), expect(asked).rejects.toThrow()]);
});
