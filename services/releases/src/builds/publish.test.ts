import { signBuild } from '@redress/release-client/publish';
import { zstdDecompressSync } from 'node:zlib';
import { contentKey, encodedKey, descriptorKey, dictionaryCopiesKey } from '../blobs/build-files.ts';
import { dictionaryName, unpackCopies } from '../blobs/dictionary-copies.ts';
import { aRemote, aShell, developerOf, MANAGER, type BuildFixture, useReleaseWorld } from '../testing/index.ts';

const world = useReleaseWorld();

const broken = (build: BuildFixture, files: Record<string, Buffer | null>): BuildFixture => ({
  ...build,
  readFile: (path) => (path in files ? Promise.resolve(files[path] ?? null) : build.readFile(path)),
});
const stored = (build: BuildFixture) =>
  world.core.blobs.get(descriptorKey(build.descriptor.name, build.descriptor.buildId));

it('keeps every file under its own hash, with compressed copies beside it', async () => {
  const build = aRemote();
  await world.publish(build);
  const [{ integrity }, text] = [build.descriptor.files['lifecycles.js']!, build.files['lifecycles.js']!];
  expect((await world.core.blobs.get(contentKey(integrity)))?.toString()).toBe(text);
  expect((await world.core.blobs.get(encodedKey(integrity, 'br')))!.length).toBeLessThan(text.length);
});

it.each([
  ['a source map', 'lifecycles.js.map'],
  ['declarations for those who write remotes', 'types.json'],
])('keeps %s as it is, and finds a build whole without it', async (_, file) => {
  const build = aRemote({ files: { ...aRemote().files, [file]: '{"mappings":"AAAA"}'.repeat(30) } });
  await world.publish(build);
  const { integrity } = build.descriptor.files[file]!;
  expect(await world.core.blobs.has(contentKey(integrity))).toBe(true);
  expect(await world.core.blobs.has(encodedKey(integrity, 'br'))).toBe(false);
  await world.core.blobs.remove(contentKey(integrity));
  expect(await world.core.files.lost(build.descriptor, { again: true })).toEqual([]);
});

it('refuses a file with one byte changed, one missing, and one longer than it says', async () => {
  const build = aRemote();
  const changed = Buffer.from(build.files['lifecycles.js']!.replace('page=1', 'page=2'));
  const refused = world.publish(broken(build, { 'lifecycles.js': changed }));
  await expect(refused).rejects.toMatchObject({ code: 'FILE_MISMATCH' });
  await expect(world.publish(broken(build, { 'entry.js': null }))).rejects.toMatchObject({ code: 'FILE_MISSING' });
  const endless = Buffer.concat([Buffer.from(build.files['entry.js']!), Buffer.alloc(1_000_000)]);
  await expect(world.publish(broken(build, { 'entry.js': endless }))).rejects.toMatchObject({ code: 'FILE_MISMATCH' });
  expect(await stored(build)).toBeNull();
});

it('never overwrites a build: the same again is without effect, another one is refused', async () => {
  await world.publish(aRemote());
  await world.publish(aRemote());
  expect(await world.core.registry.list('mf-wizard', { limit: 9 })).toHaveLength(1);
  const other = aRemote({ files: { ...aRemote().files, 'entry.js': 'other' } });
  await expect(world.publish(other)).rejects.toMatchObject({ code: 'BUILD_EXISTS' });
});

it('refuses a build that its team did not sign', async () => {
  const build = aRemote();
  world.core.keys.addTeams(['team-wizard', 'team-letters']);
  const publish = (signed: ReturnType<typeof signBuild>) =>
    world.core.registry.publish({ signed, readFile: build.readFile }, MANAGER);
  const genuine = signBuild(build.payload, world.core.keys.teamKey('team-wizard'));
  const byOthers = signBuild(build.payload, world.core.keys.teamKey('team-letters'));
  const changed = { ...genuine, payload: build.payload.replace('1.0.0', '1.0.1') };
  // A snapshot's signature is over other words: a key that signs both cannot be used to pass one off as the other.
  const bare = { ...genuine, signature: world.core.keys.teamKey('team-wizard').sign(build.payload) };
  for (const forged of [byOthers, changed, bare])
    await expect(publish(forged)).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' });
  await publish(genuine);
});

it('lets a team publish its own remote only', async () => {
  await expect(world.publish(aRemote(), developerOf('team-letters'))).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  await world.publish(aRemote(), developerOf('team-wizard'));
});

