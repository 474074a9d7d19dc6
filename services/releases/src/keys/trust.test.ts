import { signingKey, verifySignature } from '@redress/release-client/publish';
import { generatePrivateKey } from './ed25519.ts';
import { acceptTrust, parseSignedTrust, rememberTrust, signTrust, type Trust } from './trust.ts';

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

describe('a document with the changes of the root before it', () => {
  const first = trust({ threshold: 1, root: rootOf(one) });
  const second = signTrust({ ...first, version: 2, root: rootOf(two) }, [one!, two!]);
  const third = signTrust({ ...first, version: 3, root: rootOf(three) }, [two!, three!]);
  const newest = { ...first, version: 5, root: rootOf(three) };
  const after = (...roots: ReturnType<typeof signTrust>[]) => ({ ...signTrust(newest, [three!]), roots });

  it('follows the one that is held, however many changes of the root were missed', () => {
    const signed = after(second, third);
    for (const held of [first, acceptTrust(second, first, now), acceptTrust(third, null, now)]) {
      expect(acceptTrust(signed, held, now)).toEqual(newest);
    }
    // Read from a file it is the same.
    expect(acceptTrust(parseSignedTrust(JSON.stringify(signed)), first, now)).toEqual(newest);
  });

  it('is followed past a change whose own day is over', () => {
    const past = signTrust({ ...first, version: 2, root: rootOf(two), expiresAt: '2026-01-01T00:00:00Z' }, [
      one!,
      two!,
    ]);
    expect(acceptTrust(after(past, third), first, now).version).toBe(5);
    const over = signTrust({ ...newest, expiresAt: '2026-01-01T00:00:00Z' }, [three!]);
    expect(() => acceptTrust({ ...over, roots: [second, third] }, first, now)).toThrow(/expired/);
  });

  it.each([
    ['without a change that was missed', () => after(third)],
    ['without any', () => after()],
    ['in another order', () => after(third, second)],
    [
      'a change that the root before did not sign',
      () => after(signTrust({ ...first, version: 2, root: rootOf(two) }, [two!]), third),
    ],
    [
      'a change that its own root did not sign',
      () => after(signTrust({ ...first, version: 2, root: rootOf(two) }, [one!]), third),
    ],
    [
      'a change of another root',
      () => after(signTrust({ ...first, version: 2, root: rootOf(stranger) }, [stranger!]), third),
    ],
    [
      'a change with another text under its signature',
      () => after({ ...second, payload: second.payload.replace('2030', '2040') }, third),
    ],
  ])('is refused %s', (_, make) => {
    expect(() => acceptTrust(make(), first, now)).toThrow(/did not sign|not signed by enough/);
  });

  it('is refused when a change has its version or a later one', () => {
    for (const version of [5, 6, Number.MAX_SAFE_INTEGER]) {
      const jump = signTrust({ ...first, version, root: rootOf(three), teams: { 'team-x': {} } }, [two!, three!]);
      expect(() => acceptTrust(after(second, jump), first, now)).toThrow(version === 5 ? /another document/ : /older/);
    }
  });

  it('carries each change of the root, and no other version', () => {
    const sign = (change: Partial<Trust>, by: (typeof one)[], before: ReturnType<typeof signTrust> | null) =>
      signTrust({ ...first, ...change }, by as NonNullable<typeof one>[], before);
    const v1 = sign({}, [one], null);
    const v2 = sign({ version: 2, teams: { 'team-x': {} } }, [one], v1);
    expect([v1.roots, v2.roots]).toEqual([undefined, undefined]);
    const v3 = sign({ version: 3, root: rootOf(two) }, [one, two], v2);
    const v4 = sign({ version: 4, root: rootOf(two) }, [two], v3);
    const v5 = sign({ version: 5, root: rootOf(two, three), threshold: 2 }, [two, three], v4);
    const v6 = sign({ version: 6, root: rootOf(two, three), threshold: 2 }, [two, three], v5);
    expect(v6.roots).toEqual([v3, v5].map(({ payload, signatures }) => ({ payload, signatures })));
    for (const held of [v1, v2, v3, v4, v5, v6]) {
      expect(acceptTrust(v6, acceptTrust(held, null, now), now).version).toBe(6);
    }
  });

  it('brings back no root of before: what is not later than the one held is passed over', () => {
    const held = acceptTrust(after(second, third), first, now);
    const back = signTrust({ ...first, version: 6, root: rootOf(one) }, [one!]);
    expect(() => acceptTrust({ ...back, roots: [signTrust(first, [one!])] }, held, now)).toThrow(/did not sign/);
    expect(() => acceptTrust(third, held, now)).toThrow(/older/);
  });
});

it('is refused when another document of the same version is held', () => {
  const other = signTrust(trust({ promoters: { production: 'release-manager' } }), [one!, two!]);
  expect(() => acceptTrust(other, trust(), now)).toThrow(/another document of version 1/);
  expect(acceptTrust(other, acceptTrust(other, null, now), now).version).toBe(1);
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
