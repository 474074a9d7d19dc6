import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SignedSnapshot, Snapshot } from '@redress/contracts/releases';
import { signBuild } from '@redress/release-client/publish';
import type { BlobStore } from '@redress/server/blob-store';
import type { KeptBlobStore } from '../blobs/kept-blob-store.ts';
import { createBuildFolder, descriptorKey, dictionaryCopiesKey } from '../blobs/build-files.ts';
import { compressAgainst, dictionaryName, packCopies } from '../blobs/dictionary-copies.ts';
import { publishBuild } from '../builds/publish.ts';
import { openKeyFolder, type KeyFolder } from '../keys/key-folder.ts';
import { signFreshness } from '../snapshots/freshness.ts';
import { makeSnapshot, signSnapshot } from '../snapshots/make-snapshot.ts';
import { aRemote, aShell, type BuildFixture } from '../testing/index.ts';
import { headFiles } from './head-file.ts';
import { createReleaseReader, type ReleaseReader } from './release-reader.ts';
import type { SnapshotSource } from './source.ts';

let folder: string;
let keys: KeyFolder;
let log: string[];
const readers: ReleaseReader[] = [];
const builds = () => createBuildFolder(path.join(folder, 'builds'));
async function publish(...wanted: BuildFixture[]): Promise<void> {
  for (const build of wanted) {
    const { owner } = build.descriptor;
    keys.addTeams([owner]);
    await publishBuild({
      signed: signBuild(build.payload, keys.teamKey(owner)),
      trust: keys.trust(),
      blobs: builds(),
      earlier: [],
      readFile: build.readFile,
    });
  }
}
const storedAt = (build: BuildFixture, file: string, ending = '') => {
  const hex = Buffer.from(build.descriptor.files[file]!.integrity.slice(7), 'base64').toString('hex');
  return path.join(folder, 'builds/sha384', hex.slice(0, 2), `${hex}${ending}`);
};

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'redress-reader-'));
  keys = openKeyFolder(path.join(folder, 'keys'), ['production']);
  log = [];
  await publish(aShell(), aRemote());
});
afterEach(() => {
  for (const reader of readers.splice(0)) reader.stop();
  rmSync(folder, { recursive: true, force: true });
});

const now = new Date('2026-03-01T12:00:00Z');
const signed = (number: number, build: BuildFixture = aRemote()): SignedSnapshot =>
  signSnapshot(
    makeSnapshot(
      { shell: aShell().descriptor, remotes: { 'mf-wizard': { current: build.descriptor, lastGood: null } }, off: {} },
      { channel: 'production', number, now },
    ),
    keys.channelKey('production'),
  );

const stated = (number: number): unknown =>
  signFreshness({ channel: 'production', number, now }, keys.channelKey('production'));
const numberIn = (answer: unknown): number => {
  const text = (answer as SignedSnapshot | null)?.payload;
  return text ? (JSON.parse(text) as Snapshot).number : 0;
};

class FakeSource implements SnapshotSource {
  name = 'fake';
  answer: unknown = null;
  /** `undefined`: states the number of the answer, now. */
  statement: unknown = undefined;
  listeners = new Set<(announced?: number) => void>();
  fetch = () => (this.answer instanceof Error ? Promise.reject(this.answer) : Promise.resolve(this.answer));
  preview = () => Promise.resolve(null);
  takePreview = () => Promise.resolve(null);
  takeStaffPass = () => Promise.resolve(null);
  freshness = () => Promise.resolve(this.statement === undefined ? stated(numberIn(this.answer)) : this.statement);
  subscribe = (_: string, onChange: (announced?: number) => void) => {
    this.listeners.add(onChange);
    return () => this.listeners.delete(onChange);
  };
}

