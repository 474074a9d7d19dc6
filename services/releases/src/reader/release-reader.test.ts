import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SignedSnapshot, Snapshot } from '@redress/contracts/releases';
import { createFileBlobStore } from '../blobs/file-blob-store.ts';
import { publishBuild } from '../builds/publish.ts';
import { signBuild } from '../builds/signed-build.ts';
import { openKeyFolder, type KeyFolder } from '../keys/key-folder.ts';
import { makeSnapshot, signSnapshot } from '../snapshots/make-snapshot.ts';
import { aRemote, aShell, type BuildFixture } from '../testing/index.ts';
import { headFiles } from './head-file.ts';
import { createReleaseReader, type ReleaseReader } from './release-reader.ts';
import type { SnapshotSource } from './source.ts';

let folder: string;
let keys: KeyFolder;
let log: string[];
const readers: ReleaseReader[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'redress-reader-'));
  keys = openKeyFolder(path.join(folder, 'keys'), ['production']);
  log = [];
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

class FakeSource implements SnapshotSource {
  name = 'fake';
  answer: unknown = null;
  listeners = new Set<() => void>();
  fetch = () => (this.answer instanceof Error ? Promise.reject(this.answer) : Promise.resolve(this.answer));
  subscribe = (_: string, onChange: () => void) => {
    this.listeners.add(onChange);
    return () => this.listeners.delete(onChange);
  };
}

function aReader(source: FakeSource, at = now): ReleaseReader {
  const reader = createReleaseReader({
    channel: 'production',
    source,
    blobs: createFileBlobStore(path.join(folder, 'builds')),
    heads: headFiles(path.join(folder, 'channels')),
    trust: () => keys.trust(),
    now: () => at,
    log: (message) => log.push(message),
  });
  readers.push(reader);
  return reader;
}
const numberOf = (reader: ReleaseReader) => reader.held()?.snapshot.number ?? 0;

it('holds what its source says once that is verified, and the newest of what it hears', async () => {
  const source = new FakeSource();
  source.answer = signed(3);
  const reader = aReader(source);
  await reader.start();
  expect(numberOf(reader)).toBe(3);
  source.answer = signed(4);
  await reader.refresh();
  expect(numberOf(reader)).toBe(4);
});

it('keeps what it holds when the source answers with an older, a forged or no snapshot, and says so', async () => {
  const source = new FakeSource();
  source.answer = signed(5);
  const reader = aReader(source);
  await reader.start();
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

it('starts from its disk when there is nobody to ask, even with a snapshot past its day', async () => {
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

it('believes its own disk no more than a stranger', async () => {
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
  const source = new FakeSource();
  source.answer = signed(1);
  const reader = aReader(source);
  await reader.start();
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

it('asks once more when a change is heard while it is asking', async () => {
  const source = new FakeSource();
  source.answer = signed(1);
  const reader = aReader(source);
  await reader.start();
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

it('gives files of any published build by their hash, and none whose bytes were changed', async () => {
  const build = aRemote();
  keys.addTeams(['team-wizard']);
  const blobs = createFileBlobStore(path.join(folder, 'builds'));
  await publishBuild({
    signed: signBuild(build.payload, keys.teamKey('team-wizard')),
    trust: keys.trust(),
    blobs,
    readFile: build.readFile,
  });
  const reader = aReader(new FakeSource());
  const descriptor = await reader.describe('mf-wizard', `1.0.0-${build.descriptor.buildId}`);
  expect((await reader.file(descriptor!, 'entry.js'))?.toString()).toBe(build.files['entry.js']);
  expect(await reader.file(descriptor!, 'nothing.js')).toBeNull();
  for (const wrong of [`9.9.9-${build.descriptor.buildId}`, '1.0.0-ffffffffffff', '../../keys']) {
    expect(await reader.describe('mf-wizard', wrong)).toBeNull();
  }
  const hex = Buffer.from(build.descriptor.files['entry.js']!.integrity.slice(7), 'base64').toString('hex');
  writeFileSync(path.join(folder, 'builds/sha384', hex.slice(0, 2), hex), 'tampered');
  expect(await reader.file(descriptor!, 'entry.js')).toBeNull();
  expect(log.at(-1)).toContain('not the published ones');
});

it('tells each listener once about each newer snapshot', async () => {
  const source = new FakeSource();
  source.answer = signed(1);
  const reader = aReader(source);
  await reader.start();
  const heard: number[] = [];
  reader.onSnapshot(({ snapshot }: { snapshot: Snapshot }) => void heard.push(snapshot.number));
  source.answer = signed(2);
  await reader.refresh();
  await reader.refresh();
  expect(heard).toEqual([2]);
});
