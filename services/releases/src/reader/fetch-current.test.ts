import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openKeyFolder, type KeyFolder } from '../keys/key-folder.ts';
import { signFreshness } from '../snapshots/freshness.ts';
import { makeSnapshot, signSnapshot } from '../snapshots/make-snapshot.ts';
import { aShell } from '../testing/index.ts';
import { fetchCurrent } from './fetch-current.ts';

const channel = 'production';
const now = new Date('2026-03-01T12:00:00Z');
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);
let folder: string;
let keys: KeyFolder;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'redress-current-'));
  keys = openKeyFolder(folder, [channel]);
  keys.addTeams(['team-wizard']);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const signed = (number: number) =>
  signSnapshot(
    makeSnapshot({ shell: aShell().descriptor, remotes: {}, off: {} }, { channel, number, now }),
    keys.channelKey(channel),
  );
const stated = (number: number, at = now, key = keys.channelKey(channel)) =>
  signFreshness({ channel, number, now: at }, key);
const ask = (statement: unknown, ...answers: unknown[]) =>
  fetchCurrent(
    { fetch: () => Promise.resolve(answers.shift()), freshness: () => Promise.resolve(statement) },
    { trust: keys.trust(), channel, heldNumber: 0, now },
  );

it.each([
  ['a mirror that replays a snapshot with its statement', () => stated(3, minutes(-11)), /The statement is from/],
  ['a mirror that replays a snapshot and has no statement', () => null, /has no statement/],
  ['a mirror that has the statement of now and replays the snapshot', () => stated(4), /the channel stands at 4/],
  ['a release service whose clock is an hour ahead', () => stated(3, minutes(60)), /The statement is from/],
  ['a statement that a team signed', () => stated(3, now, keys.teamKey('team-wizard')), /No key of the channel/],
  [
    'the signature of a snapshot passed off as that of a statement',
    () => ({ ...stated(3), signature: signed(3).signature }),
    /does not fit the statement/,
  ],
])('takes no snapshot from %s', async (_, statement, why) => {
  await expect(ask(statement(), signed(3), signed(3))).rejects.toThrow(why);
});

it('takes a snapshot with its statement, and one that is newer than it', async () => {
  expect((await ask(stated(3, minutes(-9)), signed(3))).received).toEqual(signed(3));
  expect((await ask(stated(3), signed(4))).received).toEqual(signed(4));
});

it('asks once more for a snapshot that changed while its statement was on the way', async () => {
  expect((await ask(stated(4), signed(3), signed(4))).received).toEqual(signed(4));
});
