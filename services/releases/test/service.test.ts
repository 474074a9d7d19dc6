import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { connect } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { releaseEndpoints, type ReleaseEndpoint, type ReleaseSchema } from '@redress/contracts/release-api';
import type { SignedSnapshot, Snapshot } from '@redress/contracts/releases';
import { createDatabase, type Database } from '@redress/database';
import { createTestDatabase, type TestDatabase } from '@redress/database/testing';
import { createLogger } from '@redress/telemetry/server';
import { sql } from 'kysely';
import Fastify, { type FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { rollBackFiles } from '../src/channels/break-glass.ts';
import { createReleases, type Releases } from '../src/create-releases.ts';
import { aRemote, aShell, releasesTemplate, type BuildFixture } from '../src/testing/index.ts';

/** The whole service with its HTTP and its command line, as one program runs it. */
let test: TestDatabase;
let database: Database;
let dataDir: string;
let builds: string;
let releases: Releases;
let site: FastifyInstance;
let siteUrl: string;

const first = aRemote({ buildId: 'a1' });
const second = aRemote({ buildId: 'b2', version: '1.1.0' });

function putBuild(build: BuildFixture): string {
  const dist = path.join(builds, build.descriptor.name, 'dist');
  rmSync(dist, { recursive: true, force: true });
  for (const [file, text] of Object.entries(build.files)) {
    mkdirSync(path.dirname(path.join(dist, file)), { recursive: true });
    writeFileSync(path.join(dist, file), text);
  }
  writeFileSync(path.join(dist, 'build.json'), build.payload);
  return dist;
}

async function start({ sites = [] }: { sites?: string[] } = {}): Promise<void> {
  releases = createReleases({
    storage: { dataDir },
    channel: 'production',
    database,
    logger: createLogger({ name: 'test', level: 'silent' }),
    console: { host: '127.0.0.1', port: 0 },
    sites,
    buildFolders: ['shell', 'mf-wizard'].map((name) => path.join(builds, name, 'dist')),
  });
  await releases.start();
  site = Fastify({ forceCloseConnections: true });
  await releases.register(site);
  siteUrl = await site.listen({ host: '127.0.0.1', port: 0 });
}

async function stop(): Promise<void> {
  await site.close();
  await releases.stop();
}

beforeEach(async () => {
  test = await createTestDatabase(releasesTemplate);
  database = createDatabase({ url: test.url, name: 'releases' });
  dataDir = mkdtempSync(path.join(tmpdir(), 'redress-service-'));
  builds = path.join(dataDir, 'repository');
  putBuild(aShell());
  putBuild(first);
  await start();
});
afterEach(async () => {
  await stop();
  await database.close();
  await test.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const token = (name: string) => readFileSync(path.join(dataDir, 'keys', `${name}.token`), 'utf8').trim();
const ask = async (
  method: string,
  route: string,
  { as = 'release-manager', body }: { as?: string | null; body?: unknown } = {},
) => {
  const answer = await fetch(`${releases.consoleUrl()}${route}`, {
    method,
    headers: {
      ...(as === null ? {} : { authorization: `Bearer ${as.startsWith('rr_') ? as : token(as)}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const said = (await answer.json()) as Record<string, unknown>;
  const endpoint = (Object.values(releaseEndpoints) as ReleaseEndpoint[]).find(
    ({ method: known, path: at }) => known === method && at === route.split('?')[0],
  );
  // An answer is what the contract says it is.
  if (answer.ok) expect(z.safeParse(endpoint?.answer as ReleaseSchema, said).error).toBeUndefined();
  return { status: answer.status, body: said };
};
const served = async (): Promise<Snapshot> => {
  const signed = (await (await fetch(`${siteUrl}/releases/snapshot`)).json()) as SignedSnapshot;
  return JSON.parse(signed.payload) as Snapshot;
};
const wizardServed = async () => (await served()).remotes['mf-wizard']!.current.buildId;

const cli = (...args: string[]) =>
  cliWith({ PATH: process.env.PATH ?? '', DATA_DIR: dataDir, DATABASE_URL: test.url, BUILDS_FROM: builds }, ...args);
const cliWith = async (env: Record<string, string>, ...args: string[]) => {
  const program = path.resolve(import.meta.dirname, '../cli/release.ts');
  const run = promisify(execFile)(process.execPath, ['--no-warnings', program, ...args], {
    env,
  });
  return run.then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      said: `${error.stdout}${error.stderr}`,
    }),
  );
};

it('serves the builds of this machine after a first start', async () => {
  const snapshot = await served();
  expect(snapshot).toMatchObject({ channel: 'production', number: 1 });
  expect(await wizardServed()).toBe(first.descriptor.buildId);
});

it('publishes at the next start what changed, and never undoes a rollback', async () => {
  await stop();
  putBuild(second);
  await start();
  expect(await wizardServed()).toBe(second.descriptor.buildId);
  await ask('POST', '/api/rollback', { body: { remote: 'mf-wizard', reason: 'wrong total' } });
  await stop();
  await start();
  expect(await wizardServed()).toBe(first.descriptor.buildId);
  expect(releases.report().notes).toEqual([expect.stringMatching(/^mf-wizard is rolled back to a10+ \(wrong total\)/)]);
  const third = aRemote({ buildId: 'c3' });
  await stop();
  putBuild(third);
  await start();
  expect(await wizardServed()).toBe(first.descriptor.buildId);
  await cli('promote', 'mf-wizard');
  expect(await wizardServed()).toBe(third.descriptor.buildId);
});

it('tells an open stream of a rollback at once, and new loads get it within a second', async () => {
  await stop();
  putBuild(second);
  await start();
  const stream = await fetch(`${siteUrl}/releases/events`);
  const reader = stream.body!.getReader();
  const hear = async (number: number) => {
    for (let text = ''; !text.includes(`"number":${number}`);) {
      const { value, done } = await reader.read();
      if (done) throw new Error('the stream ended');
      text += Buffer.from(value).toString();
    }
  };
  await hear(2);
  const started = performance.now();
  await ask('POST', '/api/rollback', { body: { remote: 'mf-wizard', reason: 'r' } });
  expect(await wizardServed()).toBe(first.descriptor.buildId);
  await hear(3);
  expect(performance.now() - started).toBeLessThan(1_000);
  await reader.cancel();
});

it('hears of a change that another program made in the same database', async () => {
  await stop();
  putBuild(second);
  await start();
  const heard = new Promise<void>((resolve) => releases.reader.onSnapshot(() => resolve()));
  const other = createDatabase({ url: test.url, name: 'other' });
  const { openReleaseCore } = await import('../src/release-core.ts');
  const core = openReleaseCore({ dataDir: path.join(dataDir) }, { db: other.kysely() });
  await core.channels.rollback(
    'production',
    'mf-wizard',
    { name: 'other', role: 'release-manager', team: null },
    { reason: 'r' },
  );
  await heard;
  expect(await wizardServed()).toBe(first.descriptor.buildId);
  await other.close();
});

it('asks for a token, knows what each may do, and keeps tokens and keys to their owner', async () => {
  expect(await ask('GET', '/api/status', { as: null })).toMatchObject({ status: 401, body: { code: 'TOKEN_UNKNOWN' } });
  expect(await ask('GET', '/api/status', { as: 'rr_0123456789abcdefghijklmnop' })).toMatchObject({ status: 401 });
  expect(await ask('GET', '/api/status', { as: 'reader' })).toMatchObject({ status: 200, body: { number: 1 } });
  const rollback = { remote: 'mf-wizard', reason: 'r' };
  expect(await ask('POST', '/api/rollback', { as: 'reader', body: rollback })).toMatchObject({
    status: 403,
    body: { code: 'NOT_ALLOWED' },
  });
  expect(await ask('POST', '/api/off', { as: 'developer-team-platform', body: rollback })).toMatchObject({
    status: 403,
  });
  expect(await ask('POST', '/api/off', { as: 'developer-team-wizard', body: rollback })).toMatchObject({ status: 200 });
  for (const file of ['release-manager.token', 'channel-production.pem', 'root.pem', 'team-team-wizard.pem']) {
    expect(statSync(path.join(dataDir, 'keys', file)).mode & 0o077).toBe(0);
  }
});

it('ends a token whose file was removed', async () => {
  const old = token('reader');
  rmSync(path.join(dataDir, 'keys/reader.token'));
  await stop();
  await start();
  expect(await ask('GET', '/api/status', { as: old })).toMatchObject({ status: 401 });
});

it('gives a person a token for a time, renews it and ends it while the program runs', async () => {
  const status = (as: string) => ask('GET', '/api/status', { as });
  const given = { name: 'ann', person: 'Ann Lee', role: 'developer', team: 'team-wizard' };
  const add = (as: string, body: object = given) => ask('POST', '/api/tokens', { as, body });
  expect(await add('release-manager')).toMatchObject({ status: 403 });
  expect(await add('key-holder', { ...given, team: null })).toMatchObject({ status: 400 });
  const { body: issued } = await add('key-holder');
  const first = issued['token'] as string;
  expect(await add('key-holder')).toMatchObject({ status: 409, body: { code: 'TOKEN_EXISTS' } });
  expect(await ask('GET', '/api/whoami', { as: first })).toMatchObject({
    body: { name: 'ann', role: 'developer', team: 'team-wizard' },
  });
  const { body: renewed } = await ask('POST', '/api/tokens/rotate', { as: first, body: { name: 'ann' } });
  expect((await status(first)).status).toBe(401);
  const second = renewed['token'] as string;
  expect((await status(second)).status).toBe(200);
  expect(await ask('POST', '/api/tokens/end', { as: second, body: { name: 'reader', reason: 'r' } })).toMatchObject({
    status: 403,
  });
  expect((await cli('tokens', '--as', 'reader')).said).toMatch(/ann +developer +team-wizard +Ann Lee/);
  expect(await cli('tokens', 'end', 'ann', '--reason', 'left the team', '--as', 'key-holder')).toMatchObject({
    code: 0,
  });
  expect((await status(second)).status).toBe(401);
  const { body } = await ask('GET', '/api/ledger?limit=10');
  expect(JSON.stringify(body)).not.toMatch(new RegExp(`${first}|${second}`));
  expect((body as unknown as { action: string }[]).map(({ action }) => action)).toEqual(
    expect.arrayContaining(['token-add', 'token-rotate', 'token-end', 'refused']),
  );
});

it('does not know a token past its day', async () => {
  const { body } = await ask('POST', '/api/tokens', {
    as: 'key-holder',
    body: { name: 'ann', person: 'Ann', role: 'reader', days: 1 },
  });
  await sql`update releases.token set expires_at = now() - interval '1 second' where name = 'ann'`.execute(
    database.kysely(),
  );
  expect(await ask('GET', '/api/status', { as: body['token'] as string })).toMatchObject({ status: 401 });
  expect(JSON.stringify((await ask('GET', '/api/tokens')).body)).not.toContain('"ann"');
});

it('writes a refused change into the ledger once a minute, with who and what; not a slip of the hand', async () => {
  const refused = async () =>
    ((await ask('GET', '/api/ledger?limit=50')).body as unknown as { action: string; actor: string; detail: object }[])
      .filter(({ action }) => action === 'refused')
      .map(({ actor, detail }) => ({ actor, ...detail }));
  const off = { as: 'developer-team-platform', body: { remote: 'mf-wizard', reason: 'mine now' } };
  for (let time = 0; time < 3; time += 1) await ask('POST', '/api/off', off);
  await ask('POST', '/api/off', { body: { remote: '../x' } });
  expect(await refused()).toEqual([
    expect.objectContaining({ actor: 'developer-team-platform', call: 'switchOff', code: 'NOT_ALLOWED' }),
  ]);
});

it('sees entries that were cut from the end of the ledger, by the head in the signed snapshot', async () => {
  await ask('POST', '/api/off', { body: { remote: 'mf-wizard', reason: 'r' } });
  expect((await served()).ledger).toMatchObject({ hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect((await ask('GET', '/api/ledger/verify')).body).toMatchObject({ ok: true });
  const { seq } = (await served()).ledger!;
  await sql`alter table releases.ledger disable trigger append_only`.execute(database.kysely());
  await sql`delete from releases.ledger where seq >= ${seq}`.execute(database.kysely());
  expect((await ask('GET', '/api/ledger/verify')).body).toMatchObject({
    ok: false,
    fault: { what: expect.stringContaining('entries were removed') },
  });
});

it('answers a refusal with its code, its words and what to do', async () => {
  expect(await ask('POST', '/api/rollback', { body: { remote: 'mf-wizard' } })).toMatchObject({
    status: 422,
    body: { code: 'REASON_MISSING', remedy: expect.stringContaining('--reason') },
  });
  expect(await ask('POST', '/api/rollback', { body: { remote: '../x', reason: 'r' } })).toMatchObject({ status: 400 });
  expect(await ask('GET', '/api/diff?from=99')).toMatchObject({ status: 404 });
});

it('refuses numbers and characters that its database cannot hold', async () => {
  const faults: string[] = [];
  const tryOut = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const { status } = await ask(method, path, body ? { body } : {});
    if (status !== 400) faults.push(`${method} ${path} ${JSON.stringify(body)}: ${status}`);
  };
  for (const number of ['2147483648', '9007199254740991', '1e300']) {
    await tryOut('GET', `/api/diff?from=${number}`);
    await tryOut('GET', `/api/diff?to=${number}`);
    await tryOut('GET', `/api/history?before=${number}`);
    await tryOut('GET', `/api/ledger?before=${number}`);
    await tryOut('POST', '/api/rollback', { snapshot: Number(number), reason: 'r' });
    await tryOut('POST', '/api/rollback', { remote: 'mf-wizard', seen: Number(number), reason: 'r' });
    await tryOut('POST', '/api/thaw', { id: Number(number) * 1e10, reason: 'r' });
  }
  await tryOut('GET', '/api/served-builds?remote=mf-wizard&before=%00');
  await tryOut('POST', '/api/rollback', { remote: 'mf-wizard', to: '\0', reason: 'r' });
  await tryOut('POST', '/api/rollback', { remote: 'mf-wizard', reason: 'a\0b' });
  await tryOut('POST', '/api/off', { remote: 'mf-wizard', reason: 'a\0b' });
  await tryOut('POST', '/api/promote', { builds: [{ name: 'mf-wizard', build: 'a\0b' }], reason: 'r' });
  await tryOut('POST', '/api/freeze', { from: '2026-01-01T00:00:00Z', until: '2026-01-02T00:00:00Z', reason: 'a\0b' });
  expect(faults).toEqual([]);
});

it.each(['GET http://other.example/', 'GET //other.example/', 'GET /%zz?token=secret', 'POST /nothing?token=secret'])(
  'says nothing of itself or of what was asked to a request it has no answer for: %s',
  async (line) => {
    const socket = connect(Number(new URL(releases.consoleUrl()).port), '127.0.0.1');
    socket.write(`${line} HTTP/1.1\r\nhost: other.example\r\nconnection: close\r\n\r\n`);
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    expect(answer).toMatch(/^HTTP\/1\.1 (400|404) /);
    expect(answer).toMatch(/cache-control: no-store/);
    expect(answer).not.toMatch(/FST_|secret|other\.example|Route/);
  },
);

it('takes beacons of tabs for builds that are being served, and counts sessions', async () => {
  const issued = await fetch(`${siteUrl}/releases/beacon-token`);
  const { token: beacon } = (await issued.json()) as { token: string };
  const [cookie = ''] = issued.headers.getSetCookie();
  expect(cookie).toMatch(/^redress-beacon=[\w-]{16}; Path=\/releases; HttpOnly; SameSite=Strict$/);
  const report = { remote: 'mf-wizard', buildId: first.descriptor.buildId, snapshot: 1, kind: 'load-failed' };
  const send = (body: unknown, headers = {}) =>
    fetch(`${siteUrl}/releases/beacon`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'text/plain', cookie: cookie.split(';')[0] as string, ...headers },
    });
  expect((await send({ token: beacon, reports: [report, report] })).status).toBe(202);
  expect((await send({ token: 'x', reports: [report] })).status).toBe(401);
  expect((await send({ token: beacon, reports: [report] }, { cookie: 'other=1' })).status).toBe(401);
  expect((await send({ token: beacon, reports: [report] }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  await stop();
  await start();
  expect((await ask('GET', '/api/health')).body).toEqual([
    { remote: 'mf-wizard', buildId: first.descriptor.buildId, kind: 'load-failed', sessions: 1, events: 2, mean: 0 },
  ]);
});

describe('the command line', () => {
  it('publishes, promotes, shows the difference and rolls back against the running program', async () => {
    expect((await cli('status')).said).toMatch(/production: snapshot 1[\s\S]*mf-wizard +1\.0\.0-a10+/);
    const { body } = await ask('POST', '/api/rollback', { body: { remote: 'mf-wizard', reason: 'r' } });
    expect(body).toMatchObject({ code: 'NOTHING_BEFORE' });
    await stop();
    putBuild(second);
    await start();
    expect((await cli('diff')).said).toMatch(
      /mf-wizard: 1\.0\.0-a10+ to 1\.1\.0-b20+[\s\S]*a returning visitor fetches \d+/,
    );
    const rolledBack = await cli('rollback', 'mf-wizard', '--reason', 'shows a wrong total');
    expect(rolledBack).toMatchObject({
      code: 0,
      said: expect.stringMatching(
        /rolled back from b20+ to a10+\.\nNew loads get snapshot 3, \d+ ms after the command/,
      ),
    });
    expect((await cli('history')).said).toMatch(/rollback mf-wizard .* shows a wrong total/);
    expect((await cli('ledger', 'verify')).said).toMatch(/each following the one before/);
    expect(await cli('rollback', 'mf-wizard')).toMatchObject({
      code: 1,
      said: expect.stringContaining('REASON_MISSING'),
    });
  });

  it('promotes what was just published, not what was published last, and never a build marked bad unless it is named', async () => {
    await stop();
    putBuild(second);
    await start();
    await ask('POST', '/api/rollback', { body: { remote: 'mf-wizard', reason: 'wrong total' } });
    expect(await cli('promote', 'mf-wizard')).toMatchObject({ code: 1, said: expect.stringContaining('MARKED_BAD') });
    expect(await cli('publish', 'mf-wizard', '--promote')).toMatchObject({ code: 1 });
    // As a revert leaves it: a build published long before the bad one.
    putBuild(first);
    expect((await cli('publish', 'mf-wizard')).said).toMatch(/mf-wizard a10+ was published before/);
    expect(await cli('promote', 'mf-wizard')).toMatchObject({
      code: 0,
      said: expect.stringMatching(/a10+ from .*mf-wizard.dist/),
    });
    expect(await wizardServed()).toBe(first.descriptor.buildId);
    expect(await cli('promote', 'mf-wizard@b2')).toMatchObject({ code: 0 });
    expect(await wizardServed()).toBe(second.descriptor.buildId);
  });

  it('never serves a build marked bad because the machine was started', async () => {
    await stop();
    putBuild(second);
    await start();
    await ask('POST', '/api/rollback', { body: { remote: 'mf-wizard', reason: 'wrong total' } });
    await cli('promote', `mf-wizard@${first.descriptor.buildId}`);
    await stop();
    await start();
    expect(await wizardServed()).toBe(first.descriptor.buildId);
    expect(releases.report().notes).toEqual([expect.stringMatching(/b20+ of mf-wizard is marked bad \(wrong total\)/)]);
  });

  it('promotes between channels, and claims loads only for the channel that is served', async () => {
    const said = async (...args: string[]) => (await cli(...args)).said;
    const { buildId } = first.descriptor;
    expect(await said('promote', `shell@5e11`, `mf-wizard@${buildId}`, '--channel', 'preview')).toContain(
      'Snapshot 1 of preview is made; this program serves no site with it.',
    );
    putBuild(second);
    await said('publish', 'mf-wizard');
    await said('promote', 'mf-wizard', '--channel', 'preview');
    expect(await said('promote', 'mf-wizard', '--from-channel', 'preview')).toMatch(
      /mf-wizard: b20+ as preview serves it\nNew loads get snapshot 2/,
    );
    expect(await wizardServed()).toBe(second.descriptor.buildId);
    expect(await said('rollback', '--snapshot', '1', '--reason', 'r')).toMatch(/rolled back from b20+ to a10+/);
    expect(await said('status', '--channel', 'prod')).toMatch(/^CHANNEL_UNKNOWN/);
    expect(await said('ledger', '--limit', '3')).toMatch(/rollback +mf-wizard +b2000000 to a1000000/);
  });

  it('answers every command with one JSON value, and a refusal too', async () => {
    await stop();
    putBuild(second);
    await start();
    const json = async (...args: string[]): Promise<unknown> => JSON.parse((await cli(...args, '--json')).said);
    expect(await json('rollback', 'mf-wizard', '--reason', 'r')).toMatchObject({
      number: 3,
      moves: [{ remote: 'mf-wizard', from: second.descriptor.buildId, to: first.descriptor.buildId }],
      servedMs: expect.any(Number),
    });
    expect(await json('rollback', 'mf-wizard', '--reason', 'r')).toMatchObject({ code: 'NOTHING_BEFORE' });
    expect(await json('publish', 'mf-wizard')).toMatchObject({ published: [{ name: 'mf-wizard', isNew: false }] });
    expect(await json('freeze', '--until', '2100-01-01T00:00Z', '--reason', 'r')).toMatchObject({
      channel: 'production',
    });
    expect(await json('freezes')).toMatchObject([{ id: 1, reason: 'r' }]);
    expect(await json('thaw', '1', '--reason', 'r')).toMatchObject({ id: 1 });
    for (const command of ['status', 'builds', 'history', 'ledger', 'diff', 'owners', 'keys']) {
      expect(await json(command, ...(command === 'keys' ? ['init'] : []))).toBeInstanceOf(Object);
    }
    expect((await cli('help', 'rollback')).said).toContain(
      'npm run release -- rollback mf-wizard --reason "wrong total"',
    );
  });

  it('drills: rolls a healthy remote back and forth on preview, keeps the times, and leaves what served', async () => {
    expect(await cli('drill', 'mf-wizard')).toMatchObject({ said: expect.stringContaining('NOTHING_BEFORE') });
    await stop();
    putBuild(second);
    await start();
    expect(await cli('drill', 'mf-wizard', '--channel', 'production')).toMatchObject({ code: 1 });
    const before = await served();
    expect((await cli('drill', 'mf-wizard', '--times', '2')).said).toMatch(
      /back 2 times on preview[\s\S]*rollback, answered: p50 \d+ ms, p95 \d+ ms/,
    );
    expect((await ask('GET', '/api/status?channel=preview')).body).toMatchObject({
      remotes: expect.arrayContaining([expect.objectContaining({ name: 'mf-wizard', heldFrom: null })]),
    });
    const [kept] = readFileSync(path.join(dataDir, 'drills.jsonl'), 'utf8').trim().split('\n');
    expect(JSON.parse(kept!)).toMatchObject({ channel: 'preview', acts: { length: 4 } });
    expect(await served()).toEqual(before);
  });

  it('works on the database itself while no program runs', async () => {
    await stop();
    putBuild(second);
    await start();
    await stop();
    expect(await cli('rollback', 'mf-wizard', '--reason', 'r')).toMatchObject({ code: 0 });
    await start();
    expect(await wizardServed()).toBe(first.descriptor.buildId);
  });

  it('rolls back by signed files alone while no program answers; the ledger learns of it at the next start', async () => {
    await stop();
    putBuild(second);
    await start();
    const refused = await cli('rollback', 'mf-wizard', '--files', '--reason', 'r');
    expect(refused).toMatchObject({ code: 1, said: expect.stringMatching(/^PROGRAM_ANSWERS: /) });
    await stop();
    for (const [as, code] of [
      ['developer-team-platform', 'NOT_ALLOWED'],
      ['nobody', 'TOKEN_UNKNOWN'],
    ] as const) {
      const answer = await cli('rollback', 'mf-wizard', '--files', '--reason', 'r', '--as', as);
      expect(answer).toMatchObject({ code: 1, said: expect.stringContaining(code) });
    }
    const done = await cli(
      'rollback',
      'mf-wizard',
      '--files',
      '--reason',
      'database on fire',
      '--as',
      'developer-team-wizard',
    );
    expect(done).toMatchObject({ code: 0 });
    await start();
    expect(await wizardServed()).toBe(first.descriptor.buildId);
    expect((await ask('GET', '/api/ledger?limit=3')).body).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          action: 'break-glass rollback',
          reason: 'database on fire',
          actor: 'developer-team-wizard',
        }),
      ]),
    );
    expect((await ask('GET', '/api/ledger/verify')).body).toMatchObject({ ok: true });
  });

  it('takes a rollback by files over while the program runs, before any further change', async () => {
    await stop();
    putBuild(second);
    await start();
    const { core } = releases;
    const files = { heads: core.heads, blobs: core.blobs, keys: core.keys, now: core.now };
    const actor = { name: 'release-manager', role: 'release-manager' as const, team: null };
    const request = { channel: 'production', remote: 'mf-wizard', reason: 'seen at night', actor, urgent: true };
    expect(await rollBackFiles(files, request)).toMatchObject({ number: 3 });
    const head = core.heads.read('production') as SignedSnapshot;
    const byFiles = JSON.parse(head.payload) as Snapshot;
    expect(byFiles.withdrawn).toEqual([second.descriptor.buildId]);
    // Another team releases before anybody has looked at the journal.
    putBuild(aShell({ buildId: '5e12' }));
    expect(await cli('publish', 'shell', '--promote')).toMatchObject({ code: 0 });
    expect(await served()).toMatchObject({ number: 4, withdrawn: [second.descriptor.buildId] });
    expect(await wizardServed()).toBe(first.descriptor.buildId);
    expect((await ask('GET', '/api/history')).body).toEqual(
      expect.arrayContaining([expect.objectContaining({ number: 3, kind: 'break-glass', reason: 'seen at night' })]),
    );
    // A build that is served again is withdrawn no more: neither by the files nor by what the database makes next.
    const back = { ...request, to: second.descriptor.buildId, urgent: false };
    expect(await rollBackFiles(files, back)).toMatchObject({ number: 5 });
    putBuild(aShell({ buildId: '5e13' }));
    expect(await cli('publish', 'shell', '--promote')).toMatchObject({ code: 0 });
    expect(await served()).toMatchObject({ number: 6 });
    expect(await served()).not.toHaveProperty('withdrawn');
  });

  it('starts after a lost database from the files, goes on from their number, and serves no build rolled back before', async () => {
    await stop();
    putBuild(second);
    await start();
    await ask('POST', '/api/rollback', { body: { remote: 'mf-wizard', reason: 'wrong total' } });
    await stop();
    await sql`drop schema releases cascade`.execute(database.kysely());
    // The journal of a rollback by files finds an empty database as well.
    expect(
      await cli('rollback', 'mf-wizard', '--files', '--to', second.descriptor.buildId, '--reason', 'r'),
    ).toMatchObject({ code: 0 });
    expect(
      await cli('rollback', 'mf-wizard', '--files', '--to', first.descriptor.buildId, '--reason', 'r'),
    ).toMatchObject({ code: 0 });
    await start();
    expect(await served()).toMatchObject({ number: 5 });
    expect(await wizardServed()).toBe(first.descriptor.buildId);
    await stop();
    await sql`drop schema releases cascade`.execute(database.kysely());
    await start();
    expect(await served()).toMatchObject({ number: 5 });
    expect(await wizardServed()).toBe(first.descriptor.buildId);
    expect((await ask('GET', '/api/ledger/verify')).body).toMatchObject({ ok: true });
    expect(await cli('promote', 'mf-wizard')).toMatchObject({ code: 0, said: expect.stringContaining('snapshot 6') });
  });
});

it('makes no keys: a machine that lacks one says which, and is left as it was', async () => {
  const ci = mkdtempSync(path.join(tmpdir(), 'redress-ci-'));
  const env = {
    PATH: process.env.PATH ?? '',
    DATA_DIR: ci,
    BUILDS_FROM: builds,
    RELEASE_TOKEN: token('release-manager'),
  };
  const publish = () => cliWith(env, 'publish', 'mf-wizard', '--url', releases.consoleUrl());
  expect(await publish()).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^KEY_MISSING: .*team-team-wizard\.pem/),
  });
  expect(await cliWith(env, 'owners')).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^KEY_MISSING: .*trust\.json/),
  });
  expect(readdirSync(ci)).toEqual([]);
  mkdirSync(path.join(ci, 'keys'));
  const name = 'team-team-wizard.pem';
  writeFileSync(path.join(ci, 'keys', name), readFileSync(path.join(dataDir, 'keys', name)));
  expect(await publish()).toMatchObject({ code: 0 });
  expect(readdirSync(path.join(ci, 'keys'))).toEqual([name]);
  expect((await cli('keys', 'add', 'team-new')).said).toContain('team-team-new.pem signs builds of team-new');
  rmSync(ci, { recursive: true, force: true });
});

it('makes no database: without a program and without one it says so and leaves nothing behind', async () => {
  await stop();
  const empty = mkdtempSync(path.join(tmpdir(), 'redress-empty-'));
  const run = (env: Record<string, string>) =>
    cliWith({ PATH: process.env.PATH ?? '', DATA_DIR: empty, ...env }, 'status');
  expect(await run({})).toMatchObject({ code: 1, said: expect.stringMatching(/^NO_PROGRAM: /) });
  expect(readdirSync(empty)).toEqual([]);
  const other = await createTestDatabase({ key: 'nothing', prepare: () => Promise.resolve() });
  expect(await run({ DATABASE_URL: other.url })).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^NO_PROGRAM: /),
  });
  const schemas = await sql`select 1 from information_schema.schemata where schema_name = 'releases'`.execute(
    other.database.kysely(),
  );
  expect(schemas.rows).toEqual([]);
  await other.drop();
  rmSync(empty, { recursive: true, force: true });
  await start();
});

it('says which sites serve a change and which do not yet', async () => {
  await stop();
  putBuild(second);
  const behind = Fastify();
  behind.get('/releases/served', () => ({ channel: 'production', number: 1 }));
  const behindUrl = await behind.listen({ host: '127.0.0.1', port: 0 });
  await start({ sites: [behindUrl, 'http://127.0.0.1:1'] });
  const { said } = await cli('rollback', 'mf-wizard', '--reason', 'r');
  expect(said).toMatch(/New loads get snapshot 3, \d+ ms after the command/);
  expect(said).toContain(`${behindUrl} still serves snapshot 1.`);
  expect(said).toContain('http://127.0.0.1:1 does not answer.');
  expect(await (await fetch(`${siteUrl}/releases/served`)).json()).toEqual({ channel: 'production', number: 3 });
  await behind.close();
});

it('shows the console on the service’s own address, closed to frames and to other origins’ scripts', async () => {
  const { status, headers } = await fetch(`${releases.consoleUrl()}/`);
  expect(status).toBe(200);
  expect(headers.get('content-security-policy')).toMatch(
    /default-src 'none'; script-src 'self'.*frame-ancestors 'none'/,
  );
  expect(headers.get('set-cookie')).toBeNull();
});

it('says the same in the forms of other tools', async () => {
  const json = async (route: string) => (await fetch(`${siteUrl}${route}`)).json();
  const entry = `/assets/mf-wizard/1.0.0-${first.descriptor.buildId}/entry.js`;
  const integrity = first.descriptor.files['entry.js']!.integrity;
  expect(await json('/releases/feeds/importmap.json')).toMatchObject({
    imports: { '@redress/mf-wizard': entry },
    integrity: { [entry]: integrity },
  });
  expect(await json('/releases/feeds/frontend-discovery.json')).toMatchObject({
    microFrontends: { 'redress/mf-wizard': [{ url: entry, metadata: { version: '1.0.0', integrity } }] },
  });
  expect(await json('/releases/feeds/piral')).toMatchObject({
    items: [{ name: '@redress/mf-wizard', link: entry, spec: 'v2' }],
  });
});
