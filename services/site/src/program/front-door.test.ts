import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { createLogger, createMetrics } from '@redress/telemetry/server';
import { readConfig } from '../config/config.ts';
import { createFrontDoor, type FrontDoor, type Service } from './front-door.ts';

const closing: FrontDoor[] = [];
afterEach(async () => {
  for (const door of closing.splice(0)) await door.close();
});

async function open(
  service: Partial<Service> = {},
  environment: NodeJS.ProcessEnv = {},
  limits: { tlsLimitMs?: number } = {},
): Promise<{ door: FrontDoor; port: number }> {
  const door = await createFrontDoor({
    ...limits,
    config: readConfig(environment),
    siteOrigin: environment['SITE_ORIGIN'] ?? 'http://localhost:3000',
    services: [{ name: 'test', ...service }],
    logger: createLogger({ name: 'test', level: 'silent' }),
    metrics: createMetrics({ service: 'test' }),
    sandbox: null,
  });
  closing.push(door);
  await door.app.listen({ port: 0, host: '127.0.0.1' });
  return { door, port: (door.app.server.address() as { port: number }).port };
}

async function sendLine(port: number, line: string, headers = ''): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${line} HTTP/1.1\r\nhost: site.example\r\n${headers}connection: close\r\n\r\n`);
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

it('refuses a request with two hosts: what stands before it may have read the other one', async () => {
  const { port } = await open();
  expect(await sendLine(port, 'GET /healthz')).toMatch(/^HTTP\/1\.1 200 /);
  expect(await sendLine(port, 'GET /healthz', 'Host: other.example\r\n')).toMatch(/^HTTP\/1\.1 400 /);
});

it('takes what comes to the calls of a preview for a page of one, whatever it says', async () => {
  const register: Service['register'] = (scope) =>
    void scope.get('/api/*', ({ url, headers }) => `${url} ${String(headers['x-redress-preview'])}`);
  const { port } = await open({ register });
  const said = 'x-redress-preview: 0\r\n';
  expect(await sendLine(port, 'GET /api/in-preview/a.php?b=1', said)).toMatch(/\/api\/a\.php\?b=1 1$/);
  expect(await sendLine(port, 'GET /api/in-preview/..%2fa.php', said)).toMatch(/\/api\/\.\.%2fa\.php 1$/);
  expect(await sendLine(port, 'GET /api/a.php', said)).toMatch(/\/api\/a\.php 0$/);
});

it('reads who asks from the header of a proxy that it was told to trust, and of no one else', async () => {
  const register: Service['register'] = (scope) => void scope.get('/who', ({ ip }) => ({ ip }));
  const header = 'X-Forwarded-For: 198.51.100.7\r\n';
  const [visited, behind] = [await open({ register }), await open({ register }, { TRUSTED_PROXIES: '127.0.0.1' })];
  expect(await sendLine(visited.port, 'GET /who', header)).toContain('"ip":"127.0.0.1"');
  expect(await sendLine(behind.port, 'GET /who', header)).toContain('"ip":"198.51.100.7"');
});

it.each([
  'GET /%ff%fe?token=secret',
  'GET /%zz?token=secret',
  'POST /nothing?token=secret',
  'GET /breaks?token=secret',
])('says nothing of itself or of what was asked in a refusal: %s', async (line) => {
  const { port } = await open({
    register: (scope) =>
      void scope.get('/breaks', () => {
        throw new Error('the relation "claims.account" does not exist');
      }),
  });
  const answer = await sendLine(port, line);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 (400|404|500) /);
  for (const said of ['content-type: text/plain', 'x-content-type-options: nosniff', 'cache-control: no-store'])
    expect(head).toContain(said);
  expect(body).toMatch(/^(Bad Request|Not Found|Internal Server Error)\n$/);
});

it('leaves files for its own work, however many connect', async () => {
  const { door } = await open();
  const files = Number(execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }));
  expect(door.app.server.maxConnections).toBe(Math.floor(files * 0.9) || Infinity);
});

it('gives up a body over HTTP/2 that never ends', async () => {
  const pair = path.join(import.meta.dirname, '../testing/tls/first');
  const files = { TLS_CERT_FILE: `${pair}.crt.pem`, TLS_KEY_FILE: `${pair}.key.pem` };
  const register: Service['register'] = (scope) => void scope.post('/taken', () => 'read');
  const { port } = await open({ register }, { ...files, SITE_ORIGIN: 'https://site.example' }, { tlsLimitMs: 300 });
  const session = connectHttp2(`https://127.0.0.1:${port}`, { rejectUnauthorized: false });
  const sent = session.request({ ':method': 'POST', ':path': '/taken', 'content-type': 'application/json' });
  const trickle = setInterval(() => sent.write(' '), 50);
  await once(sent, 'close');
  clearInterval(trickle);
  session.destroy();
});

