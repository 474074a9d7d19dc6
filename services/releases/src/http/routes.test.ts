import {
  publicReleaseEndpoints,
  releaseEndpoints,
  signInEndpoints,
  type ReleaseEndpoint,
  adapterEndpoints,
  type AdapterEndpoint,
} from '@redress/contracts/release-api';
import Fastify, { type FastifyInstance } from 'fastify';
import type { BeaconIntake } from '../health/beacons.ts';
import type { ReleaseOperations } from '../release-operations.ts';
import type { Sessions } from '../people/sessions.ts';
import type { ReleaseReader } from '../reader/release-reader.ts';
import { ReleaseRefusal } from '../refusal.ts';
import { createLogger } from '@redress/telemetry/server';
import { registerAdapters } from './adapters.ts';
import { registerAdminRoutes } from './admin-routes.ts';
import { registerBeaconRoutes } from './beacon-routes.ts';
import { createConsoleServer, type ConsoleServerDeps } from './console-server.ts';
import { registerPublicRoutes } from './public-routes.ts';
import { registerSignInRoutes } from './sign-in-routes.ts';

let app: FastifyInstance;
beforeEach(() => void (app = Fastify()));
afterEach(() => app.close());
/** A reader that has what a test uses of it. */
const readerOf = (has: object) =>
  ({ channel: 'production', onSnapshot: () => () => {}, ...has }) as unknown as ReleaseReader; // a test names what it uses

async function routesOf(register: (app: FastifyInstance) => void): Promise<string[]> {
  const app = Fastify({ exposeHeadRoutes: false });
  const routes: string[] = [];
  app.addHook('onRoute', ({ method, url }) => void routes.push(`${String(method)} ${url}`));
  register(app);
  await app.ready();
  await app.close();
  return routes.sort();
}
const inContract = (table: Record<string, ReleaseEndpoint | AdapterEndpoint>) =>
  Object.values(table)
    .map(({ method, path }) => `${method} ${path}`)
    .sort();

it('serves the calls of the contract and no other, on the console’s address', async () => {
  const routes = await routesOf((app) => {
    registerAdminRoutes(app, {
      origin: () => 'http://127.0.0.1',
      operations: {} as ReleaseOperations,
      noteRefusal: () => Promise.resolve(),
      identify: () => Promise.reject(new Error('not asked')),
    });
    const sessions = {} as Sessions;
    registerSignInRoutes(app, { provider: null, sessions, origin: () => 'http://127.0.0.1', log: () => {} });
  });
  expect(routes).toEqual(inContract({ ...releaseEndpoints, ...signInEndpoints }));
});

it('reads no body of whoever may not ask, and asks once who it is', async () => {
  let asked = 0;
  registerAdminRoutes(app, {
    origin: () => 'https://console.example:8443',
    operations: { inspect: () => Promise.resolve({}) } as unknown as ReleaseOperations,
    noteRefusal: () => Promise.resolve(),
    identify: ({ headers }) => {
      asked += 1;
      if (headers.authorization) return Promise.resolve({ name: 'ann', role: 'release-manager', team: null });
      return Promise.reject(new ReleaseRefusal('TOKEN_UNKNOWN', 'No.'));
    },
  });
  const { method, path: url } = releaseEndpoints.inspect;
  const post = (payload: string, headers: Record<string, string> = {}) =>
    app.inject({ method, url, payload, headers: { 'content-type': 'application/json', ...headers } });
  const stranger = await post('{"not":json');
  expect([stranger.statusCode, stranger.json().code]).toEqual([401, 'TOKEN_UNKNOWN']);
  asked = 0;
  const body = { channel: 'production', keyId: 'k', signature: 's', payload: '{}', files: {} };
  expect((await post(JSON.stringify(body), { authorization: 'Bearer x' })).statusCode).toBe(200);
  expect(asked).toBe(1);
  expect((await post('{"not":json', { authorization: 'Bearer x' })).statusCode).toBe(400);
});

it('gives up a request that never ends', () => {
  const logger = createLogger({ name: 'test', level: 'silent' });
  const deps = { core: {}, operations: {}, sessions: {}, signIn: null, logger } as unknown as ConsoleServerDeps; // nothing is asked
  expect(createConsoleServer(deps).server.requestTimeout).toBe(300_000);
});

