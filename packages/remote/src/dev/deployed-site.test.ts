import { generateKeyPairSync, sign, verify, createPublicKey } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DOCUMENT_BLOCKS, type BuildDescriptor, type Snapshot } from '@redress/contracts/releases';
import { createCookieJar } from './cookie-jar.ts';
import { openDeployedSite, type DeployedSite, type DeployedSiteOptions } from './deployed-site.ts';
import { keepInFolder, keepInMemory } from './kept-answers.ts';
import { createOverride } from './release.ts';
import { documentFor } from './worked-on.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const RAW = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64');

const route = (at: string, layout: 'public' | 'account', guarded = false) => ({
  path: at,
  layout,
  documentClass: 'private' as const,
  title: at,
  guarded,
});
const aBuild = (name: string, routes: ReturnType<typeof route>[], files: string[]) => ({
  name,
  version: '1.0.0',
  buildId: '0'.repeat(12),
  entry: 'entry.js',
  globalName: name,
  exposes: {},
  integrity: Object.fromEntries(files.map((file) => [file, `sha384-${'a'.repeat(64)}`])),
  routes,
  slots: [],
  prerendered: {},
  updatePolicy: 'allow' as const,
});
const snapshot = (number: number): Snapshot => ({
  format: 1,
  product: 'redress',
  channel: 'production',
  number,
  createdAt: '2026-03-01T00:00:00Z',
  expiresAt: '2026-04-01T00:00:00Z',
  shell: aBuild('shell', [route('/help', 'public')], ['shell.css']),
  remotes: {
    'mf-account': {
      current: aBuild(
        'mf-account',
        [route('/settings', 'account', true), route('/dashboard', 'account', true)],
        ['entry.js'],
      ),
      lastGood: null,
    },
  },
  off: { 'mf-hello': { routes: [], slots: [] } },
});

