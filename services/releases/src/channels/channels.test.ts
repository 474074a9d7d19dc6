import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BuildDescriptor } from '@redress/contracts/releases';
import { aRemote, aShell, developerOf, MANAGER, publishBuild, rollBackOne, useReleaseWorld } from '../testing/index.ts';
import { createBuildFolder } from '../blobs/build-files.ts';
import { createKeptBlobStore } from '../blobs/kept-blob-store.ts';
import { diffSnapshots } from './diff.ts';
import { searchLedger } from '../ledger/search.ts';
import { headFiles } from '../reader/head-file.ts';
import { createReleaseReader } from '../reader/release-reader.ts';
import { createOwnSource } from '../snapshots/own-source.ts';
import { openReleaseCore } from '../release-core.ts';

const world = useReleaseWorld();

const CHANNEL = 'production';
const first = aRemote({ buildId: 'a1' });
const second = aRemote({ buildId: 'b2', version: '1.1.0' });
const third = aRemote({ buildId: 'c3', version: '1.2.0' });

const wizard = async () => (await world.serving()).remotes['mf-wizard']!;
const rollback = (options: Parameters<typeof rollBackOne>[4] = { reason: 'wrong total' }, actor = MANAGER) =>
  rollBackOne(world.core.channels, CHANNEL, 'mf-wizard', actor, options);

it('makes a new numbered snapshot for every change and edits none', async () => {
  await world.release(aShell(), first);
  const before = await world.core.channels.current(CHANNEL);
  await world.release(second);
  expect((await world.serving()).number).toBe(2);
  const kept = await world.core.db
    .selectFrom('releases.snapshot')
    .selectAll()
    .where('number', '=', 1)
    .executeTakeFirstOrThrow();
  expect(kept.payload).toBe(before!.signed.payload);
});

it('refuses to change or remove a snapshot, a build or a ledger entry', async () => {
  await world.release(aShell(), first);
  for (const table of ['releases.snapshot', 'releases.build', 'releases.ledger'] as const) {
    await expect(world.core.db.deleteFrom(table).execute()).rejects.toThrow('append-only');
  }
  const edited = world.core.db.updateTable('releases.ledger').set({ entry: '{}' }).execute();
  await expect(edited).rejects.toThrow('append-only');
});

it('tells who promotes that a shared type is another one, and writes it into the ledger', async () => {
  const types = (digest: string) => ({ shared: { '@redress/ui': { Button: { title: digest } } }, slots: {} });
  const typed = aRemote({ buildId: 'd4', change: (build) => void (build.types = types('1')) });
  await world.release(aShell(), typed);
  const other = aShell({ buildId: '77', change: (build) => void (build.types = types('2')) });
  await world.publish(other);
  const { buildId } = other.descriptor;
  const { warnings } = await world.core.channels.promote(CHANNEL, [{ name: 'shell', buildId }], MANAGER);
  expect(warnings).toEqual([{ code: 'SHARED_TYPE', message: expect.stringContaining('Button (title)') }]);
  const [entry] = await searchLedger(world.core.db, { limit: 1 });
  expect(entry!.detail['warnings']).toEqual(warnings);
});

it('rolls one remote back to its last good build and leaves the others alone', async () => {
  const letters = aRemote({ name: 'mf-letters', buildId: '11' });
  await world.release(aShell(), first, letters);
  await world.release(second);
  const { number, from, to } = await rollback();
  expect({ number, from, to }).toEqual({ number: 3, from: second.descriptor.buildId, to: first.descriptor.buildId });
  const { remotes, shell } = await world.serving();
  expect(remotes['mf-wizard']!.current.buildId).toBe(first.descriptor.buildId);
  expect(remotes['mf-letters']!.current.buildId).toBe(letters.descriptor.buildId);
  expect(shell.buildId).toBe(aShell().descriptor.buildId);
});

