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

/** A published program of another team, in a folder and a home of its own. */
async function program(file: string, args: string[], cwd: string) {
  return run(process.execPath, [require.resolve(file), ...args], { cwd, env: { PATH: '', HOME: cwd } }).then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, said: stdout + stderr }),
  );
}

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

it.each([
  ['PUT', '/pkg/mf-wizard/1.1.0', 'package'],
  ['POST', '/api/v1/pilet', 'file'],
])('reads no package of somebody who may not publish: %s %s', async (method, route, field) => {
  const ask = async (headers: Record<string, string>) => {
    const body = new FormData();
    body.set(field, new File(['no package'], 'package.tgz'));
    const answer = await fetch(`${releases.consoleUrl()}${route}`, { method, body, headers });
    return { status: answer.status, body: (await answer.json()) as object };
  };
  expect(await ask({})).toMatchObject({ status: 401, body: { code: 'TOKEN_UNKNOWN' } });
  expect(await ask({ authorization: basic('reader') })).toMatchObject({ status: 403, body: { code: 'NOT_ALLOWED' } });
  expect(await ask({ authorization: basic('release-manager') })).toMatchObject({ status: 400 });
});

it('reads a small form to sign in with, and no other', async () => {
  const body = new FormData();
  body.set('key', 'x'.repeat(20_000));
  const { status } = await fetch(`${releases.consoleUrl()}/auth/login`, { method: 'POST', body });
  expect(status).toBe(413);
});

/** A package as another team's tool makes it of a signed build. */
async function aSignedBuild(): Promise<string> {
  const dist = putBuild(second);
  expect(await cli('sign', 'mf-wizard', '--dist', dist)).toMatchObject({ code: 0 });
  return dist;
}

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
  const eik = async (dist: string, ...args: string[]) => {
    const cwd = path.join(dataDir, 'eik');
    mkdirSync(cwd, { recursive: true });
    const [name, version, server] = ['mf-wizard', '1.1.0', releases.consoleUrl()];
    writeFileSync(path.join(cwd, 'eik.json'), JSON.stringify({ name, version, server, type: 'package', files: dist }));
    return program('@eik/cli/index.js', args, cwd);
  };

  it('publishes by its own command line what the team has signed, and a version once', async () => {
    const dist = await aSignedBuild();
    const login = (key: string) => eik(dist, 'login', '--server', releases.consoleUrl(), '--key', key);
    expect((await login('rr_00000000000000000000000000000000')).said).toMatch(/unsuccessful/);
    expect((await login(token('developer-team-wizard'))).said).toMatch(/successful/);
    const published = await eik(dist, 'publish');
    expect(published).toMatchObject({ code: 0, said: expect.stringContaining('mf-wizard') });
    expect(
      (await call('GET', '/api/builds?name=mf-wizard', undefined, `Bearer ${token('release-manager')}`)).body,
    ).toEqual(
      expect.arrayContaining([expect.objectContaining({ version: '1.1.0', buildId: second.descriptor.buildId })]),
    );
    expect((await eik(dist, 'publish')).said).toMatch(/already (exists|published)/i);
    // Served it is not: that is a promotion.
    expect(await wizardServed()).toBe(first.descriptor.buildId);
  });

  it('shows to everybody what is served, and no more', async () => {
    await cli('publish', 'mf-wizard', '--dist', putBuild(second));
    expect((await call('GET', '/pkg/mf-wizard', undefined, null)).body).toMatchObject({
      versions: [[1, { version: '1.0.0' }]],
    });
    expect((await call('GET', '/pkg/mf-wizard/1.1.0', undefined, null)).status).toBe(404);
    expect((await call('GET', '/pkg/mf-wizard/1.1.0')).body).toMatchObject({ version: '1.1.0' });
  });
});

describe('Piral', () => {
  it('publishes by its own command line, and finds its feed on the site', async () => {
    const dist = await aSignedBuild();
    const cwd = path.join(dataDir, 'piral');
    mkdirSync(path.join(cwd, 'package'), { recursive: true });
    await run('tar', ['-czf', path.join(cwd, 'mf-wizard.tgz'), '-C', dist, '.']);
    const publish = (key: string) =>
      program(
        'piral-cli/lib/pilet-cli.js',
        ['publish', 'mf-wizard.tgz', '--url', `${releases.consoleUrl()}/api/v1/pilet`, '--api-key', key],
        cwd,
      );
    expect((await publish('rr_00000000000000000000000000000000')).code).not.toBe(0);
    expect(await publish(token('developer-team-wizard'))).toMatchObject({ code: 0 });
    await cli('promote', 'mf-wizard@1.1.0');
    const feed = (await (await fetch(`${siteUrl}/api/v1/pilet`)).json()) as { items: object[] };
    expect(feed.items).toEqual([
      expect.objectContaining({
        name: '@redress/mf-wizard',
        version: '1.1.0',
        link: `${buildBase(second.descriptor)}entry.js`,
      }),
    ]);
  });
});
