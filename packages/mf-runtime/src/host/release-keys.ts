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

type Root = NonNullable<PageData['releaseRoot']>;
const open = ({ payload }: SignedTrust) => JSON.parse(payload) as Trust;
const rootOf = ({ root: keys, threshold, version }: Trust): Root => ({ keys, threshold, version });

/** @throws {SnapshotError} `unknown-root` unless this root signed it, and its own root as well */
async function successor(signed: SignedTrust, root: Root): Promise<Trust> {
  const trust = open(signed);
  const isSigned = (await signers(signed, root.keys)) >= root.threshold;
  if (!isSigned || trust.product !== 'redress' || !((await signers(signed, trust.root)) >= trust.threshold)) {
    throw new SnapshotError('unknown-root');
  }
  return trust;
}

/** The keys a tab trusts: those of its document, and those that their root signs later. */
export function createReleaseKeys({ releaseKeys, releaseRoot }: Pick<PageData, 'releaseKeys' | 'releaseRoot'>) {
  let keys: Keys = releaseKeys;
  let root = releaseRoot;
  return {
    /** Key id to raw public key: those of the document, or those learnt since. */
    current: () => keys,
    /**
     * Takes the channel's keys of a newer trust document.
     * @throws {SnapshotError} `unknown-root` unless the root held until now signed it or the first change of the root that
     *   it carries, each change the next, and its own root it as well
     */
    async learn(signed: SignedTrust, channel: string, now: Date): Promise<void> {
      if (!root) throw new SnapshotError('unknown-root');
      let held: Root = root;
      for (const change of signed.roots ?? []) {
        if (open(change).version > held.version) held = rootOf(await successor(change, held));
      }
      const trust = await successor(signed, held);
      if (trust.version < held.version) throw new SnapshotError('older');
      if (!(new Date(trust.expiresAt) > now)) throw new SnapshotError('expired');
      root = rootOf(trust);
      keys = trust.channels[channel] ?? {};
    },
  };
}
