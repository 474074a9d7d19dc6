import type { ClaimField } from '@redress/contracts';
import type { SubStepId } from '@redress/domain';

const DESCRIBED = /^(?:claimDescription|facts|objections)$/;
const CALCULATED = /^(?:claimCalculation|sumItems|agreedInterest)$/;
const PAYOUT = /^(?:venmo|cashapp|zelle|careOf|shown)/;

/** The screen an answer in the claimant's own words is given on. */
export function screenOfAnswer(field: ClaimField): SubStepId {
  if (DESCRIBED.test(field)) return 'description';
  if (CALCULATED.test(field)) return 'calculation';
  if (PAYOUT.test(field)) return 'payout';
  if (field.startsWith('incident')) return 'details';
  return field.startsWith('defendant') ? 'defendant' : 'claimant';
}
