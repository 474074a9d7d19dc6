/** Papers about the money of a case that its claimant can print; `papers/case-papers.ts` writes them. */
import type { ClaimCase } from './case-file-state.ts';
import { ledgerSums } from './ledger.ts';

export const CASE_PAPERS = ['receipt', 'balance'] as const;
export type CasePaperKind = (typeof CASE_PAPERS)[number];

/** Which of them hold for the case as it stands. */
export function casePapersOf(claim: Pick<ClaimCase, 'claimedCents' | 'ledger' | 'closed'>): readonly CasePaperKind[] {
  const { receivedCents, balanceCents } = ledgerSums(claim);
  if (claim.closed === 'paid') return ['receipt'];
  return claim.closed === null && receivedCents > 0 && balanceCents > 0 ? ['balance'] : [];
}