it('keeps the build before as last good, and never one that was rolled back', async () => {
  await world.release(aShell(), first);
  expect((await wizard()).lastGood).toBeNull();
  await world.release(second);
  expect((await wizard()).lastGood?.buildId).toBe(first.descriptor.buildId);
  await rollback();
  await world.release(third);
  expect((await wizard()).lastGood?.buildId).toBe(first.descriptor.buildId);
});

it('goes back to any earlier build, by id, its beginning or its version', async () => {
  await world.release(aShell(), first);
  await world.release(second);
  await world.release(third);
  await rollback({ to: '1.0.0', reason: 'r' });
  expect((await wizard()).current.buildId).toBe(first.descriptor.buildId);
  await rollback({ to: 'b2', reason: 'r' });
  expect((await wizard()).current.buildId).toBe(second.descriptor.buildId);
  await rollback({ to: third.descriptor.buildId, reason: 'r' });
  expect((await wizard()).current.buildId).toBe(third.descriptor.buildId);
});

it('has open tabs leave a build at once that was rolled back as urgent, until it is served again', async () => {
  await world.release(aShell(), first);
  await world.release(second);
  await rollback({ reason: 'loses what is typed', urgent: true });
  expect((await world.serving()).withdrawn).toEqual([second.descriptor.buildId]);
  await world.release(aRemote({ name: 'mf-letters', buildId: '11' }));
  expect((await world.serving()).withdrawn).toEqual([second.descriptor.buildId]);
  await rollback({ to: second.descriptor.buildId, reason: 'mended' });
  expect((await world.serving()).withdrawn).toBeUndefined();
});

it('refuses a rollback without a reason, without an earlier build, and to a build that never served here', async () => {
  await world.release(aShell(), first);
  await expect(rollback({})).rejects.toMatchObject({ code: 'REASON_MISSING' });
  await expect(rollback({ reason: 'r' })).rejects.toMatchObject({ code: 'NOTHING_BEFORE' });
  await expect(rollback({ to: 'dead', reason: 'r' })).rejects.toMatchObject({ code: 'BUILD_UNKNOWN' });
  await world.publish(second);
  // A rollback passes fewer checks than a promotion.
  const neverServed = { to: second.descriptor.buildId, reason: 'r' };
  await expect(rollback(neverServed)).rejects.toMatchObject({ code: 'NEVER_SERVED' });
});

it('goes forward again to what a rollback left without marking the build that the rollback brought', async () => {
  await world.release(aShell(), first);
  await world.release(second);
  await rollback();
  await rollback({ to: second.descriptor.buildId, reason: 'it was the network' });
  expect((await world.core.channels.servedBuild(CHANNEL, 'mf-wizard', first.descriptor.buildId))?.bad).toBeNull();
  // There is a way back again.
  expect(await rollback()).toMatchObject({ to: first.descriptor.buildId });
});

it('takes the mark of a rollback back: that was a mistake', async () => {
  await world.release(aShell(), first);
  await world.release(second);
  await rollback();
  const build = { name: 'mf-wizard', buildId: second.descriptor.buildId };
  const unmark = (actor: typeof MANAGER) =>
    world.core.channels.unmark(CHANNEL, build, actor, { reason: 'it was the network' });
  await unmark(MANAGER);
  await world.core.channels.promote(CHANNEL, [build], MANAGER);
  expect((await wizard()).current.buildId).toBe(build.buildId);
  await expect(unmark(MANAGER)).rejects.toMatchObject({ code: 'ALREADY_CURRENT' });
  await expect(unmark(developerOf('team-letters'))).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
});

