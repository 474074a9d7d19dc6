import { generateKeyPairSync, sign } from 'node:crypto';
import {
  type BuildDescriptor,
  type Freshness,
  isSnapshotText,
  type PageData,
  SNAPSHOT_KIND,
  type SignedFreshness,
  type SignedSnapshot,
  type Snapshot,
  snapshotBuild,
} from '@redress/contracts/releases';
import { verifySignature } from '@redress/release-client/publish';
import { CommandRefused } from '../command.ts';

/** What a deployed site serves, by the keys that its documents name. */
export interface DeployedRelease {
  snapshot: Snapshot;
  signed: SignedSnapshot;
  keys: PageData['releaseKeys'];
}

/**
 * The release in a signed snapshot. What is signed anew for the page must be what the site's own key has signed.
 * @throws {CommandRefused} `SIGNATURE_INVALID`
 */
export function openRelease(signed: SignedSnapshot, keys: PageData['releaseKeys']): DeployedRelease {
  const { keyId, signature, payload } = signed;
  const key = Object.hasOwn(keys, keyId) ? keys[keyId] : undefined;
  if (key === undefined || !isSnapshotText(payload) || !verifySignature(key, payload, signature)) {
    const remedy = 'Ask whoever runs the site: its documents and its release do not belong together.';
    throw new CommandRefused('SIGNATURE_INVALID', 'The release of the site is not signed by a key it names.', remedy);
  }
  return { snapshot: JSON.parse(payload) as Snapshot, signed: { keyId, signature, payload }, keys };
}

/** A release with a build in it, as pages of this run ask for it. */
export interface Overridden {
  signed: SignedSnapshot;
  channel: string;
  number: number;
  /** That it is the current one. */
  freshness: SignedFreshness;
}

const LIFETIME_MS = 86_400_000;

/** Follows a rebuild at once where nothing would be lost; who works on a remote agrees to each save of a file. */
const policyOf = (policy: Snapshot['shell']['updatePolicy']) => (policy === 'ask' ? 'block-while-dirty' : policy);

export function createOverride(now: () => Date = () => new Date()) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32);
  const keyId = 'redress-remote-dev';
  let last = 0;
  const signed = (payload: string, before = '') => ({
    keyId,
    signature: sign(null, Buffer.from(before + payload), privateKey).toString('base64'),
    payload,
  });

  return {
    /** The one key that pages of this run trust; its private half leaves this process never, and ends with it. */
    keys: { [keyId]: raw.toString('base64') } as PageData['releaseKeys'],
    /** The release with this build in the place of the remote's own, under a number that is higher each time. */
    over({ snapshot }: DeployedRelease, descriptor: BuildDescriptor): Overridden {
      const { kind: _kind, ledger: _ledger, variant: _variant, withdrawn: _withdrawn, off = {}, ...rest } = snapshot;
      const { [descriptor.name]: _switchedOff, ...stillOff } = off;
      const build = snapshotBuild(descriptor);
      const at = now();
      // A tab takes only what is newer, also of the next run.
      last = Math.max(last + 1, at.getTime());
      const made: Snapshot = {
        ...rest,
        number: last,
        createdAt: at.toISOString(),
        expiresAt: new Date(at.getTime() + LIFETIME_MS).toISOString(),
        remotes: {
          ...rest.remotes,
          // No build stands behind it: a failure of what is worked on is seen.
          [descriptor.name]: { current: { ...build, updatePolicy: policyOf(build.updatePolicy) }, lastGood: null },
        },
        ...(Object.keys(stillOff).length > 0 ? { off: stillOff } : {}),
      };
      const { channel, number } = made;
      const statement: Freshness = { format: 1, product: 'redress', channel, number, at: made.createdAt };
      return {
        channel,
        number,
        signed: signed(JSON.stringify({ kind: SNAPSHOT_KIND, ...made })),
        freshness: signed(JSON.stringify(statement), 'redress freshness\n'),
      };
    },
  };
}
export type Override = ReturnType<typeof createOverride>;
