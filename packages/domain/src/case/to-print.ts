/** Papers about the money of a case that its claimant can print; `papers/case-papers.ts` writes them. */
import type { ClaimCase } from './case-file-state.ts';
import { lastAnswer, offerOf, planOf } from './instalments.ts';
import { ledgerSums, type Money } from './ledger.ts';

export const CASE_PAPERS = ['receipt', 'balance', 'agreement'] as const;
export type CasePaperKind = (typeof CASE_PAPERS)[number];

/** Which of them hold for the case as it stands. */
export function casePapersOf(claim: Money & Pick<ClaimCase, 'answers' | 'closed'>): readonly CasePaperKind[] {
  const { receivedCents, balanceCents } = ledgerSums(claim);
  if (claim.closed === 'paid') return ['receipt'];
  if (claim.closed !== null || balanceCents === 0) return [];
  // An offer is about what was open then. Until it is signed nobody signs another sum than what is open now.
  const isOffered =
    planOf(claim) !== null || (lastAnswer(claim)?.kind === 'offer' && offerOf(claim)?.sumCents === balanceCents);
  return [...(isOffered ? (['agreement'] as const) : []), ...(receivedCents > 0 ? (['balance'] as const) : [])];
}
