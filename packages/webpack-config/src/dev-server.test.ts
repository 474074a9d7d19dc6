import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { createDevServer, type DevServer } from './dev-server.ts';

const ACCOUNT = path.resolve(import.meta.dirname, '../../../mf-account');
let server: DevServer;
beforeAll(async () => {
  jest.useFakeTimers({
    doNotFake: ['setImmediate', 'setTimeout', 'clearTimeout', 'nextTick', 'queueMicrotask', 'Date'],
  });
  server = await createDevServer({ directory: ACCOUNT, port: 0, alone: true, name: 'mf-account' });
  server.offer(new Map([['main.js', Buffer.from('self.secret=1')]]), undefined);
});
afterAll(() => server.close());

const ask = async (url: string, headers: Record<string, string> = {}) => {
  const request = get(`http://127.0.0.1:${server.port}${url}`, { headers });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, text: await text(answer) };
};

it('answers the calls of a remote that runs alone from the contracts', async () => {
  const text = expect.stringMatching(/^{"success":true\b/) as string;
  expect(await ask('/api/checkAuth.php')).toMatchObject({ status: 200, text });
});

it('lets no page of another site read what is worked on', async () => {
  const { status, headers } = await ask('/main.js', { origin: 'https://evil.example' });
  expect({ status, ...headers }).toMatchObject({ status: 200, 'cross-origin-resource-policy': 'same-origin' });
  expect(headers).not.toHaveProperty('access-control-allow-origin');
  const rebound = await ask('/main.js', { host: `evil.example:${server.port}` });
  expect({ status: rebound.status, text: rebound.text }).toEqual({ status: 421, text: 'Not this host' });
});

it('says something to who follows it while nothing is built: `fetch` gives up a stream that is silent for five minutes', async () => {
  const chunks = (await fetch(`http://127.0.0.1:${server.port}/events`)).body!.values();
  await chunks.next();
  jest.advanceTimersByTime(299_000);
  expect(Buffer.from((await chunks.next()).value!).toString()).toMatch(/^(:\n\n)+$/);
});
