import type { PageData, SignedTrust } from '@redress/contracts/releases';
import { SnapshotError, assertSigned } from './snapshot.ts';

type Keys = Readonly<Record<string, string>>;
/** The part of a trust document that a tab reads. */
interface Trust {
  product: string;
  version: number;
  expiresAt: string;
  threshold: number;
  root: Keys;
  channels: Readonly<Record<string, Keys>>;
}

export interface ReleaseKeys {
  /** Key id to raw public key: those of the document, or those learnt since. */
  current(): Keys;
  /**
   * Takes the channel's keys of a newer trust document.
   * @throws {SnapshotError} `unknown-root` unless the root held until now signed it, and its own root as well
   */
  learn(signed: SignedTrust, channel: string, now: Date): Promise<void>;
}

/** How many of these keys signed; one key under two ids is one. */
async function signers({ payload, signatures }: SignedTrust, keys: Keys): Promise<number> {
  const valid = new Set<string>();
  for (const [keyId, signature] of Object.entries(signatures)) {
    await assertSigned({ keyId, signature }, `redress trust\n${payload}`, keys).then(
      () => valid.add(keys[keyId] ?? ''),
      () => undefined,
    );
  }
  return valid.size;
}

/** The keys a tab trusts: those of its document, and those that their root signs later. */
export function createReleaseKeys({
  releaseKeys,
  releaseRoot,
}: Pick<PageData, 'releaseKeys' | 'releaseRoot'>): ReleaseKeys {
  let keys: Keys = releaseKeys;
  let root = releaseRoot;
  return {
    current: () => keys,
    async learn(signed, channel, now) {
      if (!root || !((await signers(signed, root.keys)) >= root.threshold)) throw new SnapshotError('unknown-root');
      const trust = JSON.parse(signed.payload) as Trust;
      if (trust.product !== 'redress' || !((await signers(signed, trust.root)) >= trust.threshold))
        throw new SnapshotError('unknown-root');
      if (trust.version < root.version) throw new SnapshotError('older');
      if (!(new Date(trust.expiresAt) > now)) throw new SnapshotError('expired');
      root = { keys: trust.root, threshold: trust.threshold, version: trust.version };
      keys = trust.channels[channel] ?? {};
    },
  };
}