it.each<[string, (build: BuildFixture) => unknown]>([
  ...['a/../../x.js', 'a\n.js', '"><script>.js'].map((path): [string, (build: BuildFixture) => unknown] => [
    `a file named ${JSON.stringify(path)}`,
    ({ descriptor: { files } }) => (files[path] = files['entry.js']!),
  ]),
  ['a version that leads elsewhere', ({ descriptor }) => (descriptor.version = '../../x')],
  ['a config of another remote', ({ descriptor }) => (descriptor.config.name = 'mf-other')],
  ['a file of absurd size', ({ descriptor }) => (descriptor.files['entry.js']!.bytes = 50_000_000)],
  [
    'pages for which every document would grow',
    ({ descriptor: { config } }) =>
      (config.routes = Array.from({ length: 101 }, (_, at) => ({ ...config.routes[0]!, path: `/page-${at}` }))),
  ],
  [
    'slots for which every document would grow',
    ({ descriptor: { config } }) =>
      (config.slots = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`slot-${at}`, './x.tsx']))),
  ],
  ['a title that is too long', ({ descriptor: { config } }) => (config.routes[0]!.title = 'x'.repeat(201))],
  ['a title that no column can hold', ({ descriptor: { config } }) => (config.routes[0]!.title = 'a\0b')],
  ['a name that is no remote', ({ descriptor }) => (descriptor.name = '../etc')],
])('refuses %s', async (_, change) => {
  const build = aRemote();
  change(build);
  const refused = world.publish({ ...build, payload: JSON.stringify(build.descriptor) });
  await expect(refused).rejects.toMatchObject({ code: 'DESCRIPTOR_INVALID' });
  // The name is not its team's: it would be in the signed trust document for good.
  expect(world.core.keys.trust().remotes).toEqual({});
});

it('gives a new name to one team, of two that publish under it at once', async () => {
  const [ours, theirs] = [aRemote({ owner: 'team-a' }), aRemote({ owner: 'team-b', buildId: 'b' })];
  let meanwhile = () => world.publish(theirs);
  const readFile: BuildFixture['readFile'] = async (file) => {
    await meanwhile();
    meanwhile = () => Promise.resolve();
    return ours.readFile(file);
  };
  await expect(world.publish({ ...ours, readFile })).rejects.toMatchObject({ code: 'OWNER_CHANGED' });
});

describe('copies for browsers that have an earlier release', () => {
  const page = (id: string) => `/* ${id} */${'self.page=1;'.repeat(30)}`;
  /** Named as the recipe names files: by a hash of the contents, which an id stands for here. */
  const hashed = (id: string, text = page(id)) =>
    aRemote({
      buildId: id,
      files: {
        ...aRemote({ buildId: id }).files,
        [`page.${id.padEnd(10, '0')}.js`]: text,
        'same.0123456789.js': page(''),
      },
    });
  const fileOf = ({ descriptor: { files } }: BuildFixture, name: string) =>
    Object.entries(files).find(([path]) => path.startsWith(name))![1].integrity;
  const copiesOf = async (build: BuildFixture, name = 'page.') => {
    const packed = await world.core.blobs.get(dictionaryCopiesKey(fileOf(build, name)));
    return packed && unpackCopies(packed);
  };
  const dictionariesOf = async (build: BuildFixture) => [...((await copiesOf(build))?.keys() ?? [])];
  const named = (...ids: string[]) => ids.map((id) => dictionaryName(Buffer.from(page(id))));
  const dayLater = () => void (world.clock.now = new Date(world.clock.now.getTime() + 86_400_000));
  beforeEach(() => world.release(aShell()));

  it('are made of what changed, against the files of the last three', async () => {
    for (const id of ['a1', 'a2', 'a3', 'a4']) {
      await world.release(hashed(id));
      dayLater();
    }
    const build = hashed('a5');
    await world.publish(build);
    expect(await dictionariesOf(build)).toEqual(named('a4', 'a3', 'a2'));
    for (const [index, copy] of [...(await copiesOf(build))!.values()].entries()) {
      const dictionary = Buffer.from(page(`a${4 - index}`));
      expect(zstdDecompressSync(copy.subarray(40), { dictionary }).toString()).toBe(page('a5'));
    }
    expect(await copiesOf(build, 'same.')).toBeNull();
    expect(await copiesOf(build, 'entry.js')).toBeNull();
  });

  it('are made against what serves, however many were published since', async () => {
    await world.release(hashed('a1'));
    for (const id of ['b1', 'b2', 'b3', 'b4']) {
      dayLater();
      await world.publish(hashed(id));
    }
    expect(await dictionariesOf(hashed('b4'))).toEqual(named('a1', 'b3', 'b2'));
  });

  it('are made anew when earlier contents come back in a later build', async () => {
    await world.release(hashed('a1'));
    dayLater();
    await world.release(hashed('a2'));
    dayLater();
    const back = hashed('a2');
    const again = { ...back.files, 'entry.js': 'self.again=1' };
    await world.release(hashed('a3'));
    dayLater();
    await world.publish(aRemote({ buildId: 'a4', files: again }));
    expect(await dictionariesOf(back)).toEqual(named('a3', 'a1'));
  });

  it.each([
    ['is gone', (key: string) => world.core.blobs.remove(key)],
    ['is spoilt', (key: string) => world.core.blobs.replace(key, Buffer.from(page('other')))],
  ])('are not made against a file that %s: the build is published all the same', async (_, lose) => {
    const lost = hashed('a1');
    await world.release(lost);
    dayLater();
    await world.release(hashed('a2'));
    dayLater();
    await lose(contentKey(fileOf(lost, 'page.')));
    const build = hashed('a3');
    await world.publish(build);
    expect(await dictionariesOf(build)).toEqual(named('a2'));
  });

  it('are not made of an enormous file, nor against one', async () => {
    await world.release(hashed('a1'));
    const enormous = hashed('a2', 'x'.repeat(2_000_001));
    await world.publish(enormous);
    expect(await copiesOf(enormous)).toBeNull();
    dayLater();
    await world.publish(hashed('a3'));
    expect(await dictionariesOf(hashed('a3'))).toEqual(named('a1'));
  });
});