let number = 1;
let status = 200;
let signature: string | null = null;
let key = { id: 'k', raw: RAW, privateKey };
const cookies: (string | undefined)[] = [];
/** What happens at the site, and what is asked of it. */
const happened = new EventEmitter();
const asked: string[] = [];
let server: Server;
let origin = '';
const payload = () => JSON.stringify({ kind: 'redress snapshot', ...snapshot(number) });
const bodyOf = (url: string): string => {
  if (url === '/releases/snapshot') {
    const text = payload();
    return JSON.stringify({
      keyId: key.id,
      signature: signature ?? sign(null, Buffer.from(text), key.privateKey).toString('base64'),
      payload: text,
    });
  }
  if (url.endsWith('shell.css')) return 'a{src:url(./public-sans.0123456789.woff2)}';
  if (url.startsWith('/assets/')) return `file ${url}`;
  const page = {
    documentClass: 'private',
    header: {
      site_title: '',
      site_tagline: '',
      site_logo: '',
      show_navigation: false,
      navigation_items: [],
      seo: { meta_title: '', meta_description: '', meta_keywords: '' },
    },
    footer: { footer_text: '', company_email: '', social_links: {} },
    offer: { enabled: false },
    wizard: { layout: 'A', amountMin: 1, amountMax: 2 },
    locale: 'en',
    releaseKeys: { [key.id]: key.raw },
    stripeScript: '',
    sandbox: true,
  };
  return `<body>${url} ${number}<script type="application/json" id="${DOCUMENT_BLOCKS.page}">${JSON.stringify(page)}</script>`;
};
beforeAll(async () => {
  server = createServer((request, response) => {
    cookies.push(request.headers.cookie);
    const etag = `"${number}-${signature ?? ''}"`;
    const isKnown = request.headers['if-none-match'] === etag && status === 200;
    asked.push(`${request.url} ${isKnown ? 304 : status}`);
    happened.emit('asked');
    if (isKnown) return void response.writeHead(304).end();
    response.writeHead(status, {
      'content-type': 'text/html',
      ...(request.url === '/releases/snapshot' ? { etag } : {}),
      'set-cookie': 'visitor=v1; Path=/',
      'strict-transport-security': 'x',
    });
    response.end(bodyOf(request.url ?? '/'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const opened: DeployedSite[] = [];
const events: string[] = [];
const note = (event: string) => {
  events.push(event);
  happened.emit('event');
};
beforeEach(() => {
  [number, status, signature] = [1, 200, null];
  key = { id: 'k', raw: RAW, privateKey };
  events.length = 0;
});
afterEach(() => opened.splice(0).forEach((site) => site.close()));
const open = async (options: Partial<DeployedSiteOptions> = {}) => {
  const site = await openDeployedSite({
    origin,
    kept: keepInMemory(),
    jar: createCookieJar(),
    isLive: true,
    onRelease: () => note('release'),
    onAway: (since) => note(since ? 'away' : 'back'),
    pollMs: 20,
    ...options,
  });
  opened.push(site);
  return site;
};
const until = async (event: string) => {
  while (!events.includes(event)) await once(happened, 'event');
};
const textOf = (answer: { body: Buffer } | null) => answer?.body.toString() ?? null;

it('reads the release that the site’s own key has signed, and follows it', async () => {
  const site = await open();
  expect(site.release().snapshot.number).toBe(1);
  number = 2;
  await until('release');
  expect(site.release().snapshot.number).toBe(2);
});

it('asks for no document while nothing has changed', async () => {
  await open();
  asked.length = 0;
  while (asked.length < 3) await once(happened, 'asked');
  expect(new Set(asked)).toEqual(new Set(['/releases/snapshot 304']));
});

it('takes no release that another key has signed', async () => {
  signature = sign(null, Buffer.from(payload()), generateKeyPairSync('ed25519').privateKey).toString('base64');
  await expect(open()).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' });
  signature = null;
  const site = await open();
  number = 2;
  signature = 'AAAA';
  await until('away');
  expect(site.release().snapshot.number).toBe(1);
});

it('follows a change of keys that the documents of the site name', async () => {
  const site = await open();
  const next = generateKeyPairSync('ed25519');
  const raw = next.publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64');
  key = { id: 'k2', raw, privateKey: next.privateKey };
  number = 2;
  await until('release');
  expect(site.release()).toMatchObject({ keys: { k2: raw }, snapshot: { number: 2 } });
});

it('says what is wrong with an address that is no site, or does not answer', async () => {
  await expect(open({ origin: 'http://127.0.0.1:1' })).rejects.toMatchObject({
    code: 'SITE_AWAY',
    message: expect.stringMatching(/does not answer: .+/),
  });
  status = 503;
  await expect(open()).rejects.toMatchObject({ code: 'SITE_AWAY' });
  // Whoever is told of a site that is away has one.
  expect(events).toEqual([]);
});

it('goes on with what the site answered last while it is away, and by itself when it is back', async () => {
  const site = await open();
  expect(textOf(await site.read('/settings'))).toContain('/settings 1');
  status = 503;
  await until('away');
  expect(site.awaySince()).not.toBeNull();
  expect(textOf(await site.read('/settings'))).toContain('/settings 1');
  expect(site.release().snapshot.number).toBe(1);
  [status, number] = [200, 2];
  await until('back');
  await until('release');
  expect(textOf(await site.read('/settings'))).toContain('/settings 2');
});

it('keeps the cookies of the site to itself, and passes on no header that binds a browser to it', async () => {
  const site = await open();
  const answer = await site.ask({ method: 'GET', path: '/settings' });
  expect(answer.headers).toEqual({ 'content-type': 'text/html' });
  expect(cookies.at(-1)).toBe('visitor=v1');
});

it('asks no other host, whatever the path is', async () => {
  const site = await open();
  expect(textOf(await site.ask({ method: 'GET', path: '//evil.example/steal' }))).toContain('//evil.example/steal 1');
  await expect(site.ask({ method: 'GET', path: '@evil.example/steal' })).rejects.toThrow('no path');
});

it('keeps a document by its path: what stands behind it may open an account', async () => {
  const kept = keepInMemory();
  const put = jest.spyOn(kept, 'put');
  const site = await open({ kept });
  await site.read('/settings?token=secret');
  expect(JSON.stringify(put.mock.calls.map(([key]) => key))).not.toContain('secret');
  status = 503;
  expect(textOf(await site.read('/settings?token=other'))).toContain('/settings');
});

it('records pages, files and fonts, and serves them without a network', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'redress-recorded-'));
  try {
    const live = await open({ kept: keepInFolder(folder) });
    // Three pages, the icon, two files and the font that a sheet names.
    expect(await live.readAll()).toBe(7);
    live.close();
    const replayed = await open({ origin: 'https://site.example', kept: keepInFolder(folder), isLive: false });
    expect(replayed.release().snapshot.number).toBe(1);
    expect(textOf(await replayed.read('/dashboard'))).toContain('/dashboard 1');
    expect(textOf(await replayed.read('/assets/shell/1.0.0-000000000000/public-sans.0123456789.woff2'))).toContain(
      'file',
    );
    expect(await replayed.read('/nowhere')).toBeNull();
    await expect(replayed.ask({ method: 'GET', path: '/' })).rejects.toThrow('no network');
    expect(readdirSync(folder).every((name) => /^[0-9a-f]{32}\.(json|body)$/.test(name))).toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('refuses a folder in which nothing was recorded', async () => {
  await expect(open({ isLive: false })).rejects.toMatchObject({ code: 'NOT_RECORDED' });
});

const worked = {
  ...aBuild('mf-hello', [], ['entry.js']),
  files: { 'entry.js': { integrity: `sha384-${'b'.repeat(64)}`, bytes: 1 } },
  config: {
    routes: [route('/hello', 'account', true), route('/settings', 'account', true)],
    slots: {},
    updatePolicy: 'ask',
    menu: [],
  },
} as unknown as BuildDescriptor;

it('signs the release anew with one build in its place, each time under a higher number', async () => {
  const release = (await open()).release();
  const at = new Date('2026-03-02T00:00:00Z');
  const override = createOverride(() => at);
  const [one, other] = [override.over(release, worked), override.over(release, worked)];
  expect(other.number).toBeGreaterThan(one.number);
  const made = JSON.parse(other.signed.payload) as Snapshot;
  expect(made).toMatchObject({
    number: other.number,
    expiresAt: '2026-03-03T00:00:00.000Z',
    shell: release.snapshot.shell,
  });
  expect(made.remotes['mf-account']).toEqual(release.snapshot.remotes['mf-account']);
  expect(made.remotes['mf-hello']?.current).toMatchObject({ name: 'mf-hello', updatePolicy: 'block-while-dirty' });
  expect(made.off).toBeUndefined();
  const key = createPublicKey({
    key: {
      kty: 'OKP',
      crv: 'Ed25519',
      x: Buffer.from(override.keys[other.signed.keyId]!, 'base64').toString('base64url'),
    },
    format: 'jwk',
  });
  expect(verify(null, Buffer.from(other.signed.payload), key, Buffer.from(other.signed.signature, 'base64'))).toBe(
    true,
  );
});

it('borrows for a new page the document of one with the same layout and the same visitors', () => {
  const at = (pathname: string) => documentFor(pathname, { snapshot: snapshot(1), build: worked });
  expect(at('/hello')).toEqual({ path: '/settings', route: worked.config.routes[0] });
  expect(at('/settings')).toEqual({ path: '/settings', route: null });
  expect(at('/nowhere')).toEqual({ path: '/nowhere', route: null });
});
