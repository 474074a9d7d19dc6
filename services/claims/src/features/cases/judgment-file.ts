import type { CaseFile } from '@redress/contracts';
import { defendantOf, incidentPlace, shownClaimantOf } from '@redress/domain';
import { afterJudgment, alsoOweOf, type JudgmentStep } from '@redress/domain/papers';
import type { Known } from '../../shared/cases/known-case.ts';
import { findState } from '../../shared/reference/tax.ts';

const stepFile = ({ asks, says, row }: JudgmentStep) => ({
  asks,
  says,
  note: row?.note ?? '',
  rule: row?.title ?? '',
  url: row?.url ?? '',
});

/** What the paper after a decision says, for the page of the case; null while no decision was typed. */
export function judgmentFile({
  claim: { court, claimedCents: askedCents },
  session: { formData },
}: Known): CaseFile['judgment'] {
  if (!court?.judgmentDay) return null;
  const [claimant, defendant] = [shownClaimantOf(formData), defendantOf(formData)];
  const state = findState(incidentPlace(formData).state);
  const guide = afterJudgment({
    claimant,
    defendant,
    alsoOwe: alsoOweOf(formData),
    state,
    court,
    askedCents,
    limit: null,
  });
  return {
    ...guide,
    first: [...guide.first],
    ways: guide.ways.map(stepFile),
    satisfaction: stepFile(guide.satisfaction),
    lost: [...guide.lost],
  };
}
