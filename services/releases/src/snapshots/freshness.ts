import { Freshness, SignedFreshness } from '@redress/contracts/releases';
import * as z from 'zod/mini';
import type { SigningKey } from '@redress/release-client/publish';
import type { Trust } from '../keys/trust.ts';
import { assertSignedFor, SnapshotRejected } from './accept-snapshot.ts';

/** How old a statement may be. Clocks may differ by as much. */
const FRESH_MS = 10 * 60_000;

/** No snapshot or build can be passed off as a statement: what is signed begins with what it is. */
const signedText = (payload: string) => `redress freshness\n${payload}`;

/** "The channel stands at this number now." */
export function signFreshness(
  { channel, number, now }: { channel: string; number: number; now: Date },
  key: SigningKey,
): SignedFreshness {
  const statement: Freshness = { format: 1, product: 'redress', channel, number, at: now.toISOString() };
  const payload = JSON.stringify(statement);
  return { keyId: key.keyId, signature: key.sign(signedText(payload)), payload };
}

/**
 * @param received - what arrived; `null` when there was none
 * @throws {SnapshotRejected} `stale` without a statement of the last ten minutes; otherwise what is wrong with it
 */
export function acceptFreshness(
  received: unknown,
  { trust, channel, now }: { trust: Trust; channel: string; now: Date },
): { signed: SignedFreshness; statement: Freshness } {
  if (received === null)
    throw new SnapshotRejected('stale', 'The source has no statement of the current number of the channel.');
  const signed = z.safeParse(SignedFreshness, received);
  if (!signed.success) throw new SnapshotRejected('malformed', 'This is not a signed statement.');
  const { payload } = signed.data;
  assertSignedFor({ trust, channel }, signed.data, signedText(payload), 'the statement');
  const statement = z.parse(Freshness, JSON.parse(payload));
  if (statement.channel !== channel)
    throw new SnapshotRejected('wrong-channel', `The statement is for ${statement.channel}, not ${channel}.`);
  if (Math.abs(new Date(statement.at).getTime() - now.getTime()) >= FRESH_MS) {
    const message = `The statement is from ${statement.at}; the clock of this machine says ${now.toISOString()}.`;
    throw new SnapshotRejected('stale', message);
  }
  return { signed: signed.data, statement };
}
