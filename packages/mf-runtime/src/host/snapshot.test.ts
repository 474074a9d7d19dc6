/** @jest-environment node */
import { aBuild, aSigner, aSnapshot } from '../testing/builds.ts';
import { canVerify, verifyFreshness, verifySnapshot } from './snapshot.ts';

const now = new Date('2026-03-10T00:00:00Z');
const signer = aSigner();
const current = { channel: 'production', number: 7 };

const verify = (snapshot: unknown, expected: object = {}) =>
  verifySnapshot(signer.sign(snapshot), { keys: signer.keys, now, ...expected });

it('can verify in this environment', async () => {
  expect(await canVerify()).toBe(true);
});

it('opens a snapshot signed by a key of the document', async () => {
  await expect(verify(aSnapshot(), { current })).resolves.toMatchObject({ number: 7 });
});

it('refuses a payload that was changed after signing', async () => {
  const signed = signer.sign(aSnapshot());
  const changed = { ...signed, payload: signed.payload.replace('entry.js', 'evil.js') };
  await expect(verifySnapshot(changed, { keys: signer.keys, now })).rejects.toMatchObject({ reason: 'bad-signature' });
});

it('refuses a signature of a key the document does not name, whatever id it claims', async () => {
  const stranger = aSigner();
  await expect(verifySnapshot(stranger.sign(aSnapshot()), { keys: signer.keys, now })).rejects.toMatchObject({
    reason: 'bad-signature',
  });
  const unknown = aSigner('k2');
  await expect(verifySnapshot(unknown.sign(aSnapshot()), { keys: signer.keys, now })).rejects.toMatchObject({
    reason: 'unknown-key',
  });
  const inherited = { ...signer.sign(aSnapshot()), keyId: 'toString' };
  await expect(verifySnapshot(inherited, { keys: signer.keys, now })).rejects.toMatchObject({ reason: 'unknown-key' });
});

it.each([
  null,
  1,
  'text',
  [],
  { ...aSnapshot(), remotes: { 'mf-wizard': null } },
  { ...aSnapshot(), remotes: { 'mf-wizard': {} } },
])('refuses what is signed and is no snapshot: %#', async (payload) => {
  await expect(verify(payload)).rejects.toMatchObject({ name: 'SnapshotError' });
});

it('refuses an expired snapshot from the moment it ends, and one without a date', async () => {
  await expect(verify(aSnapshot({ expiresAt: now.toISOString() }))).rejects.toMatchObject({ reason: 'expired' });
  await expect(verify(aSnapshot({ expiresAt: 'soon' }))).rejects.toMatchObject({ reason: 'expired' });
});

it('refuses to go back to a lower number: a rollback is a new snapshot', async () => {
  await expect(verify(aSnapshot({ number: 6 }), { current })).rejects.toMatchObject({ reason: 'older' });
});

it('refuses another channel and another product', async () => {
  await expect(verify(aSnapshot({ channel: 'preview', number: 8 }), { current })).rejects.toMatchObject({
    reason: 'wrong-channel',
  });
  await expect(verify({ ...aSnapshot(), product: 'other' })).rejects.toMatchObject({ reason: 'wrong-product' });
});

it('refuses a build that stands under another remote’s name', async () => {
  const swapped = aSnapshot({ remotes: { 'mf-letters': { current: aBuild({ name: 'mf-auth' }), lastGood: null } } });
  await expect(verify(swapped)).rejects.toMatchObject({ reason: 'wrong-product' });
});

it('refuses signed text that is no snapshot', async () => {
  await expect(verify('not json')).rejects.toMatchObject({ reason: 'unreadable' });
  await expect(verify({ format: 2 })).rejects.toMatchObject({ reason: 'unreadable' });
});

describe('a statement of where the channel stands', () => {
  const payload = JSON.stringify({
    format: 1,
    product: 'redress',
    channel: 'production',
    number: 9,
    at: now.toISOString(),
  });
  const state = (text: string, by = signer) =>
    verifyFreshness(
      { keyId: 'k1', payload, signature: by.signText(text) },
      { keys: signer.keys, channel: 'production' },
    );

  it('gives its number', async () => {
    await expect(state(`redress freshness\n${payload}`)).resolves.toBe(9);
  });

  it.each([
    ['signed as another kind of document', () => state(payload)],
    ['signed by a stranger', () => state(`redress freshness\n${payload}`, aSigner())],
  ])('is refused when %s', async (_, verifyStatement) => {
    await expect(verifyStatement()).rejects.toMatchObject({ reason: 'bad-signature' });
  });

  it('is refused for another channel', async () => {
    const signature = signer.signText(`redress freshness\n${payload}`);
    await expect(
      verifyFreshness({ keyId: 'k1', payload, signature }, { keys: signer.keys, channel: 'preview' }),
    ).rejects.toMatchObject({ reason: 'wrong-channel' });
  });
});

it('opens nothing that was signed as another kind, though it would read as a snapshot', async () => {
  const { format, product, ...rest } = aSnapshot();
  const asSnapshot = { kind: 'redress snapshot', format, product, ...rest };
  await expect(verify(asSnapshot)).resolves.toMatchObject({ number: 7 });
  for (const other of [
    { kind: 'redress plan', format, product, ...rest },
    { format, name: 'shell', product, ...rest },
    ` ${JSON.stringify(asSnapshot)}`,
  ])
    await expect(verify(other)).rejects.toMatchObject({ reason: 'unreadable' });
});
