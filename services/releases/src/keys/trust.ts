import { SignedTrust } from '@redress/contracts/releases';
import * as z from 'zod/mini';
import { verifySignature, type PublicKey, type SigningKey } from '@redress/release-client/publish';

/** Key id to raw public key, base64. */
const Keys = z.record(z.string().check(z.regex(/^[0-9a-f]{16}$/)), z.string());

/**
 * Whom this product's releases are trusted from: the root of all verification. Its own keys sign it, offline in
 * production; a new version is accepted only when the keys of the version before sign it as well.
 */
export const Trust = z.object({
  format: z.literal(1),
  product: z.literal('redress'),
  version: z.int().check(z.positive()),
  expiresAt: z.iso.datetime(),
  /** How many different root keys must have signed. */
  threshold: z.int().check(z.positive()),
  root: Keys,
  /** Keys that sign snapshots, by channel. */
  channels: z.record(z.string(), Keys),
  /** Keys that sign builds, by owning team. */
  teams: z.record(z.string(), Keys),
  /** Which team a remote belongs to. `formerly`: teams whose signature of an older build is still accepted. */
  remotes: z._default(
    z.record(z.string(), z.object({ team: z.string(), formerly: z._default(z.array(z.string()), []) })),
    {},
  ),
  /** Least role that may promote to a channel, where it is not `developer`. Rollback and off need no such role. */
  promoters: z._default(z.record(z.string(), z.enum(['developer', 'release-manager'])), {}),
});
export type Trust = z.output<typeof Trust>;

/** What a table holds under a name that came from outside: a name such as `constructor` finds nothing that is inherited. */
export const ownOf = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

export const knownChannelKey = ({ channels }: Trust, channel: string, keyId: string): PublicKey | undefined =>
  ownOf(ownOf(channels, channel) ?? {}, keyId);

/** No document, snapshot or build can be passed off as another kind: what is signed begins with what it is. */
const signedText = (payload: string) => `redress trust\n${payload}`;

/** @param before - what was signed last: a change of its root is added to those that it carries */
export function signTrust(trust: Trust, keys: readonly SigningKey[], before: SignedTrust | null = null): SignedTrust {
  const payload = JSON.stringify(z.parse(Trust, trust));
  const signed = {
    payload,
    signatures: Object.fromEntries(keys.map((key) => [key.keyId, key.sign(signedText(payload))])),
  };
  if (!before) return signed;
  const isSameRoot = rootOf(trust) === rootOf(parsePayload(before));
  const roots = [...(before.roots ?? []), ...(isSameRoot ? [] : [signed])];
  return roots.length > 0 ? { ...signed, roots } : signed;
}

/** What it says, unproven: for what was accepted before. */
export const parsePayload = ({ payload }: SignedTrust): Trust => z.parse(Trust, JSON.parse(payload));
const rootOf = ({ root, threshold }: Trust): string => JSON.stringify([threshold, Object.entries(root).toSorted()]);

function isSignedBy(signed: SignedTrust, keys: Record<string, PublicKey>, threshold: number): boolean {
  const valid = Object.entries(signed.signatures).filter(([keyId, signature]) => {
    const key = ownOf(keys, keyId);
    return key !== undefined && verifySignature(key, signedText(signed.payload), signature);
  });
  // Counted by key, not by signature: one key under two names counts once.
  return new Set(valid.map(([keyId]) => keys[keyId])).size >= threshold;
}

function assertSigned(signed: SignedTrust, trust: Trust, known: Trust | null): void {
  if (known && !isSignedBy(signed, known.root, known.threshold))
    throw new Error('The keys held until now did not sign the new trust document.');
  if (!isSignedBy(signed, trust.root, trust.threshold))
    throw new Error('The trust document is not signed by enough of its own root keys.');
}

/** The newest root that `known` leads to: each change is signed by the root before it. When a change expires does not matter. */
function followRoots({ roots = [] }: SignedTrust, known: Trust): Trust {
  let held = known;
  for (const change of roots) {
    const trust = parsePayload(change);
    if (trust.version <= held.version) continue;
    assertSigned(change, trust, held);
    held = trust;
  }
  return held;
}

/**
 * @param signed - what arrived, with the changes of the root before it
 * @param known - the trust held until now; without it the new one must sign itself, and the caller pins it
 * @throws {Error} when too few known keys signed it or a change of the root before it, when it is older or another
 *   document of the same version, or has expired
 */
export function acceptTrust(signed: SignedTrust, known: Trust | null, now: Date): Trust {
  const trust = parsePayload(signed);
  const held = known && followRoots(signed, known);
  assertSigned(signed, trust, held);
  if (held && trust.version < held.version) throw new Error('The trust document is older than the one held.');
  if (held?.version === trust.version && JSON.stringify(held) !== JSON.stringify(trust))
    throw new Error(`The keys held until now signed another document of version ${trust.version}.`);
  if (new Date(trust.expiresAt) <= now) throw new Error('The trust document has expired.');
  return trust;
}

/**
 * Accepts the same text once: signatures are not checked again for what is read again. Only what time changes is asked
 * each time. Another text, as a rotation writes it, is checked whole.
 * @returns the document, the very same object for the same text
 */
export function rememberTrust(): (text: string, known: Trust | null, now: Date) => Trust {
  let remembered: { text: string; trust: Trust } | null = null;
  return (text, known, now) => {
    if (remembered?.text !== text || new Date(remembered.trust.expiresAt) <= now)
      remembered = { text, trust: acceptTrust(parseSignedTrust(text), known, now) };
    return remembered.trust;
  };
}

export const parseSignedTrust = (text: string): SignedTrust => z.parse(SignedTrust, JSON.parse(text));
