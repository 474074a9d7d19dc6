import { renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { createDatabase } from '@redress/database';
import Fastify from 'fastify';
import { aRemote, MANAGER, publishBuild, rollBackOne } from '../src/testing/index.ts';

import {
  eachWithService,
  test,
  dataDir,
  releases,
  siteUrl,
  first,
  second,
  putBuild,
  start,
  stop,
  ask,
  served,
  wizardServed,
  cli,
} from './running-service.ts';

eachWithService();

it('serves the builds of this machine after a first start', async () => {
  const snapshot = await served();
  expect(snapshot).toMatchObject({ channel: 'production', number: 1 });
  expect(await wizardServed()).toBe(first.descriptor.buildId);
});

it('is not ready while its folder of keys is away, names what it lacks, and is ready when it is back', async () => {
  expect(await releases.ready()).toEqual({ ok: true });
  const [keys, away] = [path.join(dataDir, 'keys'), path.join(dataDir, 'keys-away')];
  renameSync(keys, away);
  expect(await releases.ready()).toEqual({ ok: false, detail: expect.stringMatching(/^KEYS_DIR: .*trust\.json/) });
  // New loads are answered from what was verified.
  expect((await fetch(`${siteUrl}/releases/snapshot?channel=production`)).status).toBe(200);
  renameSync(away, keys);
  // As it does by itself once a minute.
  await releases.reader.refresh();
  expect(await releases.ready()).toEqual({ ok: true });
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

it('never takes back at a start what a person has promoted since, and serves what was built since', async () => {
  await publishBuild(releases.core, second);
  await cli('promote', `mf-wizard@${second.descriptor.buildId}`);
  await stop();
  await start();
  expect(await wizardServed()).toBe(second.descriptor.buildId);
  expect(releases.report().notes).toEqual([
    expect.stringMatching(
      /^mf-wizard stays at b20+, which release-manager put in the place of a10+\. .* promote mf-wizard@a10+$/,
    ),
  ]);
  const third = aRemote({ buildId: 'c3' });
  for (const build of [third, first]) {
    await stop();
    putBuild(build);
    await start();
    expect(await wizardServed()).toBe(build.descriptor.buildId);
  }
});

it('notices a change that another program made in the same database', async () => {
  await stop();
  putBuild(second);
  await start();
  const changed = new Promise<void>((resolve) => releases.reader.onSnapshot(() => resolve()));
  const other = createDatabase({ url: test.url, name: 'other' });
  const { openReleaseCore } = await import('../src/release-core.ts');
  const core = openReleaseCore({ dataDir: path.join(dataDir) }, { db: other.kysely() });
  await rollBackOne(core.channels, 'production', 'mf-wizard', MANAGER, { reason: 'r' });
  await changed;
  expect(await wizardServed()).toBe(first.descriptor.buildId);
  await other.close();
});

it('asks for a token, knows what each may do, and keeps tokens and keys to their owner', async () => {
  expect(await ask('GET', '/api/status', { as: null })).toMatchObject({ status: 401, body: { code: 'TOKEN_UNKNOWN' } });
  expect(await ask('GET', '/api/status', { as: 'rr_0123456789abcdefghijklmnop' })).toMatchObject({ status: 401 });
  expect(await ask('GET', '/api/status', { as: 'reader' })).toMatchObject({ status: 200, body: { number: 1 } });
  const rollback = { remote: 'mf-wizard', reason: 'r' };
  const refused = { status: 403, body: { code: 'NOT_ALLOWED' } };
  const act = (call: string, as: string) => ask('POST', `/api/${call}`, { as, body: rollback });
  expect(await act('rollback', 'reader')).toMatchObject(refused);
  expect(await act('off', 'developer-team-platform')).toMatchObject(refused);
  expect(await act('off', 'developer-team-wizard')).toMatchObject({ status: 200 });
  for (const file of ['release-manager.token', 'channel-production.pem', 'root.pem', 'team-team-wizard.pem']) {
    expect(statSync(path.join(dataDir, 'keys', file)).mode & 0o077).toBe(0);
  }
});

it('answers a refusal with its code, its words and what to do', async () => {
  expect(await ask('POST', '/api/rollback', { body: { remote: 'mf-wizard' } })).toMatchObject({
    status: 422,
    body: { code: 'REASON_MISSING', remedy: expect.stringContaining('--reason') },
  });
  expect(await ask('POST', '/api/rollback', { body: { remote: '../x', reason: 'r' } })).toMatchObject({ status: 400 });
  expect(await ask('GET', '/api/diff?from=99')).toMatchObject({ status: 404 });
});

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
  expect((await ask('GET', '/api/remote-history?remote=mf-wizard')).body).toMatchObject({
    builds: [{ buildId: first.descriptor.buildId, points: [{ failed: 1 }] }],
  });
});

it('takes a build back that fails for five browsers, and says why it failed', async () => {
  await stop();
  putBuild(second);
  await start({ isLocal: true });
  const stream = (await fetch(`${siteUrl}/releases/events`)).body!.getReader();
  const { buildId } = second.descriptor;
  const { number } = await served();
  for (let browser = 0; browser < 5; browser += 1) {
    const issued = await fetch(`${siteUrl}/releases/beacon-token?snapshot=${number}`);
    const { token: beacon } = (await issued.json()) as { token: string };
    const cookie = issued.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const error = { message: "TypeError: Cannot read properties of undefined (reading 'rows')", frames: [] };
    const report = { remote: 'mf-wizard', buildId, snapshot: number, kind: 'render-error', error };
    await fetch(`${siteUrl}/releases/beacon`, {
      method: 'POST',
      body: JSON.stringify({ token: beacon, reports: [report] }),
      headers: { 'content-type': 'text/plain', cookie },
    });
  }
  for (let text = ''; !text.includes(`"number":${number + 1}`);)
    text += Buffer.from((await stream.read()).value!).toString();
  await stream.cancel();
  expect(await wizardServed()).toBe(first.descriptor.buildId);
  expect((await ask('GET', '/api/errors?remote=mf-wizard')).body).toMatchObject([
    { buildId, kind: 'render-error', sessions: 5, message: expect.stringContaining("'rows'") },
  ]);
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
  expect(await (await fetch(`${siteUrl}/releases/served`)).json()).toEqual({
    channel: 'production',
    number: 3,
    since: expect.any(String),
  });
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

it('gives anybody the trust document, so that open tabs follow a change of keys', async () => {
  const answer = await fetch(`${siteUrl}/releases/trust`);
  expect(await answer.json()).toEqual(releases.core.keys.signedTrust());
});
