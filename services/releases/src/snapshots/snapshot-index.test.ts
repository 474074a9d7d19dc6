import type { SignedRelease, SiteSnapshot, SnapshotIndex } from '@redress/contracts/releases';
import { createHash } from 'node:crypto';
import { signingKey } from '@redress/release-client/publish';
import { generatePrivateKey } from '../keys/ed25519.ts';
import type { Trust } from '../keys/trust.ts';
import { aRemote, aShell } from '../testing/index.ts';
import { acceptSnapshot } from './accept-snapshot.ts';
import { makeSnapshot, signSnapshot } from './make-snapshot.ts';
import { acceptIndex, withIndex } from './snapshot-index.ts';

const CHANNEL = 'production';
const key = signingKey(generatePrivateKey());
const later = signingKey(generatePrivateKey());
const stranger = signingKey(generatePrivateKey());
const trust = {
  channels: { [CHANNEL]: { [key.keyId]: key.publicKey, [later.keyId]: later.publicKey } },
} as unknown as Trust;
const now = new Date('2026-03-01T12:00:00Z');
const ledger = { seq: 4, hash: 'f'.repeat(64) };
const snapshot = (number = 7) =>
  signSnapshot(
    makeSnapshot(
      {
        shell: aShell().descriptor,
        remotes: {
          'mf-letters': { current: aRemote({ name: 'mf-letters' }).descriptor, lastGood: null },
          'mf-wizard': { current: aRemote().descriptor, lastGood: aRemote({ buildId: 'b2' }).descriptor },
        },
        off: {},
        ledger,
      },
      { channel: CHANNEL, number, now },
    ),
    key,
  );
const indexed = (number?: number) => withIndex(snapshot(number), trust, CHANNEL, key);
const indexOf = (release: SiteSnapshot) => acceptIndex(release, trust, CHANNEL);

it('names each remote by the digest of its part, which is a piece of the signed text', () => {
  const { signed, parts } = indexOf(indexed())!;
  const index = JSON.parse(signed.payload) as SnapshotIndex;
  expect(signed.payload).toMatch(/^\{"kind":"redress index","format":1,"product":"redress","channel":"production"/);
  expect(Object.keys(index.remotes)).toEqual(['mf-letters', 'mf-wizard']);
  for (const [name, { text, digest }] of parts) {
    expect(snapshot().payload).toContain(`"${name}":${text}`);
    expect(createHash('sha256').update(text).digest('base64url')).toBe(digest);
    expect(index.remotes[name]!.part).toBe(digest);
  }
});

it('holds no pin of a remote, nothing of the ledger and nothing of what follows a page', () => {
  const { payload } = indexOf(indexed())!.signed;
  expect(payload).not.toContain(ledger.hash);
  expect(JSON.stringify((JSON.parse(payload) as SnapshotIndex).remotes)).not.toMatch(/sha384|"next"/);
});

it('holds the side bar entries of each remote, and says which build declared none', () => {
  const menu = [{ to: '/letters', label: 'Letters', icon: 'house' as const, order: 1 }];
  const current = aRemote({ name: 'mf-letters', change: ({ config }) => (config.menu = menu) }).descriptor;
  const remotes = {
    'mf-letters': { current, lastGood: null },
    'mf-wizard': { current: aRemote().descriptor, lastGood: null },
  };
  const made = makeSnapshot({ shell: aShell().descriptor, remotes, off: {} }, { channel: CHANNEL, number: 7, now });
  const { signed } = indexOf(withIndex(signSnapshot(made, key), trust, CHANNEL, key))!;
  const index = JSON.parse(signed.payload) as SnapshotIndex;
  expect(index.remotes['mf-letters']?.menu).toEqual(menu);
  expect(index.remotes['mf-wizard']).not.toHaveProperty('menu');
});

it('signs nothing that no key of the channel has signed as a snapshot', () => {
  const forged = { ...snapshot(), signature: stranger.sign(snapshot().payload) };
  expect(withIndex(forged, trust, CHANNEL, key)).toBe(forged);
  const statement = 'redress freshness\n{}';
  const other = { keyId: key.keyId, signature: key.sign(statement), payload: statement };
  expect(withIndex(other, trust, CHANNEL, key)).toBe(other);
});

it('signs with the key of now what a key of before has signed', () => {
  const release = withIndex(snapshot(), trust, CHANNEL, later);
  expect(release.index!.keyId).toBe(later.keyId);
  expect(indexOf(release)).not.toBeNull();
});

it.each<[string, () => SiteSnapshot]>([
  ['none was signed', () => snapshot()],
  ['a stranger signed it', () => withIndex(snapshot(), trust, CHANNEL, stranger)],
  ['it is of another number', () => ({ ...snapshot(8), index: indexed(7).index })],
  ['its key signed something else', () => ({ ...snapshot(), index: { keyId: key.keyId, signature: key.sign('x') } })],
])('does without an index when %s: the snapshot serves as a whole', (_, make) => {
  expect(indexOf(make())).toBeNull();
  const accepted = acceptSnapshot(make(), { trust, channel: CHANNEL, heldNumber: 0, now });
  expect(accepted).toMatchObject({ index: null, signed: { keyId: key.keyId } });
});

it('gives tabs the snapshot as it was, without a word of the index', () => {
  const release: SignedRelease = indexed();
  const { signed } = acceptSnapshot(release, { trust, channel: CHANNEL, heldNumber: 0, now });
  expect(signed).toEqual(snapshot());
});
