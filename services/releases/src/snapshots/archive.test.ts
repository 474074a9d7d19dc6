import type { Snapshot } from '@redress/contracts/releases';
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { createTestDatabase } from '@redress/database/testing';
import { ledgerKey } from '../blobs/build-files.ts';
import { readFreezes } from '../channels/channel-reads.ts';
import { freeze, thaw } from '../channels/freezes.ts';
import { servedBuilds } from '../channels/served-builds.ts';
import { appendToLedger, hashOfEntry, ledgerHead } from '../ledger/ledger.ts';
import { createPeople } from '../people/people.ts';
import { openReleaseCore, type ReleaseCore } from '../release-core.ts';
import type { ReleaseTables } from '../store/schema.ts';
import { aRemote, aShell, MANAGER, releasesTemplate, rollBackOne, useReleaseWorld } from '../testing/index.ts';
import { createArchive, parseEntry, readArchived } from './archive.ts';
import { signSnapshot } from './make-snapshot.ts';
import { catchUp, rebuildReleases } from './rebuild.ts';

const world = useReleaseWorld();
const bad = aRemote({ buildId: 'b2', version: '1.1.0' });
const isBad = { name: 'mf-wizard', buildId: bad.descriptor.buildId };

/** A build that was rolled back, and a remote that is switched off; all of it is in the store. */
async function aHistory(): Promise<void> {
  const { core } = world;
  await world.release(aShell(), aRemote({ buildId: 'a1' }), aRemote({ name: 'mf-letters' }));
  await world.release(bad);
  await rollBackOne(core.channels, 'production', 'mf-wizard', MANAGER, { reason: 'sums', urgent: true });
  await core.channels.switchOff('production', 'mf-letters', MANAGER, { reason: 'leaks' });
  await createArchive(core).copyAll();
}

const entries = async () =>
  (await world.core.db.selectFrom('releases.ledger').selectAll().orderBy('seq').execute()).map((row) => ({
    ...parseEntry(row),
    hash: row.hash,
  }));

/** Writes into the store what follows by its hashes, as whoever can write there can. */
async function forge(
  seq: number,
  previous: string,
  act: object,
  besides: object = {},
  replace = world.core.blobs.replace,
): Promise<string> {
  const at = '2026-11-28T00:00:00.000Z';
  const entry = JSON.stringify({ seq, at, actor: 'x', role: 'system', detail: {}, reason: null, ...act, previous });
  const archived = { hash: hashOfEntry(entry), entry, ...besides };
  await replace(ledgerKey(seq), Buffer.from(JSON.stringify(archived)));
  return archived.hash;
}

/** The same store with an empty database: that and the files of channels were lost with the machine. */
async function withEmptyDatabase(work: (core: ReleaseCore) => Promise<void>, hasFiles = false): Promise<void> {
  if (!hasFiles) rmSync(path.join(world.dataDir, 'channels'), { recursive: true, force: true });
  const other = await createTestDatabase(releasesTemplate);
  const db = other.database.kysely<ReleaseTables>();
  try {
    await work(openReleaseCore({ dataDir: world.dataDir }, { db, now: () => world.clock.now }));
  } finally {
    await other.drop();
  }
}

async function marksOf({ channels, db }: ReleaseCore) {
  const { remotes } = await channels.status('production');
  const build = await channels.servedBuild('production', isBad.name, isBad.buildId);
  return {
    serves: Object.fromEntries(remotes.map(({ name, buildId }) => [name, buildId])),
    held: remotes.filter(({ heldFrom }) => heldFrom).map(({ name }) => name),
    off: remotes.filter(({ off }) => off).map(({ name }) => name),
    isBad: build?.bad !== null,
    withdrawn: await servedBuilds(db, 'production').withdrawn(),
  };
}

const a1 = 'a10000000000';