it('serves the calls of the contract and no other, on the site’s address', async () => {
  const reader = readerOf({ held: () => null });
  const routes = await routesOf((app) => {
    registerPublicRoutes(app, reader, { previewCookie: 'redress-preview' });
    registerBeaconRoutes(app, {} as BeaconIntake, 'production');
  });
  expect(routes).toEqual(inContract(publicReleaseEndpoints));
});

it('gives a staff pass for what a body names, and for nothing in an address', async () => {
  const digest = 'a'.repeat(64);
  const staff = { take: (id: string, address: string) => Promise.resolve(`${id.length} ${address}`) };
  const reader = readerOf({ staff });
  registerPublicRoutes(app, reader, { previewCookie: 'redress-preview' });
  const take = (query: string, payload: object) =>
    app.inject({ method: 'POST', url: `/releases/staff-pass${query}`, payload });
  expect((await take('', { id: digest })).json()).toEqual({ pass: '64 127.0.0.1' });
  for (const [query, payload] of [
    [`?id=${digest}`, {}],
    ['', { id: digest, channel: 'preview' }],
    ['', [digest]],
  ] as const)
    expect((await take(query, payload)).statusCode).toBe(404);
});

it('serves the calls of other tools that the contract lists and no other, on the console’s address', async () => {
  const routes = await routesOf((app) => {
    const refuse = () => Promise.reject(new Error('not asked'));
    const deps = { operations: {} as ReleaseOperations, noteRefusal: () => Promise.resolve() };
    registerAdapters(app, { ...deps, actorOf: refuse, served: refuse, channels: () => [] });
  });
  expect(routes.map((route) => route.replace(/:(\w+)/g, '{$1}'))).toEqual(inContract(adapterEndpoints));
});

it('answers a page of a preview by its cookie, and a page that says which variant it runs with what it runs', async () => {
  const held = { signed: { keyId: 'k', payload: 'everybody' }, snapshot: { number: 3 }, rollout: null };
  const previews = { find: () => Promise.resolve({ signed: { payload: 'preview' } }) };
  const reader = readerOf({ held: () => held, freshness: () => ({ payload: 'now' }), previews });
  registerPublicRoutes(app, reader, { previewCookie: 'redress-preview' });
  const ask = async (url: string) => {
    const answer = await app.inject({ url, headers: { cookie: `redress-preview=${'s'.repeat(32)}` } });
    return answer.json<{ payload?: string }>().payload;
  };
  expect(await ask('/releases/snapshot')).toBe('preview');
  expect(await ask('/releases/freshness')).toBeUndefined();
  expect(await ask('/releases/snapshot?variant=')).toBe('everybody');
  expect(await ask('/releases/snapshot?variant=mf-wizard@0000000000b2')).toBe('everybody');
  expect(await ask('/releases/freshness?variant=')).toBe('now');
});

it('answers under its own names alone: the name of another page may be made to lead here', async () => {
  registerAdminRoutes(app, {
    origin: () => 'https://console.example:8443',
    operations: {} as ReleaseOperations,
    noteRefusal: () => Promise.resolve(),
    identify: () => Promise.reject(new ReleaseRefusal('TOKEN_UNKNOWN', 'No.')),
  });
  const { method, path: url } = releaseEndpoints.inspect;
  const codeFor = async (host: string) =>
    (await app.inject({ method, url, headers: { host } })).json<{ code: string }>().code;
  for (const own of ['console.example:8443', 'console.example', '127.0.0.1:3300', 'localhost:1', '[::1]:3300'])
    expect(await codeFor(own)).toBe('TOKEN_UNKNOWN');
  for (const other of ['evil.example', 'console.example.evil.example', '127.0.0.1.nip.example'])
    expect(await codeFor(other)).toBe('NOT_FOUND');
});

it('gives no token for a snapshot of another channel', async () => {
  registerBeaconRoutes(
    app,
    { issue: () => ({ token: 't', expiresAt: '', browser: 'b'.repeat(16) }) } as unknown as BeaconIntake,
    'production',
  );
  const asked = async (query: string) => (await app.inject(`/releases/beacon-token?snapshot=1${query}`)).statusCode;
  expect([await asked(''), await asked('&channel=production'), await asked('&channel=preview')]).toEqual([
    200, 200, 400,
  ]);
});
