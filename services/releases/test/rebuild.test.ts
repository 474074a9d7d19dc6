import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createTestDatabase } from '@redress/database/testing';
import { headFiles } from '../src/reader/head-file.ts';
import { createReleaseReader, type ReleaseReader } from '../src/reader/release-reader.ts';
import { httpSource } from '../src/reader/source.ts';
import { releasesTemplate } from '../src/testing/index.ts';

import {
  answer,
  ask,
  backUp,
  cli,
  cliWith,
  dataDir,
  eachWithService,
  first,
  loseDatabase,
  putBuild,
  releases,
  second,
  served,
  siteUrl,
  start,
  stop,
  test,
  wizardServed,
} from './running-service.ts';

eachWithService();

/** Two builds promoted, one rolled back, one remote switched off; then the program ends. */
async function aHistory(): Promise<void> {
  await stop();
  putBuild(second);
  await start();
  await ask('POST', '/api/rollback', { body: { remote: 'mf-wizard', reason: 'wrong total' } });
  await ask('POST', '/api/off', { body: { remote: 'mf-wizard', reason: 'leaks' } });
}
const read = async (route: string) => (await ask('GET', route)).body as unknown as Record<string, unknown>[];

it('has builds, snapshots, ledger and what was rolled back again after a lost database', async () => {
  await aHistory();
  const before = { history: await read('/api/history'), ledger: await read('/api/ledger?limit=500') };
  const builds = await read('/api/builds');
  await stop();
  await loseDatabase();
  await start();
  expect((await read('/api/history')).slice(-before.history.length)).toEqual(before.history);
  const ledger = await read('/api/ledger?limit=500');
  expect(ledger.slice(-before.ledger.length)).toEqual(before.ledger);
  expect(ledger.find(({ action }) => action === 'rebuild')).toMatchObject({ detail: { snapshots: 4, builds: 3 } });
  expect((await ask('GET', '/api/ledger/verify')).body).toMatchObject({ ok: true });
  expect(await read('/api/builds')).toEqual(builds);
  expect((await ask('GET', '/api/status')).body).toMatchObject({
    remotes: expect.arrayContaining([
      expect.objectContaining({
        name: 'mf-wizard',
        off: expect.objectContaining({ reason: 'leaks' }),
        heldFrom: expect.objectContaining({ buildId: second.descriptor.buildId, reason: 'wrong total' }),
      }),
    ]),
  });
  // The build that was rolled back is still known as bad.
  expect(await cli('promote', 'mf-wizard')).toMatchObject({ said: expect.stringContaining('MARKED_BAD') });
  expect(await cli('on', 'mf-wizard')).toMatchObject({ code: 0 });
  expect(await wizardServed()).toBe(first.descriptor.buildId);
});

it('is a command too, for an empty database and a manager, and for no other', async () => {
  await aHistory();
  expect(await cli('rebuild')).toMatchObject(answer(1, 'PROGRAM_ANSWERS'));
  await stop();
  expect(await cli('rebuild')).toMatchObject(answer(1, 'NOT_LOST'));
  const empty = await createTestDatabase(releasesTemplate);
  const into = (...args: string[]) => cliWith({ DATA_DIR: dataDir, DATABASE_URL: empty.url }, ...args);
  expect(await into('rebuild', '--as', 'developer-team-wizard')).toMatchObject(answer(1, 'NOT_ALLOWED'));
  expect(await into('rebuild')).toMatchObject(answer(0, /Rebuilt from the store: 3 builds, 4 snapshots, \d+ entries/));
  expect((await into('history')).said).toMatch(/switch-off mf-wizard off/);
  await empty.drop();
  expect(test.url).not.toBe(empty.url);
  await start();
});

/** A site on another machine, over this release service. @param folder - of the files it begins with */
async function aSite(folder: string): Promise<ReleaseReader> {
  const { blobs, keys, now } = releases.core;
  const trust = { trust: keys.trust, signedTrust: keys.signedTrust };
  const source = httpSource([siteUrl]);
  const heads = headFiles(folder);
  const site = createReleaseReader({ channel: 'production', source, blobs, heads, ...trust, now, log: () => {} });
  await site.start();
  return site;
}