it.each(['nobody', 'the entry before'])('refuses what follows by its hash alone, signed by %s', async (by) => {
  await aHistory();
  const { blobs, db } = world.core;
  const before = await marksOf(world.core);
  const { seq, hash } = (await ledgerHead(db))!;
  const last = (await readArchived(blobs, seq))!;
  const detail = { channel: 'production', buildId: isBad.buildId };
  const act = { action: 'unmark', subject: isBad.name, detail };
  await forge(seq + 1, hash, act, by === 'nobody' ? {} : { by: last.by });
  await withEmptyDatabase(async (core) => {
    const broken = { code: 'ARCHIVE_BROKEN', message: expect.stringContaining(`ledger/${seq + 1}.json`) };
    await expect(rebuildReleases(core)).rejects.toMatchObject(broken);
    await blobs.remove(ledgerKey(seq + 1));
    expect(await rebuildReleases(core)).toMatchObject({ entries: seq });
    expect(await marksOf(core)).toEqual(before);
  });
});

it('takes no act that was signed before once more, under a later number behind a gap', async () => {
  const { blobs, channels, db } = world.core;
  await aHistory();
  await channels.switchOn('production', 'mf-letters', MANAGER);
  await channels.switchOff('production', 'mf-letters', MANAGER, { reason: 'leaks again' });
  await createArchive(world.core).copyAll();
  const before = await marksOf(world.core);
  const [{ seq, hash }, all] = [(await ledgerHead(db))!, await entries()];
  const on = all.find(({ action }) => action === 'switch-on')!;
  const again = (await blobs.get(ledgerKey(on.seq)))!;
  await blobs.replace(ledgerKey(seq + 2), again);
  const message = expect.stringContaining(`ledger/${seq + 2}.json): the entry was moved`);
  await expect(rebuildReleases(world.core)).rejects.toMatchObject({ code: 'ARCHIVE_BROKEN', message });
  await forge(seq + 2, hash, { action: 'switch-on', subject: 'mf-letters' });
  await blobs.replace(ledgerKey(seq + 3), again);
  expect(await rebuildReleases(world.core)).toBeNull();
  expect(await marksOf(world.core)).toEqual(before);
});

it('signs the newest entry that a program of before has copied; where one is lost, a snapshot names those before it', async () => {
  await aHistory();
  const before = await marksOf(world.core);
  const all = await entries();
  for (const { seq } of all) {
    const { by: _, ...unsigned } = (await readArchived(world.core.blobs, seq))!;
    await world.core.blobs.replace(ledgerKey(seq), Buffer.from(JSON.stringify(unsigned)));
  }
  await createArchive(world.core).copyAll();
  await withEmptyDatabase(async (core) => {
    expect(await rebuildReleases(core)).toMatchObject({ notes: [] });
    expect(await marksOf(core)).toEqual(before);
  });
  const { seq } = all.find(({ action }) => action === 'rollback')!;
  await world.core.blobs.remove(ledgerKey(seq));
  await withEmptyDatabase(async (core) => {
    expect((await rebuildReleases(core))?.entries).toBeGreaterThan(seq - 3);
    expect(await marksOf(core)).toEqual({ ...before, held: expect.arrayContaining(before.held) });
  });
});

