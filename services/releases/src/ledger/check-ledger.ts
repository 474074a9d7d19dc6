import type { LedgerVerdict } from '@redress/contracts/release-api';
import type { ReleaseCore } from '../release-core.ts';
import { verifyLedger } from './ledger.ts';
import { signedHeads } from './signed-heads.ts';

/** Checks the whole chain, and that it holds every head that a snapshot was signed with. @param head - noted elsewhere */
export async function checkLedger(core: ReleaseCore, head?: string): Promise<LedgerVerdict> {
  // Heads first: an entry that is added between the two readings is then in the chain and not among the heads.
  const heads = [...(head === undefined ? [] : [head]), ...(await signedHeads(core))];
  const rows = await core.db.selectFrom('releases.ledger').selectAll().orderBy('seq').execute();
  return verifyLedger(rows, heads);
}
