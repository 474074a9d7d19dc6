import { DOCUMENT_BLOCKS, type BuildDescriptor, type Snapshot } from '@redress/contracts/releases';
import type { Asked, DeployedSite } from './deployed-site.ts';
import { type DevSite, startDevSite } from './dev-site.ts';
import type { SiteAnswer } from './kept-answers.ts';
import { createOverride } from './release.ts';

const ORIGIN = 'https://site.example';
const html = `<html><head></head><body><script type="application/json" id="${DOCUMENT_BLOCKS.snapshot}">{}</script><script type="application/json" id="${DOCUMENT_BLOCKS.page}">{}</script></body></html>`;
const answer = (status: number, headers: Record<string, string>, body = ''): SiteAnswer => ({
  status,
  headers,
  body: Buffer.from(body),
});

const read: Record<string, SiteAnswer> = {
  '/': answer(
    200,
    {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; upgrade-insecure-requests; base-uri 'none'",
    },
    html,
  ),
  '/old': answer(302, { location: `${ORIGIN}/new?x=1` }),
  '/away': answer(302, { location: 'https://elsewhere.example/' }),
  '/assets/shell/a.js': answer(200, { 'content-type': 'text/javascript' }, 'shell'),
};
const shell = { name: 'shell', routes: [], slots: [] } as unknown as Snapshot['shell'];
const snapshot = {
  format: 1,
  product: 'redress',
  channel: 'production',
  number: 7,
  shell,
  remotes: {},
} as unknown as Snapshot;
const site: DeployedSite = {
  origin: ORIGIN,
  release: () => ({ snapshot, signed: { keyId: '', signature: '', payload: '' }, keys: {} }),
  awaySince: () => null,
  ask: () => Promise.reject(new Error('not asked here')),
  read: (path) => Promise.resolve(read[path] ?? null),
  readAll: () => Promise.resolve(0),
  close: () => {},
};
const descriptor = {
  name: 'mf-hello',
  version: '0.1.0',
  buildId: 'a'.repeat(12),
  entry: 'entry.js',
  globalName: 'mf_hello',
  exposes: {},
  files: { 'entry.js': { integrity: `sha384-${'a'.repeat(64)}`, bytes: 1 } },
  prerendered: {},
  config: { routes: [], slots: {}, updatePolicy: 'allow' },
} as unknown as BuildDescriptor;
const build = {
  descriptor,
  buildId: descriptor.buildId,
  milliseconds: 1,
  files: new Map([
    ['entry.js', Buffer.from('self.hello=1')],
    ['entry.js.map', Buffer.from('{"sources":[]}')],
  ]),
};

const lines: string[] = [];
const calls: Asked[] = [];
let dev: DevSite;
/** What the address with the secret answered. */
let opened: Response;
let cookie: string;
let origin: string;
beforeEach(async () => {
  calls.length = lines.length = 0;
  dev = await startDevSite({
    port: 0,
    remote: 'mf-hello',
    site,
    calls: (asked) => {
      calls.push(asked);
      return Promise.resolve(answer(200, { 'content-type': 'application/json' }, '{}'));
    },
    override: createOverride(),
    notes: ['Writes are refused.'],
    write: (line) => lines.push(line),
  });
  ({ origin } = new URL(dev.address));
  opened = await fetch(dev.address, { redirect: 'manual' });
  cookie = opened.headers.get('set-cookie')!.split(';')[0]!;
});
afterEach(() => dev.close());

const ask = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
  fetch(`${origin}${path}`, { redirect: 'manual', ...init, headers: { cookie, ...init.headers } });

it('gives its cookie for the secret, and nothing without it', async () => {
  expect((await fetch(`${origin}/`)).status).toBe(403);
  expect([opened.status, opened.headers.get('location')]).toEqual([303, '/']);
});

it('waits for the first build, and says where its errors are', async () => {
  const early = await ask('/');
  expect([early.status, early.headers.get('refresh')]).toEqual([503, '1']);
  dev.offer(build);
  const page = await ask('/');
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('in https://site.example, release 7');
});

describe('with a build', () => {
  beforeEach(() => dev.offer(build));

  it('keeps the policy of the site but for what would ask this machine for https, and adds that nobody embeds it', async () => {
    const { headers } = await ask('/');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; base-uri 'none'");
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('leads to itself where the site leads to itself', async () => {
    expect((await ask('/old')).headers.get('location')).toBe('/new?x=1');
    expect((await ask('/away')).headers.get('location')).toBe('https://elsewhere.example/');
  });

  it('serves files of the rebuild with their source map, and the others from the site', async () => {
    const file = await ask('/assets/mf-hello/0.1.0-aaaaaaaaaaaa/entry.js?again=1');
    expect(await file.text()).toBe('self.hello=1');
    expect(file.headers.get('sourcemap')).toBe('/assets/mf-hello/0.1.0-aaaaaaaaaaaa/entry.js.map');
    // Kept by its address: what a tab asks for again is the same file.
    expect(await (await ask('/assets/shell/a.js?again=1')).text()).toBe('shell');
  });

  it('tells the site that a call comes from its own page, and nothing of this machine', async () => {
    await ask('/api/x?y=1', {
      method: 'POST',
      body: '{"a":1}',
      headers: { origin, 'content-type': 'application/json', 'x-redress-account': 'abc', referer: `${origin}/` },
    });
    const { path, method, headers, body } = calls.at(-1)!;
    expect([method, path, body?.toString()]).toEqual(['POST', '/api/x?y=1', '{"a":1}']);
    expect(headers).toMatchObject({ origin: ORIGIN, 'sec-fetch-site': 'same-origin', 'x-redress-account': 'abc' });
    expect(JSON.stringify(headers)).not.toMatch(/localhost|redress-dev/);
  });

  it('takes reports of pages itself, and prints what failed without what would move the cursor', async () => {
    const report = {
      remote: 'mf-hello',
      buildId: 'a'.repeat(12),
      snapshot: 1,
      kind: 'render-error',
      detail: 'no \u001b[2Jname',
    };
    const answered = await ask('/releases/beacon', {
      method: 'POST',
      body: JSON.stringify({ token: 't', reports: [report] }),
    });
    expect(await answered.json()).toEqual({ accepted: 1 });
    expect(lines.at(-1)).toBe('mf-hello in the page: render-error no  [2Jname');
    expect((await ask('/csp-report', { method: 'POST', body: 'no json' })).status).toBe(200);
  });

  it.each([
    ['/preview/secret', 'GET', 404],
    ['/releases/part?digest=x', 'GET', 404],
    ['/nowhere', 'GET', 503],
    ['/', 'PUT', 405],
  ])('answers %s by %s with %d', async (path, method, status) => {
    expect((await ask(path, { method })).status).toBe(status);
  });

  it('says the release of each rebuild to open pages', async () => {
    const stop = new AbortController();
    const stream = await ask('/releases/events', { signal: stop.signal });
    const numbers: number[] = [];
    const decoder = new TextDecoder();
    for await (const chunk of stream.body!) {
      const [, number] = /"number":(\d+)/.exec(decoder.decode(chunk)) ?? [];
      numbers.push(Number(number));
      if (numbers.length === 1) dev.offer(build);
      else break;
    }
    expect(numbers[1]).toBeGreaterThan(numbers[0]!);
    const { payload } = (await (await ask('/releases/snapshot')).json()) as { payload: string };
    expect((JSON.parse(payload) as Snapshot).number).toBe(numbers[1]);
  });
});