it('knows as bad what a way back left under another name or as a rollout, and not what was gone forward to again', async () => {
  const { core } = world;
  const { channels } = core;
  await world.release(aShell(), aRemote({ buildId: 'a1' }), aRemote({ name: 'mf-letters', owner: 'team-wizard' }));
  await world.release(bad);
  await world.publish(aRemote({ name: 'mf-letters', owner: 'team-wizard', buildId: 'c3' }));
  const rollout = { remote: 'mf-letters', buildId: 'c30000000000', percent: 10 };
  await channels.rollOut('production', rollout, MANAGER);
  await channels.rollBack('production', { snapshot: 1 }, MANAGER, { reason: 'all of it' });
  await rollBackOne(channels, 'production', 'mf-wizard', MANAGER, { to: isBad.buildId, reason: 'a mistake' });
  const renamed = aRemote({
    name: 'mf-claims',
    owner: 'team-wizard',
    change: ({ config }) => (config.routes[0]!.path = '/'),
  });
  await world.publish(renamed);
  const options = { reason: 'renamed' };
  const to = { name: 'mf-claims', buildId: renamed.descriptor.buildId };
  await channels.takePlace('production', { remote: 'mf-wizard', to }, MANAGER, options);
  await channels.takePlace('production', { remote: 'mf-claims', to: isBad }, MANAGER, options);
  await createArchive(core).copyAll();
  const badIn = async ({ db }: ReleaseCore) =>
    (await db.selectFrom('releases.served_build').select('remote').where('bad_at', 'is not', null).execute())
      .map(({ remote }) => remote)
      .sort();
  expect(await badIn(core)).toEqual(['mf-claims', 'mf-letters']);
  await withEmptyDatabase(async (empty) => {
    await rebuildReleases(empty);
    expect(await badIn(empty)).toEqual(await badIn(core));
  });
});

it('knows as good again what a person said so of', async () => {
  const { channels, db } = world.core;
  await aHistory();
  await channels.unmark('production', isBad, MANAGER, { reason: 'it was the network' });
  await channels.switchOn('production', 'mf-letters', MANAGER);
  await createArchive(world.core).copyAll();
  await withEmptyDatabase(async (core) => {
    await rebuildReleases(core);
    expect(await marksOf(core)).toEqual({ ...(await marksOf(world.core)), isBad: false, withdrawn: [] });
    const lastGood = await servedBuilds(db, 'production').lastGood('mf-wizard', a1);
    expect(await servedBuilds(core.db, 'production').lastGood('mf-wizard', a1)).toBe(lastGood);
  });
});

it('has no freeze in force that was ended since the backup', async () => {
  await aHistory();
  const { core } = world;
  const until = new Date(core.now().getTime() + 3_600_000).toISOString();
  for (const reason of ['sale', 'holiday', 'move'])
    await freeze(core, { channel: 'production', until, reason }, MANAGER);
  await thaw(core, { channel: 'production', id: 1, reason: 'over' }, MANAGER);
  // As programs of before 2026-11-29 wrote it down.
  const thawed = { actor: MANAGER, action: 'thaw', subject: 'production', detail: { id: 3 }, now: core.now() };
  await core.db.transaction().execute((trx) => appendToLedger(trx, thawed));
  await core.channels.switchOn('production', 'mf-letters', MANAGER);
  await createArchive(core).copyAll();
  const backup = await core.db.selectFrom('releases.freeze').selectAll().execute();
  expect(backup.map(({ id }) => id)).toEqual([2, 3]);
  await withEmptyDatabase(async (other) => {
    for (const { id: _, ...row } of [...backup, ...backup])
      await other.db.insertInto('releases.freeze').values(row).execute();
    await rebuildReleases(other);
    expect(await readFreezes(other.db, 'production', other.now())).toMatchObject([{ id: 2 }, { id: 4 }]);
  });
});

