import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { buildBase } from '@redress/contracts/releases';
import { aRemote, aShell } from '../src/testing/index.ts';
import {
  cli,
  dataDir,
  eachWithService,
  first,
  putBuild,
  releases,
  second,
  siteUrl,
  token,
  wizardServed,
} from './running-service.ts';

const require = createRequire(import.meta.url);
const run = promisify(execFile);
const basic = (name: string) => `Basic ${Buffer.from(`ci:${token(name)}`).toString('base64')}`;
const call = async (
  method: string,
  route: string,
  body?: unknown,
  authorization: string | null = basic('release-manager'),
) => {
  const answer = await fetch(`${releases.consoleUrl()}${route}`, {
    method,
    headers: { ...(authorization ? { authorization } : {}), ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};
const addressOf = ({ descriptor }: typeof second) => `https://cdn.example${buildBase(descriptor)}${descriptor.entry}`;

eachWithService();

describe('import-map-deployer', () => {
  const service = { service: '@redress/mf-wizard', url: '' };

  it('promotes the build behind an address, and answers the map with its integrity', async () => {
    await cli('publish', 'mf-wizard', '--dist', putBuild(second));
    const { status, body } = await call('PATCH', '/services?env=production', { ...service, url: addressOf(second) });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      imports: { '@redress/mf-wizard': `${buildBase(second.descriptor)}entry.js` },
      scopes: {},
    });
    expect(await wizardServed()).toBe(second.descriptor.buildId);
    const back = await call('PATCH', '/import-map.json', { imports: { 'mf-wizard': addressOf(first) } });
    expect(back.status).toBe(200);
    expect(await wizardServed()).toBe(first.descriptor.buildId);
  });

  it('goes around neither token, ownership nor gate', async () => {
    const unsafe = aRemote({
      buildId: 'c3',
      version: '1.2.0',
      files: { 'entry.js': 'eval(1)', 'lifecycles.js': '', 'lifecycles.css': '', 'prerender/index.html': '<p>' },
    });
    await cli('publish', 'mf-wizard', '--dist', putBuild(unsafe));
    const patch = (url: string, authorization: string | null) =>
      call('PATCH', '/services', { ...service, url }, authorization);
    expect((await patch(addressOf(first), null)).body).toMatchObject({ code: 'TOKEN_UNKNOWN' });
    const ofAnother = { service: 'shell', url: `${buildBase(aShell().descriptor)}shell.js` };
    expect((await call('PATCH', '/services', ofAnother, basic('developer-team-wizard'))).body).toMatchObject({
      code: 'NOT_ALLOWED',
    });
    expect((await patch(addressOf(unsafe), basic('developer-team-wizard'))).body).toMatchObject({
      code: 'UNSAFE_CODE',
    });
    for (const url of [
      'https://evil.example/entry.js',
      `/assets/mf-letters/1.0.0-${'d4'.padEnd(12, '0')}/entry.js`,
      '/assets/mf-wizard/../x',
    ])
      expect((await patch(url, basic('release-manager'))).status).toBe(400);
    expect(await wizardServed()).toBe(first.descriptor.buildId);
  });
});

/**
 * Tests that come with import-map-deployer, asked of this service. Its map takes any name and any address; ours has a
 * name and an address for each remote, so tests that put others into it cannot apply.
 */
const OTHER_NAMES = 'puts names and addresses of its own into the map';
const NOT_HERE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'import-map.test.js': {
    'does give back the same items after first patch': OTHER_NAMES,
    'does support services with trailing slashes': OTHER_NAMES,
    'does patch the service': OTHER_NAMES,
    'does add trailing slash package': OTHER_NAMES,
    'does delete a service': 'a remote leaves by `release off` or `retire`, with a reason',
  },
  'scope-map.test.js': {
    'does accept a scopes-only patch': 'a remote is the same on every page',
    'does give back the same items after first patch': 'a remote is the same on every page',
  },
};

