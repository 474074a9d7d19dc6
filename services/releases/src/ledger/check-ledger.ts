import type { LedgerVerdict } from '@redress/contracts/release-api';
import { Snapshot } from '@redress/contracts/releases';
import * as z from 'zod/mini';
import type { ReleaseCore } from '../release-core.ts';
import { createLedgerCheck } from './ledger.ts';

/** Read at once: other calls are answered between two of them, and the memory holds no more. */
const BATCH = 1_000;

/** Checks the whole chain, and that it holds every head that a snapshot was signed with. @param head - noted elsewhere */
export async function checkLedger(core: ReleaseCore, head?: string): Promise<LedgerVerdict> {
  // Heads first: an entry that is added between the two readings is then in the chain and not among the heads.
  const heads = [...(head === undefined ? [] : [head]), ...(await signedHeads(core))];
  const check = createLedgerCheck(heads);
  for (let after: number | undefined; ;) {
    const rows = await core.db
      .selectFrom('releases.ledger')
      .selectAll()
      .$if(after !== undefined, (query) => query.where('seq', '>', after as number))
      .orderBy('seq')
      .limit(BATCH)
      .execute();
    for (const row of rows) check.add(row);
    if (rows.length < BATCH) return check.verdict();
    after = rows.at(-1)?.seq;
  }
}

/** Heads of the ledger that stand in the signed snapshots of the channels: in the database, and in files beside it. */
async function signedHeads({ keys, heads, channels }: ReleaseCore): Promise<string[]> {
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