it('leaves off and withdrawn what the file of a channel shows as that, where nothing else tells of it', async () => {
  const { channels, db, heads, keys } = world.core;
  await world.release(aShell(), bad, aRemote({ name: 'mf-letters' }));
  await world.release(aRemote());
  const withdrawn = [isBad.buildId];
  const { remotes, number, ...rest } = await world.serving();
  const { 'mf-letters': letters, ...others } = remotes;
  const off = { 'mf-letters': { routes: letters!.current.routes, slots: [] } };
  const found = async (ahead: Snapshot) => {
    heads.write('production', signSnapshot(ahead, keys.channelKey('production')));
    await catchUp(world.core, 'production');
  };
  await found({ ...rest, number: number + 1, remotes: others, off, withdrawn });
  await channels.renew('production');
  const shown = await world.serving();
  expect(shown).toMatchObject({ off: { 'mf-letters': {} }, withdrawn });
  await sql`with off as (update releases.switched_off set reason = 'sums')
    update releases.served_build set bad_reason = 'sums' where is_withdrawn`.execute(db);
  await found({ ...shown, number: shown.number + 1 });
  expect((await channels.servedBuild('production', isBad.name, isBad.buildId))?.bad?.reason).toBe('sums');
  expect(await db.selectFrom('releases.switched_off').select('reason').execute()).toEqual([{ reason: 'sums' }]);
  expect(await db.selectFrom('releases.hold').select('remote').orderBy('remote').execute()).toHaveLength(2);
  // Two further builds: one of which the store alone has a record, and one without any record.
  const [stored, unknown] = [aRemote({ buildId: 'd4' }), aRemote({ buildId: 'e5' })];
  await world.publish(stored);
  await sql`alter table releases.build disable trigger append_only`.execute(db);
  await db.deleteFrom('releases.build').where('build_id', '=', stored.descriptor.buildId).execute();
  const all = [...withdrawn, stored.descriptor.buildId, unknown.descriptor.buildId];
  await found({ ...shown, number: shown.number + 2, withdrawn: all });
  await channels.renew('production', { force: true });
  expect((await world.serving()).withdrawn).toEqual(all);
  for (const left of [stored, unknown]) await expect(world.release(left)).rejects.toMatchObject({ code: 'MARKED_BAD' });
});

it('of what lies behind a lost entry it takes marks and the newest snapshot, and a start goes on from there', async () => {
  await aHistory();
  const before = await marksOf(world.core);
  const all = await entries();
  const promoted = all.findLast(({ action }) => action === 'promote')!;
  await world.core.blobs.remove(ledgerKey(promoted.seq + 1)); // The rollback.
  await withEmptyDatabase(async (core) => {
    const rebuilt = await rebuildReleases(core);
    expect(rebuilt).toMatchObject({
      entries: promoted.seq,
      notes: [expect.stringContaining(`Entry ${promoted.seq + 1}`), expect.anything()],
    });
    expect(await marksOf(core)).toMatchObject({ serves: before.serves, off: before.off });
    expect((await marksOf(core)).held).toContain('mf-wizard');
    // What is left of the other life goes aside, behind the gap as well.
    await createArchive(core).copyAll();
    expect(await rebuildReleases(core)).toBeNull();
    expect(await readArchived(core.blobs, all.at(-1)!.seq)).toMatchObject({
      hash: expect.not.stringMatching(all.at(-1)!.hash),
    });
  });
});

it.each([true, false])('holds what is rolled back by a second lost entry (files of channels: %s)', async (hasFiles) => {
  const { channels, blobs } = world.core;
  await world.release(aShell(), aRemote(), aRemote({ name: 'mf-letters' }));
  await world.release(aRemote({ buildId: 'a2' }));
  await world.release(aRemote({ name: 'mf-letters', buildId: 'c3' }));
  await rollBackOne(channels, 'production', 'mf-letters', MANAGER, { reason: 'leaks' });
  await channels.renew('production', { force: true });
  await createArchive(world.core).copyAll();
  const promotions = (await entries()).filter(({ action }) => action === 'promote').map(({ seq }) => seq);
  for (const lost of [promotions[1]!, promotions[2]! + 1]) await blobs.remove(ledgerKey(lost));
  await withEmptyDatabase(async (core) => {
    await rebuildReleases(core);
    expect((await marksOf(core)).held).toContain('mf-letters');
  }, hasFiles);
});

