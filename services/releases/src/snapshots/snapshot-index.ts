import {
  INDEX_KIND,
  type IndexedRemote,
  isSnapshotText,
  type SignedRelease,
  type SignedRollout,
  type SignedSnapshot,
  type SiteSnapshot,
  type Snapshot,
} from '@redress/contracts/releases';
import { createHash } from 'node:crypto';
import { verifySignature, type SigningKey } from '@redress/release-client/publish';
import { knownChannelKey, type Trust } from '../keys/trust.ts';

/** The index of a snapshot, signed, and by remote the text of its part. */
export interface HeldIndex {
  signed: SignedSnapshot;
  parts: ReadonlyMap<string, { text: string; digest: string }>;
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Cuts a snapshot up. The same text gives the same index and parts wherever it is done: only a signature has to travel. */
function cutUp(payload: string): { text: string; parts: HeldIndex['parts'] } {
  // Members that this program does not know stay in: nothing but what is named here is left out.
  const { kind: _kind, ledger: _ledger, remotes, ...rest } = JSON.parse(payload) as Snapshot;
  const parts = new Map<string, { text: string; digest: string }>();
  const indexed: Record<string, IndexedRemote> = {};
  for (const [name, builds] of Object.entries(remotes)) {
    const text = JSON.stringify(builds);
    const part = { text, digest: digestOf(text) };
    parts.set(name, part);
    const { routes, menu, slots } = builds.current;
    // What follows a page is read once its part is there.
    indexed[name] = {
      part: part.digest,
      routes: routes.map(({ next: _next, ...route }) => route),
      ...(menu ? { menu } : {}),
      slots,
    };
  }
  return { text: JSON.stringify({ kind: INDEX_KIND, ...rest, remotes: indexed }), parts };
}

/** @returns the snapshot with the signature of its index; as it is unless a key of its channel signed it */
export function withIndex(signed: SiteSnapshot, trust: Trust, channel: string, key: SigningKey): SiteSnapshot {
  const { keyId, signature, payload } = signed;
  const by = knownChannelKey(trust, channel, keyId);
  // Whoever could write to the database would have anything signed.
  if (!by || !isSnapshotText(payload) || !verifySignature(by, payload, signature)) return signed;
  return { ...signed, index: { keyId: key.keyId, signature: key.sign(cutUp(payload).text) } };
}

/** The same for a release with its variants. Done when it is handed on, and not kept: an index follows from its snapshot. */
export function releaseWithIndex(
  release: SignedRelease,
  trust: Trust,
  channel: string,
  key: SigningKey,
): SignedRelease {
  const sign = (each: SiteSnapshot) => withIndex(each, trust, channel, key);
  const ofRollout = (rollout: SignedRollout) => ({ ...rollout, variants: rollout.variants.map(sign) });
  const { rollout } = release;
  return {
    ...release,
    ...sign(release),
    ...(rollout && { rollout: ofRollout(rollout) }),
  };
}

/**
 * @param received - a snapshot that was verified
 * @returns its index; `null` where none was signed, or another one than this program makes: the whole serves as well
 */
export function acceptIndex({ payload, index }: SiteSnapshot, trust: Trust, channel: string): HeldIndex | null {
  const key = index && knownChannelKey(trust, channel, index.keyId);
  if (!key) return null;
  const { text, parts } = cutUp(payload);
  return verifySignature(key, text, index.signature) ? { signed: { ...index, payload: text }, parts } : null;
}
