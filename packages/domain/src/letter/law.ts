/** What the letter may say about the law: only what the data carries, worded as what a court may do. */
import { incidentPlace, type ClaimFormData, type Party } from '../claim/form-data.ts';
import { chosenSubcategories, findCategory, limitationTypesOf } from '../categories/index.ts';
import { isConfirmed, type Fact } from '../jurisdictions/fact.ts';
import { checkLimit } from '../jurisdictions/limits.ts';
import { statableDepositPeriod, statableInterest } from '../jurisdictions/money-rules.ts';
import type { StateFacts } from '../jurisdictions/states.ts';
import type { Provenance } from './letter.ts';
import { COURT, type Voice } from './wording.ts';

export interface LawSentence {
  readonly text: string;
  readonly from: Provenance;
}

const rule = (ref: string, fact: Fact<unknown>): Provenance => ({
  kind: 'rule',
  ref,
  ...(fact.citation ? { citation: fact.citation } : {}),
});

/** 0.0875 is `8.75%`. */
export const formatRate = (rate: number): string => `${Number((rate * 100).toFixed(4))}%`;

/** The days a landlord has, when it is a tenant who asks for a deposit. */
export function depositSentence(data: ClaimFormData, state: StateFacts | null): LawSentence | null {
  if (!state || !findCategory(data.situation)?.usesSecurityDepositDays) return null;
  if (!chosenSubcategories(data.situation, data.disputing).some(({ value }) => value === 'security-deposit'))
    return null;
  const period = statableDepositPeriod(state);
  if (!period) return null;
  const days = `${period.days} ${period.counts === 'business' ? 'business days' : 'days'}`;
  return {
    text: `In ${state.nameInText}, a landlord ${period.isUsual ? 'usually has' : 'has'} ${days} to return a security deposit.`,
    from: rule(`${state.code}.depositDays`, period.fact),
  };
}

const INTEREST_CATEGORIES = new Set(['debt-collection', 'broken-contract', 'broken-verbal-promise']);

/** Only for money owed under an agreement, and only where the rate is fixed and confirmed. */
export function interestSentence(data: ClaimFormData, state: StateFacts | null): LawSentence | null {
  if (!state || !INTEREST_CATEGORIES.has(data.situation ?? '')) return null;
  const fact = statableInterest(state);
  if (!fact) return null;
  return {
    text: `A court may add interest. The rate set by law in ${state.nameInText} is ${formatRate(fact.value)} a year, unless another rate applies.`,
    from: rule(`${state.code}.interest`, fact),
  };
}

/**
 * Which court is named. Its kind only when a small-claims court there hears the amount, or the excess is waived;
 * otherwise "court". Its name only where an official text gives it. A claimant who goes on with the letter only gets no court by name.
 */
export function courtSentence(
  data: ClaimFormData,
  claim: { state: StateFacts | null; claimant: Party; amountCents: number; voice: Voice; payBy: string },
): LawSentence {
  const { state, voice, payBy } = claim;
  const plain: LawSentence = { text: COURT.plain(voice, payBy), from: { kind: 'fixed', ref: 'court' } };
  if (!state || data.overLimitChoice === 'letter-only' || !incidentPlace(data).state) return plain;
  const check = checkLimit(state, {
    amountCents: claim.amountCents,
    isBusiness: claim.claimant.isBusiness,
    types: limitationTypesOf(data.situation, data.disputing),
  });
  const isHeard = check.status === 'within' || (check.status === 'above' && data.overLimitChoice === 'waive');
  if (!isHeard) return plain;
  const court = isConfirmed(state.court) ? state.court.value : null;
  return { text: COURT.named(voice, payBy, state.nameInText, court), from: rule(`${state.code}.court`, state.court) };
}