it('reads no more than 64 kB of a body, where a route does not say that it takes more', async () => {
  const { door } = await open({ register: (scope) => void scope.post('/taken', () => 'read') });
  const statusOf = async (bytes: number) =>
    (await door.app.inject({ method: 'POST', url: '/taken', payload: { text: 'x'.repeat(bytes) } })).statusCode;
  expect([await statusOf(60_000), await statusOf(70_000)]).toEqual([200, 413]);
});

it('asks its services once for all who want to know at once whether it is ready', async () => {
  let asked = 0;
  const ready = () => Promise.resolve({ ok: (asked += 1) > 0 });
  const { door } = await open({ ready });
  const answers = await Promise.all(Array.from({ length: 50 }, () => door.app.inject({ url: '/readyz' })));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 50 }, () => 200));
  expect(asked).toBe(1);
});

it.each([
  ['never answers', () => new Promise<never>(() => {}), 'no answer within 2.5 s'],
  ['fails', () => Promise.reject(new Error('no such table')), 'no such table'],
])('is not ready, within the time of a prober, while a service %s', async (_, ready, detail) => {
  const { door } = await open({ ready });
  const began = performance.now();
  const answer = await door.app.inject({ url: '/readyz', remoteAddress: '127.0.0.1' });
  expect(performance.now() - began).toBeLessThan(5_000);
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({ services: { test: { ok: false, detail } } });
});

it('shows its figures to nobody unless the operator opened them, and then to who has the token', async () => {
  const token = 'a-token-of-the-operator';
  const closed = await open();
  const opened = await open({}, { METRICS_TOKEN: token });
  const ask = async ({ door }: { door: FrontDoor }, authorization?: string) =>
    (await door.app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } }))
      .statusCode;
  for (const header of [undefined, '', 'Bearer ', 'Bearer null', `Bearer ${token}x`, token]) {
    expect(await ask(closed, header)).toBe(404);
    expect(await ask(opened, header)).toBe(404);
  }
  expect(await ask(closed, `Bearer ${token}`)).toBe(404);
  expect(await ask(opened, `Bearer ${token}`)).toBe(200);
  const changing = await open({}, { METRICS_TOKEN: `another-token-of-the-operator ${token}` });
  expect(await ask(changing, `Bearer ${token}`)).toBe(200);
  expect(await ask(changing, `Bearer another-token-of-the-operator ${token}`)).toBe(404);
});

it('says what is wrong, with its addresses, to this machine and to who has the token, and to others only what is away', async () => {
  const token = 'a-token-of-the-operator';
  const detail = 'Nothing answers at db.internal:5432/claims';
  const { door } = await open({ ready: () => Promise.resolve({ ok: false, detail }) }, { METRICS_TOKEN: token });
  const ask = async (remoteAddress: string, headers: Record<string, string> = {}) => {
    const answer = await door.app.inject({ url: '/readyz', remoteAddress, headers });
    expect(answer.statusCode).toBe(503);
    return answer.json<{ services: object }>().services;
  };
  const whole = { test: { ok: false, detail } };
  for (const here of ['127.0.0.1', '127.3.2.1', '::1', '::ffff:127.0.0.1']) expect(await ask(here)).toEqual(whole);
  expect(await ask('192.0.2.7', { authorization: `Bearer ${token}` })).toEqual(whole);
  const others: [string, Record<string, string>?][] = [
    ['192.0.2.7'],
    ['127.0.0.1', { host: 'leads-here.example:3000' }],
    ['2001:db8::7'],
    ['192.0.2.7', { authorization: 'Bearer null' }],
    // A proxy on this machine that leads there by mistake.
    ['127.0.0.1', { 'x-forwarded-for': '192.0.2.7' }],
    ['127.0.0.1', { forwarded: 'for=192.0.2.7' }],
  ];
  for (const other of others) expect(await ask(...other)).toEqual({ test: { ok: false } });
});

