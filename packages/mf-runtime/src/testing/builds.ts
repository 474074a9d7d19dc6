/// <reference types="node" />
import { generateKeyPairSync, sign } from 'node:crypto';
import type { SignedSnapshot, Snapshot, SnapshotBuild } from '@redress/contracts/releases';

const PIN = `sha384-${'A'.repeat(64)}`;

/** A build of a remote; two calls with one id are the same build. */
export const aBuild = (overrides: Partial<SnapshotBuild> = {}): SnapshotBuild => {
  const name = overrides.name ?? 'mf-letters';
  const buildId = overrides.buildId ?? '0000000000a1';
  return {
    name,
    version: '1.0.0',
    buildId,
    entry: 'entry.js',
    globalName: `${name.replaceAll('-', '_')}_${buildId}`,
    exposes: { './lifecycles': { js: ['lifecycles.js'], css: ['lifecycles.css'] } },
    integrity: { 'entry.js': PIN, 'lifecycles.js': PIN, 'lifecycles.css': PIN },
    routes: [],
    slots: [],
    prerendered: {},
    updatePolicy: 'allow',
    ...overrides,
  };
};

export const aSnapshot = (overrides: Partial<Snapshot> = {}): Snapshot => ({
  format: 1,
  product: 'redress',
  channel: 'production',
  number: 7,
  createdAt: '2026-03-01T00:00:00Z',
  expiresAt: '2026-04-01T00:00:00Z',
  shell: aBuild({ name: 'shell', buildId: '0000000000ff', exposes: {} }),
  remotes: { 'mf-letters': { current: aBuild(), lastGood: null } },
  ...overrides,
});

/** A signer with a key of its own. */
export function aSigner(keyId = 'k1') {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
  return {
    keys: { [keyId]: raw },
    /** Any text, as another kind of document is signed. */
    signText: (text: string) => sign(null, Buffer.from(text), privateKey).toString('base64'),
    sign: (snapshot: unknown): SignedSnapshot => {
      const payload = typeof snapshot === 'string' ? snapshot : JSON.stringify(snapshot);
      return { keyId, payload, signature: sign(null, Buffer.from(payload), privateKey).toString('base64') };
    },
  };
}
