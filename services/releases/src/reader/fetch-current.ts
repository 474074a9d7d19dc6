import type { SignedFreshness } from '@redress/contracts/releases';
import type { Trust } from '../keys/trust.ts';
import { acceptSnapshot, SnapshotRejected } from '../snapshots/accept-snapshot.ts';
import { acceptFreshness } from '../snapshots/freshness.ts';
import type { SnapshotSource } from './source.ts';

/**
 * Asks a source for its snapshot, with the statement that it is the one the channel stands at.
 * @param heldNumber - number of the newest snapshot known so far
 * @returns the statement, and the snapshot as received; `null` when the channel has none
 * @throws {SnapshotRejected} for an old snapshot, however well signed
 */
export async function fetchCurrent(
  source: Pick<SnapshotSource, 'fetch' | 'freshness'>,
  context: { trust: Trust; channel: string; heldNumber: number; now: Date },
): Promise<{ freshness: SignedFreshness; received: unknown }> {
  const { channel } = context;
  const [first, stated] = await Promise.all([source.fetch(channel), source.freshness(channel)]);
  if (!first && !stated && context.heldNumber === 0) {
    const message = `The channel ${channel} has no snapshot yet: publish a shell and remotes first.`;
    throw new SnapshotRejected('empty', message);
  }
  const { signed: freshness, statement } = acceptFreshness(stated, context);
  if (!first) return { freshness, received: null };
  const numberOf = (answer: unknown) => acceptSnapshot(answer, context).snapshot.number;
  // It may have changed while the statement was on its way: then it is asked for once more.
  const received = numberOf(first) < statement.number ? await source.fetch(channel) : first;
  const number = numberOf(received);
  if (number < statement.number) {
    const message = `The source gives snapshot ${number}; the channel stands at ${statement.number}.`;
    throw new SnapshotRejected('older', message);
  }
  return { freshness, received };
}
