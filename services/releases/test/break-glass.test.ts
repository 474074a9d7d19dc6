import { rmSync } from 'node:fs';
import path from 'node:path';
import type { SignedSnapshot, Snapshot } from '@redress/contracts/releases';
import { sql } from 'kysely';
import { rollBackFiles } from '../src/channels/break-glass.ts';
import { aShell } from '../src/testing/index.ts';

import {
  eachWithService,
  dataDir,
  database,
  releases,
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
  const away = { ...core.blobs, get: () => Promise.reject(new Error('connect ECONNREFUSED')) };
  await expect(rollBackFiles({ ...files, blobs: away }, request)).rejects.toMatchObject({ code: 'STORE_AWAY' });
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

/** What a store has that was never written to by a program which copies the ledger. */
async function loseDatabaseAndArchive(): Promise<void> {
  await sql`drop schema releases cascade`.execute(database.kysely());
  rmSync(path.join(dataDir, 'builds/ledger'), { recursive: true });
}

it('starts after a lost database from the files, goes on from their number, and serves no build rolled back before', async () => {
  await stop();
  putBuild(second);
  await start();
  const rollback = { remote: 'mf-wizard', reason: 'wrong total' };
  expect(await ask('POST', '/api/rollback', { body: rollback })).toMatchObject({ status: 200 });
  await stop();
  await loseDatabaseAndArchive();
  // The journal of a rollback by files finds an empty database as well.
  expect(
    await cli('rollback', 'mf-wizard', '--files', '--to', second.descriptor.buildId, '--reason', 'r'),
  ).toMatchObject({ code: 0, said: expect.stringContaining('by files') });
  expect(
    await cli('rollback', 'mf-wizard', '--files', '--to', first.descriptor.buildId, '--reason', 'r'),
  ).toMatchObject({ code: 0 });
  await start();
  // Above all that sites have seen and nobody here knows of.
  expect(await served()).toMatchObject({ number: 1005 });
  expect(await wizardServed()).toBe(first.descriptor.buildId);
  await stop();
  await loseDatabaseAndArchive();
  await start();
  expect(await served()).toMatchObject({ number: 2005 });
  expect(await wizardServed()).toBe(first.descriptor.buildId);
  expect((await ask('GET', '/api/ledger/verify')).body).toMatchObject({ ok: true });
  expect(await cli('promote', 'mf-wizard')).toMatchObject({ code: 0, said: expect.stringContaining('snapshot 2006') });
});