function aReader(source: FakeSource, at = now, blobs: BlobStore & Partial<KeptBlobStore> = builds()): ReleaseReader {
  const reader = createReleaseReader({
    channel: 'production',
    source,
    blobs,
    firstRetryMs: 5,
    heads: headFiles(path.join(folder, 'channels')),
    trust: () => keys.trust(),
    signedTrust: () => keys.signedTrust(),
    now: () => at,
    log: (message) => log.push(message),
  });
  readers.push(reader);
  return reader;
}
async function aStarted(number: number) {
  const source = new FakeSource();
  source.answer = signed(number);
  const reader = aReader(source);
  await reader.start();
  return { source, reader };
}
/** Looks after each turn of the event loop: how long it takes is the machine's affair. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise(setImmediate);
}
const numberOf = (reader: ReleaseReader) => reader.held()?.snapshot.number ?? 0;

it('removes from this machine what the newest snapshot does not need, and nothing for one that is over', async () => {
  const kept: ReadonlySet<string>[] = [];
  const reader = aReader(new FakeSource(), now, { ...builds(), keepOnly: async (keys) => void kept.push(keys) });
  const rendered = Promise.withResolvers<void>();
  reader.onSnapshot(() => rendered.promise);
  await publish(aRemote({ buildId: 'b2' }));
  await reader.offer(signed(1));
  await reader.offer(signed(2, aRemote({ buildId: 'b2' })));
  rendered.resolve();
  await until(() => reader.servedNumber() === 2 && kept.length > 0);
  for (let turns = 0; turns < 50; turns += 1) await new Promise(setImmediate);
  expect(kept.map((keys) => keys.has(descriptorKey('mf-wizard', 'b20000000000')))).toEqual([true]);
});

it('holds a snapshot of its source once it is verified, and the newest of several', async () => {
  const { source, reader } = await aStarted(3);
  expect(numberOf(reader)).toBe(3);
  source.answer = signed(4);
  await reader.refresh();
  expect(numberOf(reader)).toBe(4);
});

it('asks once for a change that two services announce', async () => {
  const { source, reader } = await aStarted(3);
  const fetch = jest.spyOn(source, 'fetch');
  source.answer = signed(4);
  const announce = (number?: number) => source.listeners.forEach((listener) => listener(number));
  announce(4);
  announce(4);
  await until(() => numberOf(reader) === 4);
  await reader.refresh();
  // One for the two that announced it, and the one just before this.
  expect(fetch).toHaveBeenCalledTimes(2);
  announce(4);
  announce();
  await reader.refresh();
  // What came without a number and the line before this ask together; what is held already asks nobody.
  expect(fetch).toHaveBeenCalledTimes(3);
});

it.each([
  ['itself', 4],
  ['a newer one of somebody else', 5],
])('holds what this program has just made once that is offered, also when %s is announced first', async (_, first) => {
  const { source, reader } = await aStarted(3);
  const build = aRemote({ buildId: 'b2' });
  await publish(build);
  source.answer = signed(first, build);
  source.listeners.forEach((listener) => listener(first));
  // Verified, and kept for the next start; its files are still being read.
  await until(() => numberIn(headFiles(path.join(folder, 'channels')).read('production')) === first);
  await reader.offer(signed(4, build));
  expect(numberOf(reader)).toBe(first);
});

it('keeps what it holds when the source answers with an older, a forged or no snapshot, and says so', async () => {
  const { source, reader } = await aStarted(5);
  for (const answer of [signed(4), { ...signed(9), signature: signed(8).signature }, '<html>', new Error('down')]) {
    source.answer = answer;
    await reader.refresh();
    expect(numberOf(reader)).toBe(5);
    expect(reader.health()).toMatchObject({ ok: true, detail: expect.stringContaining('serving snapshot 5') });
  }
  source.answer = signed(5);
  await reader.refresh();
  expect(reader.health().detail).toBeUndefined();
});

it('keeps what it verified while statements are away, says so, and follows when they are back', async () => {
  const { source, reader } = await aStarted(3);
  const first = reader.freshness();
  source.answer = signed(4);
  source.statement = null;
  await reader.refresh();
  expect(numberOf(reader)).toBe(3);
  expect(reader.health()).toMatchObject({ ok: true, detail: expect.stringContaining('has no statement') });
  expect(reader.freshness()).toEqual(first);
  source.statement = undefined;
  await reader.refresh();
  expect(numberOf(reader)).toBe(4);
  expect(reader.health().detail).toBeUndefined();
});

it('of a channel that never had a snapshot readyz tells, and the log does not say that anything is served', async () => {
  const source = new FakeSource();
  source.statement = null;
  const reader = aReader(source);
  await reader.start();
  expect(reader.health()).toMatchObject({ ok: false, detail: expect.stringContaining('has no snapshot yet') });
  expect(log).toEqual([]);
});

it('starts from its disk when no source answers, even with an expired snapshot', async () => {
  const source = new FakeSource();
  source.answer = signed(6);
  await aReader(source).start();
  const later = new FakeSource();
  later.answer = new Error('no release service');
  const restarted = aReader(later, new Date('2026-06-01T00:00:00Z'));
  await restarted.start();
  expect(numberOf(restarted)).toBe(6);
  expect(restarted.health()).toMatchObject({ ok: true, detail: expect.stringMatching(/no release service.*expired/) });
});

it('verifies its own disk like any other source', async () => {
  const heads = headFiles(path.join(folder, 'channels'));
  const forged = signed(6);
  heads.write('production', { ...forged, payload: forged.payload.replace('"number":6', '"number":7') });
  const source = new FakeSource();
  const reader = aReader(source);
  await reader.start();
  expect(reader.held()).toBeNull();
  writeFileSync(heads.fileOf('production'), 'not json');
  expect(reader.health().ok).toBe(false);
});

it('counts a snapshot as served only when every listener is done with it', async () => {
  const { source, reader } = await aStarted(1);
  let finish = () => {};
  reader.onSnapshot(() => new Promise<void>((resolve) => (finish = resolve)));
  source.answer = signed(2);
  await reader.refresh();
  expect([numberOf(reader), reader.servedNumber()]).toEqual([2, 1]);
  finish();
  await Promise.resolve();
  await new Promise(setImmediate);
  expect(reader.servedNumber()).toBe(2);
});

it('asks once more when a change arrives while it is asking', async () => {
  const { source, reader } = await aStarted(1);
  let answers = 0;
  source.fetch = async () => {
    answers += 1;
    if (answers === 1) {
      // Heard in the middle of the first answer, which is already too old.
      void reader.refresh();
      return signed(2);
    }
    return signed(3);
  };
  await reader.refresh();
  expect(numberOf(reader)).toBe(3);
});

it('gives copies for browsers that have an earlier file, and none where they are missing or spoilt', async () => {
  const build = aRemote();
  const reader = aReader(new FakeSource());
  const descriptor = await reader.describe('mf-wizard', `1.0.0-${build.descriptor.buildId}`);
  const copies = () => reader.dictionaryCopies(descriptor!, 'lifecycles.js');
  expect((await copies()).size).toBe(0);
  const dictionary = Buffer.from('self.page=0;'.repeat(30));
  const copy = await compressAgainst(Buffer.from(build.files['lifecycles.js']!), dictionary);
  await builds().put(dictionaryCopiesKey(descriptor!.files['lifecycles.js']!.integrity), packCopies([copy]));
  expect([...(await copies())]).toEqual([[dictionaryName(dictionary), copy]]);
  writeFileSync(storedAt(build, 'lifecycles.js', '.dcz'), 'tampered');
  expect((await copies()).size).toBe(0);
  expect(log.at(-1)).toContain('lifecycles.js (dcz): the stored bytes are not');
});

it('gives files of any published build by their hash, and none whose bytes were changed', async () => {
  const build = aRemote();
  const reader = aReader(new FakeSource());
  const descriptor = await reader.describe('mf-wizard', `1.0.0-${build.descriptor.buildId}`);
  expect((await reader.file(descriptor!, 'entry.js'))?.toString()).toBe(build.files['entry.js']);
  expect(await reader.file(descriptor!, 'nothing.js')).toBeNull();
  // Read once, whatever else an address says of it.
  await builds().replace(descriptorKey('mf-wizard', build.descriptor.buildId), Buffer.from('{}'));
  for (const wrong of [`9.9.9-${build.descriptor.buildId}`, '1.0.0-ffffffffffff', '../../keys'])
    expect(await reader.describe('mf-wizard', wrong)).toBeNull();
  writeFileSync(storedAt(build, 'entry.js'), 'tampered');
  expect(await reader.file(descriptor!, 'entry.js')).toBeNull();
  expect(log.at(-1)).toContain('not the published ones');
});

it.each([
  ['whose key is trusted no more', () => keys.amend((trust) => ({ ...trust, teams: {} }))],
  [
    'that is spoilt',
    () => builds().replace(descriptorKey('mf-wizard', aRemote().descriptor.buildId), Buffer.from('{')),
  ],
])('has nothing at the address of a build %s', async (_, spoil) => {
  await spoil();
  expect(await aReader(new FakeSource()).describe('mf-wizard', `1.0.0-${aRemote().descriptor.buildId}`)).toBeNull();
});

describe('a snapshot whose files are not all there', () => {
  const next = aRemote({ buildId: 'b2' });
  beforeEach(() => publish(next));

  it.each([
    ['a lost script', 'entry.js', '', null],
    ['a lost screen', 'prerender/index.html', '', null],
    ['a changed style sheet', 'lifecycles.css', '', 'x'],
    ['a changed compressed copy', 'lifecycles.js', '.br', 'x'],
    ['another changed compressed copy', 'lifecycles.js', '.gzip', 'x'],
  ])(
    'is not held: %s; the last whole one stays, and readyz and the log name the file',
    async (_, file, ending, content) => {
      const { source, reader } = await aStarted(3);
      const place = storedAt(next, file, ending);
      const kept = readFileSync(place);
      if (content === null) rmSync(place);
      else writeFileSync(place, content);
      source.answer = signed(4, next);
      await reader.refresh();
      expect(numberOf(reader)).toBe(3);
      const told = expect.stringMatching(
        new RegExp(`Snapshot 4 is not in service: FILES_LOST: mf-wizard b20+ ${file}`),
      );
      expect(reader.health()).toMatchObject({ ok: true, detail: told });
      expect(log).toContainEqual(told);
      // Found again, it follows by itself.
      writeFileSync(place, kept);
      await until(() => numberOf(reader) === 4);
      expect(reader.health().detail).toBeUndefined();
    },
  );

  it('is not what a site starts with: it starts with the last whole one, and is not ready without any', async () => {
    const source = new FakeSource();
    source.answer = signed(3);
    await aReader(source).start();
    rmSync(storedAt(next, 'entry.js'));
    source.answer = signed(4, next);
    const restarted = aReader(source);
    await restarted.start();
    expect(numberOf(restarted)).toBe(3);
    rmSync(storedAt(aShell(), 'shell.js'));
    const without = aReader(source);
    await without.start();
    expect(without.held()).toBeNull();
    expect(without.health()).toMatchObject({ ok: false, detail: expect.stringContaining('FILES_LOST') });
  });

  it('makes a missing compressed copy again', async () => {
    rmSync(storedAt(next, 'lifecycles.js', '.br'));
    const source = new FakeSource();
    source.answer = signed(4, next);
    await aReader(source).start();
    expect(existsSync(storedAt(next, 'lifecycles.js', '.br'))).toBe(true);
  });
});

it('names a file that was lost while it serves, and gives no changed compressed copy', async () => {
  const { reader } = await aStarted(3);
  const build = (await reader.describe('shell', `1.0.0-${aShell().descriptor.buildId}`))!;
  writeFileSync(storedAt(aShell(), 'shell.js', '.br'), 'x');
  expect(await reader.file(build, 'shell.js', 'br')).toBeNull();
  rmSync(storedAt(aShell(), 'shell.js'));
  expect(await reader.file(build, 'shell.js')).toBeNull();
  expect(reader.health().detail).toMatch(/FILES_LOST: shell 5e110+ shell.js \(br\), shell 5e110+ shell.js/);
});

it('asks a listener that failed again until it is done, and says so', async () => {
  const { source, reader } = await aStarted(1);
  let calls = 0;
  reader.onSnapshot(() => {
    calls += 1;
    if (calls < 3) throw new Error('no frame');
  });
  source.answer = signed(2);
  await reader.refresh();
  expect(reader.health()).toMatchObject({ ok: true, detail: expect.stringContaining('no frame') });
  expect(reader.servedNumber()).toBe(1);
  await until(() => reader.servedNumber() === 2);
  expect(reader.health().detail).toBeUndefined();
});

it('calls each listener once for each newer snapshot', async () => {
  const { source, reader } = await aStarted(1);
  const numbers: number[] = [];
  reader.onSnapshot(({ snapshot }: { snapshot: Snapshot }) => void numbers.push(snapshot.number));
  source.answer = signed(2);
  await reader.refresh();
  await reader.refresh();
  expect(numbers).toEqual([2]);
});

it('follows a release that cannot be kept, because the disk is full', async () => {
  // A file where the folder should be: every write below it fails.
  writeFileSync(path.join(folder, 'channels'), '');
  const { reader } = await aStarted(2);
  expect(reader.held()?.snapshot.number).toBe(2);
  expect(log.join()).toMatch(/could not be kept/);
});

it('serves on, and starts again, while statements are away for an hour; a mirror of last week changes nothing', async () => {
  const source = new FakeSource();
  source.answer = signed(3);
  const before = aReader(source);
  await before.start();
  before.stop();
  // Statements stop, the site starts again, and a mirror gives what was current a week ago.
  source.statement = null;
  const later = new Date(now.getTime() + 3_600_000);
  const reader = aReader(source, later);
  await reader.start();
  expect(numberOf(reader)).toBe(3);
  for (const replayed of [signed(2), signed(3), signed(4)]) {
    source.answer = replayed;
    for (const statement of [null, stated(3), stated(2)]) {
      source.statement = statement;
      await reader.refresh();
      expect(numberOf(reader)).toBe(3);
      expect(reader.health()).toMatchObject({ ok: true, detail: expect.any(String) as string });
    }
  }
  source.statement = signFreshness({ channel: 'production', number: 4, now: later }, keys.channelKey('production'));
  await reader.refresh();
  expect(numberOf(reader)).toBe(4);
});

it.each([
  ['behind', -1],
  ['ahead', 1],
])(
  'a site whose clock is an hour %s keeps what it has, says why, and needs nothing but the right time',
  async (_, hours) => {
    const source = new FakeSource();
    source.answer = signed(3);
    const first = aReader(source);
    await first.start();
    first.stop();
    source.answer = signed(4);
    const wrong = aReader(source, new Date(now.getTime() + hours * 3_600_000));
    await wrong.start();
    expect(numberOf(wrong)).toBe(3);
    expect(wrong.health()).toMatchObject({
      ok: true,
      detail: expect.stringMatching(/clock of this machine says/) as string,
    });
    wrong.stop();
    const right = aReader(source);
    await right.start();
    expect(numberOf(right)).toBe(4);
  },
);
