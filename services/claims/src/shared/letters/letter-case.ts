import { NEW_CASE, type CaseState, type ClaimCase } from '@redress/domain';
import type { MailingState } from '../mailings/mailing-tables.ts';
import type { LetterRow } from './letter.repository.ts';

const LETTER_TO_CASE: Record<LetterRow['state'], CaseState> = {
  draft: 'lettered',
  copy: 'lettered',
  approved: 'approved',
  posting: 'posting',
  posted: 'mailed',
  problem: 'rejected',
};

/** Where a claim is: its letter's state, and once it is in the mail what the carrier last said. */
export function caseStateOf(letter: Pick<LetterRow, 'state'> | null, mailing: MailingState | null): CaseState {
  if (!letter) return 'paid';
  if (letter.state === 'posted' && mailing && mailing !== 'waiting') return mailing;
  return LETTER_TO_CASE[letter.state];
}

/** The rows as the domain's table of transitions reads them. */
export const claimCaseOf = (
  letter: LetterRow,
  currentHash: string,
  paidCents: number,
  mailing: MailingState | null = null,
): ClaimCase => ({
  ...NEW_CASE,
  state: caseStateOf(letter, mailing),
  paidCents,
  revision: letter.version,
  letterHash: currentHash,
  approvedRevision: letter.approved_version,
  approvedHash: letter.approved_hash,
  windowEndsAt: letter.window_ends_at?.getTime() ?? null,
  postedAt: letter.posted_at?.getTime() ?? null,
});
