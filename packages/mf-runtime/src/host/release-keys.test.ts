/** @jest-environment node */
import type { SignedTrust } from '@redress/contracts/releases';
import { aSigner } from '../testing/builds.ts';
import { createReleaseKeys } from './release-keys.ts';

const now = new Date('2026-03-10T00:00:00Z');
const root = aSigner('root');
const [before, after] = [aSigner('k1'), aSigner('k2')];

type Signer = ReturnType<typeof aSigner>;
const trust = (more: object = {}) => ({
  product: 'redress',
  version: 2,
  expiresAt: '2036-01-01T00:00:00Z',
  threshold: 1,
  root: root.keys,
  channels: { production: after.keys },
  ...more,
});
const signedBy = (content: object, ...signers: Signer[]): SignedTrust => {
  const payload = JSON.stringify(content);
  const signatures = signers.map((signer) => [
    Object.keys(signer.keys)[0] as string,
    signer.signText(`redress trust\n${payload}`),
  ]);
  return { payload, signatures: Object.fromEntries(signatures) as Record<string, string> };
};
const aTab = () =>
  createReleaseKeys({ releaseKeys: before.keys, releaseRoot: { keys: root.keys, threshold: 1, version: 1 } });

it('takes keys that the root of its document signed', async () => {
  const keys = aTab();
  expect(keys.current()).toBe(before.keys);
  await keys.learn(signedBy(trust(), root), 'production', now);
  expect(keys.current()).toEqual(after.keys);
});

it.each([
  [
    'another root that signs itself',
    () => {
      const other = aSigner('root');
      return signedBy(trust({ root: other.keys }), other);
    },
  ],
  [
    'a new root that the old one did not sign',
    () => {
      const other = aSigner('other');
      return signedBy(trust({ root: other.keys }), other);
    },
  ],
  ['a new root that did not sign itself', () => signedBy(trust({ root: aSigner('other').keys }), root)],
  ['a key of a channel in the place of the root', () => signedBy(trust({ root: before.keys }), before)],
  [
    'a signature of another kind of text',
    () => {
      const payload = JSON.stringify(trust());
      return { payload, signatures: { root: root.signText(payload) } };
    },
  ],
  ['what another product is trusted with', () => signedBy(trust({ product: 'other' }), root)],
])('refuses %s, and keeps its keys', async (_, make) => {
  const keys = aTab();
  await expect(keys.learn(make(), 'production', now)).rejects.toMatchObject({ reason: 'unknown-root' });
  expect(keys.current()).toBe(before.keys);
});

it('refuses a document that is older or past its day, and any without a root to ask', async () => {
  await expect(aTab().learn(signedBy(trust({ version: 0 }), root), 'production', now)).rejects.toMatchObject({
    reason: 'older',
  });
  const past = signedBy(trust({ expiresAt: '2026-03-01T00:00:00Z' }), root);
  await expect(aTab().learn(past, 'production', now)).rejects.toMatchObject({ reason: 'expired' });
  const alone = createReleaseKeys({ releaseKeys: before.keys });
  await expect(alone.learn(signedBy(trust(), root), 'production', now)).rejects.toMatchObject({
    reason: 'unknown-root',
  });
});

it('follows a root that the one before it handed on to', async () => {
  const keys = aTab();
  const next = aSigner('next');
  await keys.learn(signedBy(trust({ root: next.keys, version: 2 }), root, next), 'production', now);
  const third = aSigner('k3');
  await keys.learn(
    signedBy(trust({ root: next.keys, version: 3, channels: { production: third.keys } }), next),
    'production',
    now,
  );
  expect(keys.current()).toEqual(third.keys);
});

describe('while the root changed more than once', () => {
  const [second, third] = [aSigner('second'), aSigner('third')];
  const toSecond = signedBy(trust({ root: second.keys, version: 2 }), root, second);
  const toThird = signedBy(trust({ root: third.keys, version: 3 }), second, third);
  const newest = signedBy(trust({ root: third.keys, version: 5 }), third);

  it('follows with the changes that the document carries', async () => {
    const keys = aTab();
    await keys.learn({ ...newest, roots: [toSecond, toThird] }, 'production', now);
    expect(keys.current()).toEqual(after.keys);
    await keys.learn(signedBy(trust({ root: third.keys, version: 6 }), third), 'production', now);
  });

  it.each([
    ['without one of them', [toThird]],
    ['in another order', [toThird, toSecond]],
    ['with one that the root before did not sign', [signedBy(trust({ root: second.keys }), second), toThird]],
    ['with one that its own root did not sign', [signedBy(trust({ root: second.keys }), root), toThird]],
  ])('refuses the document %s, and keeps its keys and its root', async (_, roots) => {
    const keys = aTab();
    await expect(keys.learn({ ...newest, roots }, 'production', now)).rejects.toMatchObject({ reason: 'unknown-root' });
    expect(keys.current()).toBe(before.keys);
    await keys.learn(signedBy(trust(), root), 'production', now);
  });

  it('refuses a document that is older than a change it carries', async () => {
    const jump = signedBy(trust({ root: third.keys, version: 9 }), second, third);
    await expect(aTab().learn({ ...newest, roots: [toSecond, jump] }, 'production', now)).rejects.toMatchObject({
      reason: 'older',
    });
  });
});