it.each(Object.entries(NOT_HERE))('answers %s of import-map-deployer as its tests want it', async (file, notHere) => {
  const source = readFileSync(require.resolve(`import-map-deployer/test/${file}`), 'utf8');
  const tests = new Map<string, () => Promise<void>>();
  const nothing = () => undefined;
  const modules: Record<string, unknown> = {
    supertest: () => clientOf(),
    '../src/web-server': { app: null, setConfig: nothing },
    '../src/io-methods/memory': { resetManifest: nothing },
  };
  const collectTests = globalThis.eval(
    `(function (require, describe, it, beforeAll, beforeEach, expect, jest) {${source}})`,
  ) as (...given: unknown[]) => void;
  collectTests(
    (name: string) => modules[name],
    (_: string, body: () => void) => body(),
    (name: string, body: () => Promise<void>) => void tests.set(name, body),
    nothing,
    nothing,
    expect,
    { spyOn: () => ({ mockImplementation: () => ({ mockClear: nothing }) }) },
  );
  expect([...tests.keys()]).toEqual(expect.arrayContaining(Object.keys(notHere)));
  const applying = [...tests].filter(([name]) => !(name in notHere));
  expect(applying.length).toBeGreaterThan(0);
  for (const [name, body] of applying) {
    await body().catch((error: Error) => {
      throw new Error(`${name}: ${error.message}`, { cause: error });
    });
  }
});

/** supertest's calls, as far as those tests make them, with a token of this service. */
function clientOf() {
  const asking = (method: string) => (route: string) => {
    const url = new URL(route, releases.consoleUrl());
    const checks: ((answer: Response) => void)[] = [];
    let sent: unknown;
    const chain = {
      query: (given: Record<string, string>) => {
        for (const [key, value] of Object.entries(given)) url.searchParams.set(key, String(value));
        return chain;
      },
      set: () => chain,
      send: (body: unknown) => ((sent = body), chain),
      expect: (wanted: number | string, value?: RegExp) => {
        checks.push((answer) =>
          typeof wanted === 'number'
            ? expect(answer.status).toBe(wanted)
            : expect(answer.headers.get(wanted)).toMatch(value!),
        );
        return chain;
      },
      async then(done: (answer: { body: unknown }) => void, fail: (error: unknown) => void) {
        try {
          const headers = {
            authorization: basic('release-manager'),
            ...(sent ? { 'content-type': 'application/json' } : {}),
          };
          const answer = await fetch(url, { method, headers, ...(sent ? { body: JSON.stringify(sent) } : {}) });
          for (const check of checks) check(answer);
          done({ body: await answer.json() });
        } catch (error) {
          fail(error);
        }
      },
    };
    return chain;
  };
  return { get: asking('GET'), patch: asking('PATCH'), delete: asking('DELETE') };
}

describe('Eik', () => {
  it('shows to everybody what is served, and no more', async () => {
    await cli('publish', 'mf-wizard', '--dist', putBuild(second));
    expect((await call('GET', '/pkg/mf-wizard', undefined, null)).body).toMatchObject({
      versions: [[1, { version: '1.0.0' }]],
    });
    expect((await call('GET', '/pkg/mf-wizard/1.1.0', undefined, null)).status).toBe(404);
    expect((await call('GET', '/pkg/mf-wizard/1.1.0')).body).toMatchObject({ version: '1.1.0' });
  });

  it('finds a version by its own command line', async () => {
    const cwd = path.join(dataDir, 'eik');
    mkdirSync(cwd, { recursive: true });
    const [name, version, server] = ['mf-wizard', '1.0.0', releases.consoleUrl()];
    writeFileSync(path.join(cwd, 'eik.json'), JSON.stringify({ name, version, server, type: 'package', files: cwd }));
    const args = [require.resolve('@eik/cli/index.js'), 'integrity'];
    await run(process.execPath, args, { cwd, env: { PATH: '', HOME: cwd } });
    const integrity = readFileSync(path.join(cwd, '.eik/integrity.json'), 'utf8');
    expect(JSON.parse(integrity)).toMatchObject({ name, version, integrity: expect.stringMatching(/^sha/) });
  });
});

it('shows Piral its feed, on the site', async () => {
  const feed = (await (await fetch(`${siteUrl}/api/v1/pilet`)).json()) as { items: object[] };
  const link = `${buildBase(first.descriptor)}entry.js`;
  expect(feed.items).toEqual([expect.objectContaining({ name: '@redress/mf-wizard', version: '1.0.0', link })]);
});

it('says of publishing by their clients that there is no such call', async () => {
  expect((await call('PUT', '/pkg/mf-wizard/1.1.0', {})).status).toBe(404);
  expect((await call('POST', '/api/v1/pilet', {})).status).toBe(404);
});