it('knows of every build when it first served, when it last did, and who marked it bad and why', async () => {
  await world.release(aShell(), first);
  await world.release(second);
  await rollback();
  const rows = await world.core.channels.servedBuilds(CHANNEL, 'mf-wizard', { limit: 10 });
  expect(rows).toEqual([
    expect.objectContaining({
      buildId: first.descriptor.buildId,
      firstNumber: 1,
      sinceNumber: 3,
      lastNumber: null,
      bad: null,
    }),
    expect.objectContaining({
      buildId: second.descriptor.buildId,
      firstNumber: 2,
      lastNumber: 2,
      bad: { reason: 'wrong total', actor: 'release-manager', at: '2026-03-01T12:00:00.000Z' },
    }),
  ]);
});

it('finds a build by its id and lists on past any page', async () => {
  await world.release(aShell(), first);
  const rows = Array.from({ length: 600 }, (_, index) => ({
    name: 'mf-wizard',
    build_id: `f${String(index).padStart(11, '0')}`,
    version: `9.0.${index}`,
    owner: 'team-wizard',
    payload: second.payload,
    published_at: new Date(Date.parse('2026-04-01T00:00:00Z') + index),
    published_by: 'x',
  }));
  await world.core.db.insertInto('releases.build').values(rows).execute();
  expect(await world.core.channels.resolveBuild('mf-wizard', 'a1')).toBe(first.descriptor.buildId);
  const page = await world.core.registry.list('mf-wizard', { limit: 500 });
  const rest = await world.core.registry.list('mf-wizard', { limit: 500, before: `mf-wizard@${page.at(-1)!.buildId}` });
  expect([page.length, rest.length, rest.at(-1)!.buildId]).toEqual([500, 101, first.descriptor.buildId]);
});

it('signs nothing that the store no longer has; publishing the same build again brings it back', async () => {
  await world.release(aShell(), first);
  await world.release(second);
  const hex = Buffer.from(first.descriptor.files['entry.js']!.integrity.slice(7), 'base64').toString('hex');
  const stored = path.join(world.dataDir, 'builds/sha384', hex.slice(0, 2), hex);
  for (const spoil of [() => rmSync(stored), () => writeFileSync(stored, 'other')]) {
    spoil();
    await expect(rollback()).rejects.toMatchObject({
      code: 'FILES_LOST',
      message: expect.stringContaining(`mf-wizard ${first.descriptor.buildId} lacks entry.js`),
    });
    expect((await world.serving()).number).toBe(2);
    await world.publish(first);
  }
  await expect(rollback()).resolves.toMatchObject({ to: first.descriptor.buildId });
});

