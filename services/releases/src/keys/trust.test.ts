import { signingKey } from '@redress/release-client/publish';
import { generatePrivateKey, verifySignature } from './ed25519.ts';
import { acceptTrust, rememberTrust, signTrust, type Trust } from './trust.ts';

const now = new Date('2026-03-01T00:00:00Z');
const [one, two, three, stranger] = [0, 0, 0, 0].map(() => signingKey(generatePrivateKey()));
const rootOf = (...keys: (typeof one)[]) => Object.fromEntries(keys.map((key) => [key!.keyId, key!.publicKey]));
const trust = (change: Partial<Trust> = {}): Trust => ({
  format: 1,
  product: 'redress',
  version: 1,
  expiresAt: '2030-01-01T00:00:00Z',
  threshold: 2,
  root: rootOf(one, two),
  channels: {},
  teams: {},
  remotes: {},
  promoters: {},
  ...change,
});

it('needs as many different root keys as the threshold says', () => {
  expect(acceptTrust(signTrust(trust(), [one!, two!]), null, now).version).toBe(1);
  expect(() => acceptTrust(signTrust(trust(), [one!]), null, now)).toThrow(/not signed by enough/);
  const twice = signTrust(trust(), [one!]);
  const doubled = { ...twice, signatures: { ...twice.signatures, [two!.keyId]: twice.signatures[one!.keyId]! } };
  expect(() => acceptTrust(doubled, null, now)).toThrow(/not signed by enough/);
});

it('changes keys only when the old and the new keys sign', () => {
  const next = trust({ version: 2, root: rootOf(two, three) });
  expect(acceptTrust(signTrust(next, [one!, two!, three!]), trust(), now).version).toBe(2);
  expect(() => acceptTrust(signTrust(next, [two!, three!]), trust(), now)).toThrow(/keys held until now/);
  expect(() => acceptTrust(signTrust(next, [one!, two!]), trust(), now)).toThrow(/not signed by enough/);
  expect(() =>
    acceptTrust(signTrust(trust({ version: 2, root: rootOf(stranger, three) }), [stranger!, three!]), trust(), now),
  ).toThrow();
});

it('never goes back to an older trust document, nor on with an expired one', () => {
  expect(() => acceptTrust(signTrust(trust(), [one!, two!]), trust({ version: 3 }), now)).toThrow(/older/);
  const old = trust({ expiresAt: '2026-01-01T00:00:00Z' });
  expect(() => acceptTrust(signTrust(old, [one!, two!]), null, now)).toThrow(/expired/);
});

it('answers false for whatever is no signature', () => {
  for (const signature of ['', 'AAAA', '!!!', one!.sign('other')]) {
    expect(verifySignature(one!.publicKey, 'text', signature)).toBe(false);
  }
  expect(verifySignature('no key', 'text', one!.sign('text'))).toBe(false);
  expect(verifySignature(one!.publicKey, 'text', one!.sign('text'))).toBe(true);
});

describe('a document that is read again', () => {
  const text = (change: Partial<Trust> = {}) => JSON.stringify(signTrust(trust(change), [one!, two!]));

  it('is checked once, and another one is checked whole', () => {
    const accept = rememberTrust();
    const first = accept(text(), null, now);
    expect(accept(text(), first, now)).toBe(first);
    const next = accept(text({ version: 2 }), first, now);
    expect(next.version).toBe(2);
    const forged = text({ version: 3 }).replace(/"version\\":3/, '"version\\":4');
    expect(() => accept(forged, next, now)).toThrow(/did not sign/);
    expect(accept(text({ version: 2 }), next, now)).toBe(next);
    expect(() => accept(text(), next, now)).toThrow(/older/);
  });

  it('expires all the same', () => {
    const accept = rememberTrust();
    accept(text(), null, now);
    expect(() => accept(text(), null, new Date('2030-01-01T00:00:00Z'))).toThrow(/expired/);
  });
});
