import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { sql } from 'kysely';

import {
  eachWithService,
  database,
  dataDir,
  start,
  stop,
  token,
  ask,
  served,
  cli,
  releases,
} from './running-service.ts';

eachWithService();

it('ends a token whose file was removed', async () => {
  const old = token('reader');
  rmSync(path.join(dataDir, 'keys/reader.token'));
  await stop();
  await start();
  expect(await ask('GET', '/api/status', { as: old })).toMatchObject({ status: 401 });
});

it('describes its calls in OpenAPI', async () => {
  const answer = await fetch(`${releases.consoleUrl()}/api/openapi.json`);
  expect(((await answer.json()) as { paths: object }).paths).toHaveProperty(['/api/status']);
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
  const ann = { name: 'ann', role: 'developer', team: 'team-wizard' };
  expect((await ask('GET', '/api/whoami', { as: first })).body).toMatchObject(ann);
  const { body: renewed } = await ask('POST', '/api/tokens/rotate', { as: first, body: { name: 'ann' } });
  expect((await status(first)).status).toBe(401);
  const second = renewed['token'] as string;
  expect((await status(second)).status).toBe(200);
  const another = { name: 'reader', reason: 'r' };
  expect((await ask('POST', '/api/tokens/end', { as: second, body: another })).status).toBe(403);
  expect((await cli('people', 'token', '--as', 'reader')).said).toMatch(/ann +developer +team-wizard +Ann Lee/);
  expect((await cli('people', 'token', 'end', 'ann', '--reason', 'left', '--as', 'key-holder')).code).toBe(0);
  expect((await status(second)).status).toBe(401);
  const { body } = await ask('GET', '/api/ledger?limit=10');
  expect(JSON.stringify(body)).not.toMatch(new RegExp(`${first}|${second}`));
  expect((body as unknown as { action: string }[]).map(({ action }) => action)).toEqual(
    expect.arrayContaining(['token-add', 'token-rotate', 'token-end', 'refused']),
  );
});

it('refuses an expired token', async () => {
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

it('writes a refused change into the ledger once a minute, with actor and change; not a mistyped call', async () => {
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
