import { integrityOf, signBuild } from '@redress/release-client/publish';
import { contentKey, descriptorKey, dictionaryCopiesKey, encodedKey } from '../blobs/build-files.ts';
import { openReleaseCore } from '../release-core.ts';
import {
  aRemote,
  aShell,
  developerOf,
  MANAGER,
  operationsOf,
  type BuildFixture,
  rollBackOne,
  useReleaseWorld,
} from '../testing/index.ts';

const world = useReleaseWorld([aShell(), aRemote({ buildId: 'a0' })]);

const CHANNEL = 'production';
const pass = (days: number) => world.pass(days * 24 * 60);
const wizard = (buildId: string) => aRemote({ buildId, version: `1.${Number.parseInt(buildId, 16)}.0` });
const plan = async () => (await world.core.retention.plan()).builds.map(({ buildId }) => buildId.slice(0, 2));
const collect = async () =>
  (await world.core.retention.collect(MANAGER)).builds.map(({ buildId }) => buildId.slice(0, 2));
const isStored = async ({ descriptor }: BuildFixture) => ({
  descriptor: await world.core.blobs.has(descriptorKey(descriptor.name, descriptor.buildId)),
  files: await Promise.all(
    Object.values(descriptor.files).map(({ integrity }) => world.core.blobs.has(contentKey(integrity))),
  ),
});
const whole = ({ descriptor }: BuildFixture) => ({
  descriptor: true,
  files: Object.keys(descriptor.files).map(() => true),
});
const operations = (core = world.core) => operationsOf(core);

it('keeps what an open preview shows until it ends', async () => {
  for (const buildId of ['a1', 'a2', 'a3', 'a4']) await world.release(wizard(buildId));
  await world.publish(wizard('b0'));
  pass(31);
  const preview = { channel: CHANNEL, once: false, hours: 48 };
  await operations().addPreview({ ...preview, snapshot: 1 }, MANAGER);
  await operations().addPreview({ ...preview, builds: [{ name: 'mf-wizard', build: 'b0' }] }, MANAGER);
  expect(await plan()).toEqual([]);
  pass(3);
  expect((await plan()).sort()).toEqual(['a0', 'b0']);
});

it('takes builds that did not serve for 30 days, and keeps what serves, the way back and what is pinned', async () => {
  const builds = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map(wizard);
  for (const build of builds) await world.release(build);
  await world.publish(wizard('b0'));
  pass(29);
  expect(await plan()).toEqual([]);
  pass(2);
  // a6 serves; a5, a4 and a3 are the way back.
  expect((await plan()).sort()).toEqual(['a0', 'a1', 'a2', 'b0']);
  await world.core.retention.pin({ name: 'mf-wizard', buildId: builds[1]!.descriptor.buildId }, MANAGER, 'evidence');
  expect(await isStored(builds[0]!)).toEqual(whole(builds[0]!));
  expect((await collect()).sort()).toEqual(['a0', 'a1', 'b0']);
  expect(await plan()).toEqual([]);
  expect((await isStored(builds[0]!)).descriptor).toBe(false);
  for (const build of builds.slice(1)) expect(await isStored(build)).toEqual(whole(build));
  const [entry] = await operations().ledger({ limit: 1 }, MANAGER);
  expect(entry).toMatchObject({
    action: 'collect',
    detail: { builds: expect.arrayContaining([expect.stringMatching(/^mf-wizard@a1/)]) },
  });
  await rollBackOne(world.core.channels, CHANNEL, 'mf-wizard', MANAGER, { reason: 'r' });
});

it('takes with a file its copies for browsers that have an earlier one', async () => {
  const named = (id: string) =>
    aRemote({ buildId: id, files: { ...aRemote({ buildId: id }).files, [`page.${id.repeat(5)}.js`]: id.repeat(300) } });
  for (const build of [named('b0'), named('b1')]) {
    await world.publish(build);
    pass(1);
  }
  const key = dictionaryCopiesKey(named('b1').descriptor.files['page.b1b1b1b1b1.js']!.integrity);
  expect(await world.core.blobs.has(key)).toBe(true);
  pass(31);
  expect(await collect()).toEqual(expect.arrayContaining(['b0', 'b1']));
  expect(await world.core.blobs.has(key)).toBe(false);
  // What was taken back is no dictionary any more.
  await world.publish(named('b2'));
  expect(
    await world.core.blobs.has(dictionaryCopiesKey(named('b2').descriptor.files['page.b2b2b2b2b2.js']!.integrity)),
  ).toBe(false);
});