it('rolls back to the last good build while the store of builds is away, and says so of any other', async () => {
  let isAway = false;
  const files = createBuildFolder(path.join(world.dataDir, 'bucket'));
  const bucket = {
    ...files,
    get: (key: string) => (isAway ? Promise.reject(new Error('connection refused')) : files.get(key)),
  };
  const log = () => {};
  const kept = createKeptBlobStore(bucket, { folder: path.join(world.dataDir, 'kept'), log });
  let prunes: Promise<void>[] = [];
  const blobs = {
    ...kept,
    keepOnly: (keys: ReadonlySet<string>) => (prunes = [...prunes, kept.keepOnly(keys)]).at(-1)!,
  };
  const core = openReleaseCore(
    { dataDir: world.dataDir },
    { db: world.core.db, now: () => world.clock.now, blobs, onChange: (_, signed) => reader.offer(signed) },
  );
  const reader = createReleaseReader({
    channel: CHANNEL,
    source: createOwnSource(core, { now: () => world.clock.now, subscribe: () => () => {} }),
    blobs,
    heads: headFiles(path.join(world.dataDir, 'site')),
    trust: () => core.keys.trust(),
    signedTrust: () => core.keys.signedTrust(),
    now: () => world.clock.now,
    log,
  });
  for (const builds of [[aShell(), first], [second], [third]]) {
    for (const build of builds) await publishBuild(core, build);
    const refs = builds.map(({ descriptor: { name, buildId } }) => ({ name, buildId }));
    await core.channels.promote(CHANNEL, refs, MANAGER);
  }
  const hex = Buffer.from(first.descriptor.files['entry.js']!.integrity.slice(7), 'base64').toString('hex');
  const keptFile = path.join(world.dataDir, 'kept/sha384', hex.slice(0, 2), hex);
  // The folder holds what serves and the last good build; what served before those is removed last.
  while (existsSync(keptFile)) await new Promise(setImmediate);
  isAway = true;
  await expect(
    rollBackOne(core.channels, CHANNEL, 'mf-wizard', MANAGER, { to: first.descriptor.buildId, reason: 'r' }),
  ).rejects.toMatchObject({ code: 'STORE_AWAY' });
  await rollBackOne(core.channels, CHANNEL, 'mf-wizard', MANAGER, { reason: 'r' });
  expect(reader.held()?.snapshot.remotes['mf-wizard']?.current.buildId).toBe(second.descriptor.buildId);
  const build = (await reader.describe('mf-wizard', `1.1.0-${second.descriptor.buildId}`))!;
  expect((await reader.file(build, 'entry.js'))?.toString()).toBe(second.files['entry.js']);
  // What is switched off stays on this machine, and can be switched on again.
  await core.channels.switchOff(CHANNEL, 'mf-wizard', MANAGER, { reason: 'leaks' });
  for (let turns = 0; turns < 100; turns += 1) await new Promise(setImmediate);
  await Promise.all(prunes);
  await core.channels.switchOn(CHANNEL, 'mf-wizard', MANAGER);
  expect(reader.held()?.snapshot.remotes['mf-wizard']?.current.buildId).toBe(second.descriptor.buildId);
  // A new build says what is the matter, wherever the store is asked.
  const another = publishBuild(core, aRemote({ buildId: 'e5' }));
  await expect(another).rejects.toMatchObject({ code: 'STORE_AWAY' });
  const bad = { name: 'mf-wizard', buildId: third.descriptor.buildId, evenIfBad: true };
  await expect(core.channels.promote(CHANNEL, [bad], MANAGER)).rejects.toMatchObject({ code: 'STORE_AWAY' });
});

it('holds a rolled-back remote until somebody promotes it', async () => {
  await world.release(aShell(), first);
  await world.release(second);
  await rollback();
  expect(await world.core.channels.holds(CHANNEL)).toMatchObject({
    'mf-wizard': { to: first.descriptor.buildId, reason: 'wrong total' },
  });
  const again = { name: 'mf-wizard', buildId: second.descriptor.buildId, evenIfBad: true };
  await world.core.channels.promote(CHANNEL, [again], MANAGER);
  expect(await world.core.channels.holds(CHANNEL)).toEqual({});
});

