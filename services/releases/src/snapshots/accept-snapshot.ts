import { verifySignature } from '@redress/release-client/publish';
import { isSnapshotText, SiteSnapshot, Snapshot, type SignedSnapshot } from '@redress/contracts/releases';
import { parsedJson } from '@redress/server/parsed-json';
import * as z from 'zod/mini';
import { knownChannelKey, type Trust } from '../keys/trust.ts';
import { acceptIndex, type HeldIndex } from './snapshot-index.ts';

/** Endless data: nothing larger is read, let alone parsed. */
export const MAX_SNAPSHOT_BYTES = 1_000_000;

export type SnapshotFault =
  | 'too-large'
  | 'malformed'
  | 'unknown-key'
  | 'bad-signature'
  | 'wrong-channel'
  | 'older'
  | 'expired'
  | 'mixed'
  | 'empty'
  | 'stale';

export class SnapshotRejected extends Error {
  override readonly name = 'SnapshotRejected';
  readonly code: SnapshotFault;
  constructor(code: SnapshotFault, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Reads a snapshot that came from anywhere. The checks are those of The Update Framework: a known key signed it, it is
 * for this product and channel, not older than what is held, not expired, and each build in it stands under its own name.
 * @param context.heldNumber - number of the snapshot in use; an older one is an attack or a stale mirror
 * @param context.isVariant - of a rollout or a preview; without it one is refused: everybody would have what few were to have
 * @param context.allowExpired - only for what was already accepted before and is kept on disk
 * @throws {SnapshotRejected}
 */
export function acceptSnapshot(
  received: unknown,
  context: {
    trust: Trust;
    channel: string;
    heldNumber: number;
    now: Date;
    allowExpired?: boolean;
    isVariant?: boolean;
  },
): { signed: SignedSnapshot; snapshot: Snapshot; index: HeldIndex | null } {
  const { trust, channel, heldNumber, now } = context;
  const signed = z.safeParse(SiteSnapshot, received);
  if (!signed.success) throw new SnapshotRejected('malformed', 'This is not a signed snapshot.');
  const { keyId, signature, payload } = signed.data;
  if (Buffer.byteLength(payload) > MAX_SNAPSHOT_BYTES)
    throw new SnapshotRejected('too-large', 'The snapshot is too large.');
  assertSignedFor({ trust, channel }, signed.data, payload, 'the snapshot');
  if (!isSnapshotText(payload)) throw new SnapshotRejected('malformed', 'What was signed is no snapshot.');
  const snapshot = z.safeParse(Snapshot, parsedJson(payload));
  if (!snapshot.success) throw new SnapshotRejected('malformed', 'The snapshot is not of a known form.');
  if (snapshot.data.channel !== channel)
    throw new SnapshotRejected('wrong-channel', `The snapshot is for ${snapshot.data.channel}, not ${channel}.`);
  if (snapshot.data.number < heldNumber)
    throw new SnapshotRejected('older', `Snapshot ${snapshot.data.number} is older than ${heldNumber}, which is held.`);
  if (!context.allowExpired && new Date(snapshot.data.expiresAt) <= now)
    throw new SnapshotRejected('expired', `Snapshot ${snapshot.data.number} expired on ${snapshot.data.expiresAt}.`);
  refuseMixed(snapshot.data);
  const { variant, preview } = snapshot.data;
  if ((variant ?? preview) && !context.isVariant)
    throw new SnapshotRejected('mixed', 'This is not the snapshot of everybody.');
  const index = acceptIndex(signed.data, trust, channel);
  return { signed: { keyId, signature, payload }, snapshot: snapshot.data, index };
}

/** @throws {SnapshotRejected} unless a key of the channel has signed this text */
export function assertSignedFor(
  { trust, channel }: { trust: Trust; channel: string },
  { keyId, signature }: { keyId: string; signature: string },
  text: string,
  what: string,
): void {
  const key = knownChannelKey(trust, channel, keyId);
  if (!key) throw new SnapshotRejected('unknown-key', `No key of the channel ${channel} signed ${what}.`);
  if (verifySignature(key, text, signature)) return;
  throw new SnapshotRejected('bad-signature', `The signature does not fit ${what}.`);
}

/** A build under another remote's name would be loaded as that remote. */
function refuseMixed(snapshot: Snapshot): void {
  const entries = Object.entries(snapshot.remotes).flatMap(([name, { current, lastGood }]) => [
    [name, current.name] as const,
    [name, lastGood?.name ?? name] as const,
  ]);
  if (snapshot.shell.name !== 'shell' || entries.some(([name, inside]) => name !== inside))
    throw new SnapshotRejected('mixed', 'A build stands under the name of another one.');
}
