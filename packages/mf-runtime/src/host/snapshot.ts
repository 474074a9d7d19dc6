import {
  type Freshness,
  type SignedFreshness,
  type SignedSnapshot,
  type Snapshot,
  type SnapshotIndex,
  isSnapshotText,
} from '@redress/contracts/releases';
import type { RemoteBuilds } from './failed-builds.ts';

export type SnapshotRefusal =
  | 'unknown-key'
  | 'bad-signature'
  | 'unreadable'
  | 'wrong-product'
  | 'wrong-channel'
  | 'expired'
  | 'older'
  | 'unknown-root'
  | 'wrong-part';

/** A snapshot that must not be used. Told apart by `reason`. */
export class SnapshotError extends Error {
  readonly reason: SnapshotRefusal;
  constructor(reason: SnapshotRefusal) {
    super(`release snapshot refused: ${reason}`);
    this.name = 'SnapshotError';
    this.reason = reason;
  }
}

export interface SnapshotExpectation {
  /** Key id to raw Ed25519 public key, base64. */
  keys: Readonly<Record<string, string>>;
  now: Date;
  /** The snapshot in use: a later one must be of its channel and not older. */
  current?: { channel: string; number: number };
}

const bytes = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** Whether this browser can check Ed25519. Old ones cannot: they keep what their document brought and follow nothing. */
export async function canVerify(): Promise<boolean> {
  try {
    await crypto.subtle.importKey('raw', new Uint8Array(32), 'Ed25519', false, ['verify']);
    return true;
  } catch (error) {
    // All zeros is a point of small order: browsers that know the curve may refuse it with DataError.
    return error instanceof DOMException && error.name === 'DataError';
  }
}

/**
 * The snapshot inside a signed envelope, when it may be used: signed by a key this document trusts, for this product
 * and channel, not expired, not older than the one in use.
 * @throws {SnapshotError}
 */
export async function verifySnapshot(signed: SignedSnapshot, expected: SnapshotExpectation): Promise<Snapshot> {
  await assertSigned(signed, signed.payload, expected.keys);
  return checkSnapshot(signed.payload, expected);
}

/**
 * The number in a signed statement of where a channel stands.
 * @throws {SnapshotError}
 */
export async function verifyFreshness(
  signed: SignedFreshness,
  { keys, channel }: { keys: SnapshotExpectation['keys']; channel: string },
): Promise<number> {
  await assertSigned(signed, `redress freshness\n${signed.payload}`, keys);
  const statement = JSON.parse(signed.payload) as Freshness;
  if (statement.channel !== channel) throw new SnapshotError('wrong-channel');
  return statement.number;
}

/** @throws {SnapshotError} unless one of these keys signed the text */
export async function assertSigned(
  signed: { keyId: string; signature: string },
  text: string,
  keys: SnapshotExpectation['keys'],
): Promise<void> {
  const raw = Object.hasOwn(keys, signed.keyId) ? keys[signed.keyId] : undefined;
  if (raw === undefined) throw new SnapshotError('unknown-key');
  let genuine = false;
  try {
    const key = await crypto.subtle.importKey('raw', bytes(raw), 'Ed25519', false, ['verify']);
    genuine = await crypto.subtle.verify('Ed25519', key, bytes(signed.signature), new TextEncoder().encode(text));
  } catch {
    genuine = false;
  }
  if (!genuine) throw new SnapshotError('bad-signature');
}

/** The checks beside the signature. */
export function checkSnapshot(payload: string, expected: Omit<SnapshotExpectation, 'keys'>): Snapshot {
  if (!isSnapshotText(payload)) throw new SnapshotError('unreadable');
  const snapshot = checkHead<Snapshot>(payload, expected);
  for (const [name, builds] of Object.entries(snapshot.remotes)) assertNamed(name, builds);
  return snapshot;
}

/** A build may stand only under its own name, or one remote could be passed off as another. @throws {SnapshotError} */
export function assertNamed(name: string, builds: Partial<RemoteBuilds> | null): void {
  if (builds?.current?.name !== name || (builds.lastGood && builds.lastGood.name !== name))
    throw new SnapshotError('wrong-product');
}

/** What a snapshot and its index have in common. @throws {SnapshotError} */
export function checkHead<Head extends Snapshot | SnapshotIndex>(
  payload: string,
  { now, current }: Omit<SnapshotExpectation, 'keys'>,
): Head {
  let snapshot: Head | null;
  try {
    snapshot = JSON.parse(payload) as Head | null;
  } catch {
    throw new SnapshotError('unreadable');
  }
  if (snapshot?.format !== 1 || snapshot.shell?.name !== 'shell' || !snapshot.remotes)
    throw new SnapshotError('unreadable');
  if (snapshot.product !== 'redress') throw new SnapshotError('wrong-product');
  if (!(new Date(snapshot.expiresAt) > now)) throw new SnapshotError('expired');
  if (current && snapshot.channel !== current.channel) throw new SnapshotError('wrong-channel');
  if (current && snapshot.number < current.number) throw new SnapshotError('older');
  return snapshot;
}