it('goes on from where the store is when an older database was put back: no bad build serves, and every site follows', async () => {
  const [ofSite, { buildId: bad }] = [path.join(dataDir, 'site'), second.descriptor];
  putBuild(second);
  expect(await cli('publish', 'mf-wizard', '--promote')).toMatchObject({ code: 0 });
  await stop();
  const putBack = await backUp();
  await start();
  expect(await wizardServed()).toBe(bad);
  await ask('POST', '/api/rollback', { body: { remote: 'mf-wizard', reason: 'wrong total' } });
  const before = { history: await read('/api/history'), ledger: await read('/api/ledger?limit=500') };
  const inStore = () => readdirSync(path.join(dataDir, 'builds/ledger'));
  while (inStore().length < before.ledger.length) await new Promise((resolve) => setTimeout(resolve, 50));
  await ask('POST', '/api/off', { body: { remote: 'mf-wizard', reason: 'leaks' } });
  const former = await aSite(ofSite);
  const seen = former.held()!.snapshot.number;
  former.stop();
  await stop();
  // Lost with the machine: the database, the files of channels, and what was not yet copied into the store.
  await putBack();
  rmSync(path.join(dataDir, 'channels'), { recursive: true });
  for (const file of inStore().filter((name) => parseInt(name) > before.ledger.length))
    rmSync(path.join(dataDir, 'builds/ledger', file));
  // Already a command without the program decides on all of it.
  expect(await cli('promote', 'mf-wizard')).toMatchObject({ said: expect.stringContaining('MARKED_BAD') });
  await start();
  expect(await wizardServed()).toBe(first.descriptor.buildId);
  expect((await read('/api/history')).slice(-before.history.length)).toEqual(before.history);
  const ledger = await read('/api/ledger?limit=500');
  expect(ledger.slice(-before.ledger.length)).toEqual(before.ledger);
  expect(ledger.filter(({ action }) => action === 'rebuild')).toMatchObject([
    { reason: 'the database was older than the store' },
  ]);
  expect((await ask('GET', '/api/ledger/verify')).body).toMatchObject({ ok: true });
  const site = await aSite(ofSite);
  try {
    const number = () => site.held()!.snapshot.number;
    expect(number()).toBeGreaterThan(seen);
    const heard = new Promise((resolve) => site.onSnapshot(resolve));
    await ask('POST', '/api/off', { body: { remote: 'mf-wizard', reason: 'leaks' } });
    await heard;
    expect(number()).toBe((await served()).number);
  } finally {
    site.stop();
  }
});

it('gives nobody back what was taken from them or ended since the copy of the database was made', async () => {
  const holder = (route: string, body: object) => ask('POST', route, { as: 'key-holder', body });
  const person = (handle: string, name: string) => ({ handle, name, email: `${handle}@example.org` });
  await holder('/api/people', { ...person('ann', 'Ann Lee'), role: 'release-manager' });
  await holder('/api/people', { ...person('bo', 'Bo Ray'), role: 'release-manager' });
  const token = async (name: string, of: string) => {
    const { body } = await holder('/api/tokens', { name, person: of, role: 'release-manager' });
    return body['token'] as string;
  };
  const secrets = [await token('ann-ci', 'Ann Lee'), await token('bo-ci', 'Bo Ray'), await token('cas-ci', 'Cas Oak')];
  const kept = await token('dee-ci', 'Dee Fox');
  const begin = async (route: string, body: object) => {
    const { body: made } = await ask('POST', route, { body });
    return () => ask('POST', `${route.replace('schedule', 'plans')}/end`, { body: { id: made['id'], reason: 'over' } });
  };
  const builds = [{ name: 'mf-wizard', build: first.descriptor.buildId }];
  const ends = [
    await begin('/api/schedule', { builds, at: new Date(Date.now() + 3_600_000).toISOString() }),
    await begin('/api/previews', { snapshot: 1 }),
    await begin('/api/staff', { person: 'Ann Lee' }),
    await begin('/api/notices/targets', { email: 'ann@example.org', reason: 'on call' }),
  ];
  await stop();
  const putBack = await backUp();
  await start();
  await holder('/api/people/end', { handle: 'ann', reason: 'left' });
  await holder('/api/people/change', { handle: 'bo', role: 'reader', reason: 'moved' });
  await holder('/api/tokens/end', { name: 'cas-ci', reason: 'lost' });
  await holder('/api/channel', { secondPersonMinutes: 30, reason: 'two from now on' });
  for (const end of ends) expect(await end()).toMatchObject({ status: 200 });
  await stop();
  await putBack();
  await start();
  for (const secret of secrets) expect(await ask('GET', '/api/whoami', { as: secret })).toMatchObject({ status: 401 });
  expect(await ask('GET', '/api/whoami', { as: kept })).toMatchObject({ status: 200 });
  expect(await read('/api/people')).toMatchObject([
    { handle: 'ann', state: 'ended' },
    { handle: 'bo', role: 'reader' },
  ]);
  expect(await read('/api/plans')).toMatchObject([{ state: 'ended' }]);
  expect(await read('/api/channel')).toMatchObject({ secondPersonMinutes: 30 });
  for (const route of ['/api/previews', '/api/staff', '/api/notices/targets']) expect(await read(route)).toEqual([]);
});
