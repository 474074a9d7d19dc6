import type { Snapshot } from '@redress/contracts/releases';
import { type SigningKey, signingKey } from '@redress/release-client/publish';
import { generatePrivateKey } from '../keys/ed25519.ts';
import type { Trust } from '../keys/trust.ts';
import { aRemote, aShell } from '../testing/index.ts';
import { acceptSnapshot, MAX_SNAPSHOT_BYTES } from './accept-snapshot.ts';
import { makeSnapshot, signSnapshot } from './make-snapshot.ts';

/** The attacks are those The Update Framework's specification names (section 1.5.2). */
const key = signingKey(generatePrivateKey());
const preview = signingKey(generatePrivateKey());
const stranger = signingKey(generatePrivateKey());
const trust = {
  channels: { production: { [key.keyId]: key.publicKey }, preview: { [preview.keyId]: preview.publicKey } },
} as unknown as Trust;
const now = new Date('2026-03-01T12:00:00Z');

const snapshot = (number = 7, channel = 'production'): Snapshot =>
  makeSnapshot(
    {
      shell: aShell().descriptor,
      remotes: { 'mf-wizard': { current: aRemote().descriptor, lastGood: null } },
      off: {},
    },
    { channel, number, now },
  );
const accept = (received: unknown, context: Partial<Parameters<typeof acceptSnapshot>[1]> = {}) =>
  acceptSnapshot(received, { trust, channel: 'production', heldNumber: 5, now, ...context });
const signedWith = (by: SigningKey, content: Snapshot) => signSnapshot(content, by);

it('accepts a newer snapshot that a key of its channel signed', () => {
  expect(accept(signedWith(key, snapshot())).snapshot.number).toBe(7);
});

it('accepts an entry of the side bar that its own contracts do not know: the release matters more than an icon', () => {
  const made = snapshot();
  made.remotes['mf-wizard']!.current.menu = [{ to: '/x', label: '\u2163', icon: 'of-tomorrow', order: 1.5 }];
  expect(accept(signedWith(key, made)).snapshot.remotes['mf-wizard']?.current.menu).toHaveLength(1);
});

it.each([
  ['arbitrary install: another key signed', () => signedWith(stranger, snapshot()), 'unknown-key'],
  [
    'arbitrary install: a stranger under a known key’s name',
    () => ({ ...signedWith(stranger, snapshot()), keyId: key.keyId }),
    'bad-signature',
  ],
  [
    'arbitrary install: signed by what every object inherits',
    () => ({ ...signedWith(stranger, snapshot()), keyId: 'constructor' }),
    'unknown-key',
  ],
  [
    'malicious mirror: one character changed',
    () => {
      const signed = signedWith(key, snapshot());
      return { ...signed, payload: signed.payload.replace('"number":7', '"number":8') };
    },
    'bad-signature',
  ],
  ['rollback attack: an older snapshot', () => signedWith(key, snapshot(4)), 'older'],
  [
    'key compromise of another channel: its key signs for production',
    () => signedWith(preview, snapshot()),
    'unknown-key',
  ],
  [
    'wrong channel: a snapshot for preview signed by production’s key',
    () => signedWith(key, snapshot(7, 'preview')),
    'wrong-channel',
  ],
  [
    'wrong software: a snapshot of another product',
    () => signedWith(key, { ...snapshot(), product: 'other' as 'redress' }),
    'malformed',
  ],
  [
    'mix and match: a build under another remote’s name',
    () => {
      const mixed = snapshot();
      mixed.remotes['mf-checkout'] = { current: mixed.remotes['mf-wizard']!.current, lastGood: null };
      return signedWith(key, mixed);
    },
    'mixed',
  ],
  [
    'mix and match: a remote in the shell’s place',
    () => {
      const mixed = snapshot();
      return signedWith(key, { ...mixed, shell: mixed.remotes['mf-wizard']!.current });
    },
    'mixed',
  ],
  [
    'extraneous parts: a build without integrity of the right form',
    () => {
      const wrong = snapshot();
      wrong.shell.integrity = { 'shell.js': 'md5-abc' };
      return signedWith(key, wrong);
    },
    'malformed',
  ],
  [
    'endless data: a payload past every size',
    () => ({ ...signedWith(key, snapshot()), payload: ' '.repeat(MAX_SNAPSHOT_BYTES + 1) }),
    'too-large',
  ],
  ['nothing of the kind', () => '<html>', 'malformed'],
])('refuses %s', (_, make, code) => {
  expect(() => accept(make())).toThrow(expect.objectContaining({ code }));
});

it('refuses a freeze: a snapshot past its day, unless it is the one kept on disk', () => {
  const later = new Date('2026-04-15T00:00:00Z');
  expect(() => accept(signedWith(key, snapshot()), { now: later })).toThrow(
    expect.objectContaining({ code: 'expired' }),
  );
  expect(accept(signedWith(key, snapshot()), { now: later, allowExpired: true }).snapshot.number).toBe(7);
});

it('signs what begins with its kind, takes what was signed before kinds, and nothing that begins otherwise', () => {
  const signed = signedWith(key, snapshot());
  expect(signed.payload).toMatch(/^\{"kind":"redress snapshot",/);
  expect(signedWith(key, accept(signed).snapshot).payload).toBe(signed.payload);
  const resigned = (payload: string) => ({ keyId: key.keyId, payload, signature: key.sign(payload) });
  const before = signed.payload.replace('"kind":"redress snapshot",', '');
  expect(accept(resigned(before)).snapshot.number).toBe(7);
  for (const payload of [
    before.replace('{', '{"name":"shell",'),
    signed.payload.replace('redress snapshot', 'redress plan'),
    ` ${signed.payload}`,
  ])
    expect(() => accept(resigned(payload))).toThrow(expect.objectContaining({ code: 'malformed' }));
});