it('never takes a file that a kept build holds as well', async () => {
  // The same sources under another id: every file but the entry is the one of a0.
  const sameFiles = aRemote({ buildId: 'b0', version: '2.0.0', files: aRemote({ buildId: 'a0' }).files });
  for (const build of [sameFiles, ...['a2', 'a3', 'a4'].map(wizard)]) await world.release(build);
  pass(31);
  expect(await collect()).toEqual(['a0']);
  expect(await isStored(sameFiles)).toEqual(whole(sameFiles));
});

it('says of a collected build when it went, never chooses it as the way back, and takes it back when it is published again', async () => {
  const gone = wizard('b0');
  await world.publish(gone);
  pass(31);
  await collect();
  const { buildId } = gone.descriptor;
  const promote = () => world.core.channels.promote(CHANNEL, [{ name: 'mf-wizard', buildId }], MANAGER);
  await expect(promote()).rejects.toMatchObject({
    code: 'FILES_LOST',
    message: expect.stringContaining('were collected on 2026-04-01'),
  });
  const refused = world.core.retention.pin({ name: 'mf-wizard', buildId }, MANAGER, 'r');
  await expect(refused).rejects.toMatchObject({ code: 'FILES_LOST' });
  await world.publish(gone);
  expect(await plan()).toEqual([]);
  await promote();
  expect(await isStored(gone)).toEqual(whole(gone));
});

it('refuses other contents under the id of a collected build', async () => {
  const gone = wizard('b0');
  await world.publish(gone);
  pass(31);
  await collect();
  const refused = world.publish(aRemote({ buildId: 'b0', version: '9.9.9' }));
  await expect(refused).rejects.toMatchObject({ code: 'BUILD_EXISTS' });
});

it('continues after a store was away, without taking more', async () => {
  const gone = wizard('b0');
  await world.publish(gone);
  pass(31);
  const { blobs } = world.core;
  const remove = jest.spyOn(blobs, 'remove').mockRejectedValue(new Error('the bucket answered 503'));
  expect(await collect()).toEqual(['b0']);
  expect((await isStored(gone)).descriptor).toBe(true);
  remove.mockRestore();
  expect(await collect()).toEqual([]);
  expect((await isStored(gone)).descriptor).toBe(false);
});

it('takes uploads that no build was published with after a day, and no others', async () => {
  const developer = developerOf('team-wizard');
  const stray = Buffer.from('stray');
  const build = wizard('b0');
  const files = await Promise.all(Object.keys(build.descriptor.files).map(build.readFile));
  for (const bytes of [stray, ...files]) await operations().upload(bytes!, developer);
  const signed = signBuild(build.payload, world.core.keys.teamKey('team-wizard'));
  await operations().publish(signed, developer);
  expect((await world.core.retention.plan()).uploads).toEqual({ count: 0, bytes: 0 });
  pass(2);
  expect((await world.core.retention.plan()).uploads).toEqual({ count: 1, bytes: 5 });
  expect(await world.core.blobs.has(contentKey(integrityOf(stray)))).toBe(true);
  await world.core.retention.collect(MANAGER);
  expect(await world.core.blobs.has(contentKey(integrityOf(stray)))).toBe(false);
  expect(await world.core.blobs.has(encodedKey(integrityOf(stray), 'br'))).toBe(false);
  expect(await isStored(build)).toEqual(whole(build));
});

it('limits what one team uploads without publishing, and how many builds it keeps', async () => {
  const core = openReleaseCore(
    { dataDir: world.dataDir },
    { db: world.core.db, now: () => world.clock.now, limits: { uploadBytes: 8, builds: 2 } },
  );
  const developer = developerOf('team-wizard');
  await operations(core).upload(Buffer.from('12345'), developer);
  await expect(operations(core).upload(Buffer.from('67890'), developer)).rejects.toMatchObject({ code: 'TEAM_LIMIT' });
  await operations(core).upload(Buffer.from('67890'), developerOf('team-letters'));
  const publish = (build: BuildFixture) =>
    core.registry.publish(
      { signed: signBuild(build.payload, core.keys.teamKey('team-wizard')), readFile: build.readFile },
      developer,
    );
  await publish(wizard('a1'));
  await expect(publish(wizard('a2'))).rejects.toMatchObject({ code: 'TEAM_LIMIT' });
  expect(await publish(wizard('a1'))).toMatchObject({ isNew: false });
});