it('lets a team release and roll back its own remote and no other', async () => {
  await world.release(aShell(), first);
  await world.publish(second, developerOf('team-wizard'));
  const ref = [{ name: 'mf-wizard', buildId: second.descriptor.buildId }];
  const refused = world.core.channels.promote(CHANNEL, ref, developerOf('team-letters'));
  await expect(refused).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  await world.core.channels.promote(CHANNEL, ref, developerOf('team-wizard'));
  const reader = { name: 'r', role: 'reader', team: null } as const;
  for (const actor of [developerOf('team-letters'), reader])
    await expect(rollback({ reason: 'r' }, actor)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  await rollback({ reason: 'r' }, developerOf('team-wizard'));
});

it('lets only a release manager with a reason override the gate, and records what was overridden', async () => {
  await world.release(aShell(), first);
  const unsafe = aRemote({ buildId: 'e4', files: { ...second.files, 'lifecycles.js': 'eval(location.hash)' } });
  await world.publish(unsafe);
  const ref = [{ name: 'mf-wizard', buildId: unsafe.descriptor.buildId }];
  const promote = (actor: typeof MANAGER, options: object) => world.core.channels.promote(CHANNEL, ref, actor, options);
  await expect(promote(MANAGER, {})).rejects.toMatchObject({ code: 'UNSAFE_CODE', remedy: expect.any(String) });
  const byTeam = promote(developerOf('team-wizard'), { override: true, reason: 'r' });
  await expect(byTeam).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  await expect(promote(MANAGER, { override: true })).rejects.toMatchObject({ code: 'REASON_MISSING' });
  await promote(MANAGER, { override: true, reason: 'drill' });
  const [entry] = await searchLedger(world.core.db, { limit: 1 });
  expect(entry).toMatchObject({ reason: 'drill', detail: { overridden: [{ code: 'UNSAFE_CODE' }] } });
});

it('switches a remote off without a file of it in the snapshot, and on again', async () => {
  await world.release(aShell(), first);
  await world.core.channels.switchOff(CHANNEL, 'mf-wizard', MANAGER, { reason: 'leaks memory' });
  const off = await world.serving();
  expect(off.remotes['mf-wizard']).toBeUndefined();
  expect(off.off?.['mf-wizard']?.routes.map(({ path }) => path)).toEqual(['/']);
  // Releases go on meanwhile, its own and another team's.
  const change = ({ config: { routes } }: BuildDescriptor) => void routes.push({ ...routes[0]!, path: '/start' });
  await world.release(aRemote({ buildId: 'c3', change }));
  await world.release(aRemote({ name: 'mf-letters' }));
  expect((await world.serving()).remotes['mf-wizard']).toBeUndefined();
  await world.core.channels.renew(CHANNEL, { force: true });
  expect((await world.serving()).off?.['mf-wizard']?.routes.map(({ path }) => path)).toEqual(['/', '/start']);
  await world.core.channels.switchOn(CHANNEL, 'mf-wizard', MANAGER);
  expect((await wizard()).current.buildId).toBe('c30000000000');
});

it('compares a snapshot with the one before it, also where a restore left numbers between them', async () => {
  await world.release(aShell(), first);
  await world.core.db.updateTable('releases.channel').set({ is_put_back: true }).execute();
  expect(await world.release(second)).toBeGreaterThan(2);
  const [diff] = await diffSnapshots(world.core, { channel: CHANNEL });
  expect(diff).toMatchObject({ name: 'mf-wizard', from: { version: '1.0.0' }, to: { version: '1.1.0' } });
});

it('freezes promotions and leaves rollbacks open', async () => {
  await world.release(aShell(), first);
  await world.release(second);
  await world.freeze(60);
  await expect(world.release(third)).rejects.toMatchObject({
    code: 'FROZEN',
    message: expect.stringContaining('year end'),
  });
  await expect(rollback()).resolves.toMatchObject({ to: first.descriptor.buildId });
});

it('serialises concurrent changes and loses none', async () => {
  await world.release(aShell(), first);
  const remotes = ['mf-a', 'mf-b', 'mf-c', 'mf-d', 'mf-e'].map((name) => aRemote({ name }));
  for (const remote of remotes) await world.publish(remote);
  await Promise.all(remotes.map(({ descriptor }) => world.core.channels.promote(CHANNEL, [descriptor], MANAGER)));
  const { number, remotes: served } = await world.serving();
  expect(number).toBe(6);
  expect(Object.keys(served).sort()).toEqual(['mf-a', 'mf-b', 'mf-c', 'mf-d', 'mf-e', 'mf-wizard']);
});

it('signs the same builds again before the snapshot runs out, and not sooner', async () => {
  await world.release(aShell(), first);
  expect(await world.core.channels.renew(CHANNEL)).toBeNull();
  world.clock.now = new Date('2026-03-20T00:00:00Z');
  expect(await world.core.channels.renew(CHANNEL)).toMatchObject({ number: 2 });
  expect((await world.serving()).expiresAt > '2026-04-15').toBe(true);
  expect((await wizard()).current.buildId).toBe(first.descriptor.buildId);
});