describe('a stop', () => {
  /** One connection, kept open between requests as browsers and load balancers do. */
  function aConnection(port: number) {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    return (path: string) =>
      new Promise<{ status: number; connection: string | undefined; body: string }>((resolve, reject) => {
        get({ port, path, agent, host: '127.0.0.1' }, (response) => {
          const { statusCode: status = 0, headers } = response;
          text(response).then((body) => resolve({ status, connection: headers.connection, body }), reject);
        }).on('error', reject);
      });
  }

  it('answers what is on its way and what comes on open connections, and refuses none', async () => {
    const [slow, arrived] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()];
    const { door, port } = await open({
      register(scope) {
        scope.get('/slow', () => {
          arrived.resolve();
          return slow.promise;
        });
        scope.get('/quick', () => 'quick');
      },
    });
    const [first, second, probe] = [aConnection(port), aConnection(port), aConnection(port)];
    expect(await first('/quick')).toMatchObject({ status: 200, connection: 'keep-alive' });
    expect((await probe('/readyz')).status).toBe(200);
    const waiting = second('/slow');
    await arrived.promise;
    const closed = door.close();
    expect(await probe('/readyz')).toMatchObject({ status: 503, body: expect.stringContaining('"stopping":true') });
    let answer = await first('/quick');
    for (; answer.connection !== 'close'; answer = await first('/quick')) expect(answer.status).toBe(200);
    expect(answer).toMatchObject({ status: 200, body: 'quick' });
    slow.resolve('slow');
    expect(await waiting).toMatchObject({ status: 200, body: 'slow' });
    await closed;
    await expect(first('/quick')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});

it('lets no answer be taken for a document, framed or guessed at, and says https for a year where the site is https', async () => {
  const { door } = await open(
    {
      register: (scope) => {
        scope.get('/json', () => ({ a: 1 }));
        scope.get('/own', (_, reply) => reply.header('content-security-policy', "default-src 'self'").send('own'));
        scope.get('/unchanged', (_, reply) => reply.code(304).send());
        scope.get('/broken', () => Promise.reject(new Error('broken')));
      },
    },
    { SITE_ORIGIN: 'https://site.example' },
  );
  const policy = /default-src 'none'.*object-src 'none'.*base-uri 'none'.*frame-ancestors 'none'/;
  for (const url of ['/json', '/broken', '/healthz', '/readyz', '/not-there', '//other.example/']) {
    const { headers } = await door.app.inject(url);
    expect({ url, ...headers }).toMatchObject({
      'content-security-policy': expect.stringMatching(policy),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    });
  }
  expect((await door.app.inject('/own')).headers['content-security-policy']).toBe("default-src 'self'");
  // It would take the place of the policy that the browser keeps with the document.
  expect((await door.app.inject('/unchanged')).headers).not.toHaveProperty('content-security-policy');
  const plain = await open();
  expect((await plain.door.app.inject('/healthz')).headers['strict-transport-security']).toBeUndefined();
});

it('answers no TRACE, which would give back what a browser hides from scripts', async () => {
  const { port } = await open({ register: (scope) => void scope.all('/*', () => 'asked') });
  const answer = await sendLine(port, 'TRACE /asked');
  expect(answer).toMatch(/^HTTP\/1\.1 (404|405) /);
  expect(answer).not.toContain('host: site.example');
});
