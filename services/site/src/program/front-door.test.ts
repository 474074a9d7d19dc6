import { connect } from 'node:net';
import { createLogger, createMetrics } from '@redress/telemetry/server';
import type { FastifyInstance } from 'fastify';
import { readConfig } from '../config/config.ts';
import { createFrontDoor, type Service } from './front-door.ts';

const closing: FastifyInstance[] = [];
afterEach(async () => {
  for (const app of closing.splice(0)) await app.close();
});

async function open(
  service: Partial<Service> = {},
  environment: NodeJS.ProcessEnv = {},
): Promise<{ app: FastifyInstance; port: number }> {
  const app = await createFrontDoor({
    config: readConfig(environment),
    services: [{ name: 'test', stop: () => Promise.resolve(), ...service }],
    logger: createLogger({ name: 'test', level: 'silent' }),
    metrics: createMetrics({ service: 'test' }),
    sandbox: null,
  });
  closing.push(app);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { app, port: (app.server.address() as { port: number }).port };
}

async function sendLine(port: number, line: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${line} HTTP/1.1\r\nhost: site.example\r\nconnection: close\r\n\r\n`);
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return answer;
}

it.each(['GET http://other.example/asked', 'GET //other.example/asked', 'OPTIONS *'])(
  'refuses a request line that names a host or no path: %s',
  async (line) => {
    const asked: string[] = [];
    const { port } = await open({
      register: (scope) => void scope.all('/*', (request) => ({ asked: asked.push(request.url) })),
    });
    expect(await sendLine(port, line)).toMatch(/^HTTP\/1\.1 400 /);
    expect(asked).toEqual([]);
    expect(await sendLine(port, 'GET /asked')).toMatch(/^HTTP\/1\.1 200 /);
  },
);

it('shows its figures to nobody unless the operator opened them, and then to who has the token', async () => {
  const token = 'a-token-of-the-operator';
  const closed = await open();
  const opened = await open({}, { METRICS_TOKEN: token });
  const ask = async ({ app }: { app: FastifyInstance }, authorization?: string) =>
    (await app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } })).statusCode;
  for (const header of [undefined, '', 'Bearer ', 'Bearer null', `Bearer ${token}x`, token]) {
    expect(await ask(closed, header)).toBe(404);
    expect(await ask(opened, header)).toBe(404);
  }
  expect(await ask(closed, `Bearer ${token}`)).toBe(404);
  expect(await ask(opened, `Bearer ${token}`)).toBe(200);
});