it('an entry that was changed is refused, and once it is put aside a start goes on', async () => {
  await aHistory();
  const { blobs } = world.core;
  const archived = (await readArchived(blobs, 3))!;
  await blobs.replace(ledgerKey(3), Buffer.from(JSON.stringify({ ...archived, entry: `${archived.entry} ` })));
  await withEmptyDatabase(async (core) => {
    await expect(rebuildReleases(core)).rejects.toMatchObject({
      code: 'ARCHIVE_BROKEN',
      message: expect.stringContaining('ledger/3.json'),
    });
    await blobs.remove(ledgerKey(3));
    expect(await rebuildReleases(core)).toMatchObject({ entries: 2 });
  });
});

it('brings back 22,000 entries', async () => {
  const kept = new Map<string, Buffer>();
  const blobs = { ...world.core.blobs, get: async (key: string) => kept.get(key) ?? null };
  const replace = async (key: string, bytes: Buffer) => void kept.set(key, bytes);
  let previous = '0'.repeat(64);
  for (let seq = 1; seq <= 22_000; seq += 1)
    previous = await forge(seq, previous, { action: 'freeze', subject: 'production' }, {}, replace);
  const key = world.core.keys.channelKey('production');
  const by = { channel: 'production', keyId: key.keyId, signature: key.sign(`redress ledger\n${previous}`) };
  const last = JSON.parse(kept.get(ledgerKey(22_000))!.toString('utf8')) as object;
  kept.set(ledgerKey(22_000), Buffer.from(JSON.stringify({ ...last, by })));
  expect(await rebuildReleases({ ...world.core, blobs })).toMatchObject({ entries: 22_000 });
});

it('keeps entries aside that another life of the database had written, and goes on with those of this one', async () => {
  const { blobs } = world.core;
  await world.release(aShell(), aRemote());
  await createArchive(world.core).copyAll();
  // The store was away while an older database went on by itself: from entry 2 on the two differ.
  const other = { hash: '0'.repeat(64), entry: JSON.stringify({ seq: 2, action: 'rollback', detail: {} }) };
  const bytes = Buffer.from(JSON.stringify(other));
  await blobs.replace(ledgerKey(2), bytes);
  const [last] = await world.core.db.selectFrom('releases.ledger').selectAll().orderBy('seq', 'desc').execute();
  for (let seq = 3; seq <= last!.seq + 2; seq += 1) await blobs.replace(ledgerKey(seq), bytes);
  // Some of the other's are lost between.
  await blobs.replace(ledgerKey(last!.seq + 9), bytes);

  expect(await rebuildReleases(world.core)).toBeNull();
  await createArchive(world.core).copyAll();
  const stored = await readArchived(blobs, 2);
  expect(parseEntry(stored!)).toMatchObject({ seq: 2, action: 'publish' });
  for (const behind of [1, 9]) expect(await readArchived(blobs, last!.seq + behind)).toBeNull();
  const aside = readdirSync(path.join(world.dataDir, 'builds/ledger')).filter((name) => name.startsWith('2-'));
  expect(aside).toHaveLength(1);
  expect(JSON.parse((await blobs.get(`ledger/${aside[0]}`))!.toString('utf8'))).toEqual(other);
});

it('lets nobody in by the account that a person was parted from since the backup', async () => {
  const { core } = world;
  const who = { handle: 'ann', name: 'Ann Lee', name_key: 'ann lee', role: 'reader', created_at: core.now() };
  const ann = { ...who, issuer: 'https://id.example', subject: 'taken over' };
  await core.db.insertInto('releases.person').values(ann).execute();
  const { change } = createPeople(core.db, core.now);
  const holder = { ...MANAGER, role: 'key-holder' as const };
  await change({ handle: 'ann', role: 'release-manager', email: 'ann@example.org', reason: 'her laptop' }, holder);
  await createArchive(core).copyAll();
  await withEmptyDatabase(async ({ db, ...other }) => {
    await db.insertInto('releases.person').values(ann).execute();
    await rebuildReleases({ db, ...other });
    const row = await db.selectFrom('releases.person').selectAll().executeTakeFirst();
    expect(row).toMatchObject({ role: 'release-manager', issuer: null, subject: null });
  });
});
