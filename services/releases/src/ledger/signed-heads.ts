import { Snapshot } from '@redress/contracts/releases';
import * as z from 'zod/mini';
import type { ReleaseCore } from '../release-core.ts';

/** Heads of the ledger that stand in the signed snapshots of the channels: in the database, and in files beside it. */
export async function signedHeads({ keys, heads, channels }: ReleaseCore): Promise<string[]> {
  const found: string[] = [];
  for (const channel of Object.keys(keys.trust().channels)) {
    const kept = z.safeParse(z.object({ payload: z.string() }), heads.read(channel));
    const payloads = [(await channels.current(channel))?.signed.payload, kept.data?.payload];
    for (const payload of payloads) {
      const head = payload === undefined ? undefined : z.safeParse(Snapshot, JSON.parse(payload)).data?.ledger?.hash;
      if (head !== undefined) found.push(head);
    }
  }
  return found;
}
