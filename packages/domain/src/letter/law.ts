/** What the letter may say about the law: only what the data carries, worded as what a court may do. */
import { claimantOf, defendantOf, incidentPlace, type ClaimFormData, type Party } from '../claim/form-data.ts';
import { chosenSubcategories, findCategory, limitationTypesOf } from '../categories/index.ts';
import type { CalendarDay } from '../dates/calendar-day.ts';
import { isConfirmed, type ConfirmedFact, type Fact } from '../jurisdictions/fact.ts';
import { limitCountsFromAtLatest } from '../categories/limit-start.ts';
import { checkLimit, hasTimePassed, type LimitCheck } from '../jurisdictions/limits.ts';
import { statableDepositPeriod, statableInterest } from '../jurisdictions/money-rules.ts';
import type { StateFacts } from '../jurisdictions/states.ts';
import { formatCents } from '../money/cents.ts';
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

/** ` (New York General Obligations Law, section 7-108)`, where the source is a statute. */
const inParentheses = ({ citation }: Fact<unknown>): string =>
  citation && /\bsections? \S/.test(citation.title) ? ` (${citation.title})` : '';

/** 0.0875 is `8.75%`. */
export const formatRate = (rate: number): string => `${Number((rate * 100).toFixed(4))}%`;

/** By the day the claimant gave the time has surely passed: then neither court nor interest is spoken of. */
const isTooLate = (data: ClaimFormData, state: StateFacts | null, today: CalendarDay): boolean =>
  state !== null &&
  hasTimePassed(state, {
    types: limitationTypesOf(data.situation, data.disputing),
    countsFrom: limitCountsFromAtLatest(data),
    today,
  });

/** The days a landlord has, when it is a tenant who asks for a deposit. */
export function depositSentence(data: ClaimFormData, state: StateFacts | null): LawSentence | null {
  if (!state || !findCategory(data.situation)?.usesSecurityDepositDays) return null;
  if (!chosenSubcategories(data.situation, data.disputing).some(({ value }) => value === 'security-deposit'))
    return null;
  const period = statableDepositPeriod(state);
  if (!period) return null;
  const days = `${period.days} ${period.counts === 'business' ? 'business days' : 'days'}`;
  return {
    text: `In ${state.nameInText}, a landlord ${period.isUsual ? 'usually has' : 'has'} ${days} to return a security deposit${inParentheses(period.fact)}.`,
    from: rule(`${state.code}.depositDays`, period.fact),
  };
}

/** A rate the claimant names is the one agreed; a second one beside it would contradict it. */
const OWN_RATE =
  /\d(?:[.,]\d+)?\s*(?:%|percent\b|per\s?cent\b)|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve)\s+per\s?cent\b|\bA\.?P\.?R\b/i;

const INTEREST_CATEGORIES = new Set(['debt-collection', 'broken-contract', 'broken-verbal-promise']);

/**
 * The rate that is right for who asks whom. A business that asks a person may name a checked consumer rate alone; where
 * the state has one, a person who asks a person names none, since their debt may be a consumer's or not.
 */
function rateBetween(data: ClaimFormData, state: StateFacts): ConfirmedFact<number> | null {
  const consumer = isConfirmed(state.consumerInterest) ? state.consumerInterest : null;
  if (defendantOf(data).isBusiness) return statableInterest(state);
  if (claimantOf(data).isBusiness) return consumer;
  return consumer ? null : statableInterest(state);
}

/** Only for money owed under an agreement, only where the rate is fixed and confirmed, and while the time runs. */
export function interestSentence(
  data: ClaimFormData,
  state: StateFacts | null,
  today: CalendarDay,
): LawSentence | null {
  if (!state || !INTEREST_CATEGORIES.has(data.situation ?? '')) return null;
  if (OWN_RATE.test(`${data.claimDescription ?? ''}\n${data.claimCalculation ?? ''}`)) return null;
  const fact = rateBetween(data, state);
  if (!fact || isTooLate(data, state, today)) return null;
  return {
    text: `A court may add interest. The rate set by law in ${state.nameInText} is ${formatRate(fact.value)} a year${inParentheses(fact)}, unless another rate applies.`,
    from: rule(`${state.code}.interest`, fact),
  };
}

export interface CourtClaim {
  readonly state: StateFacts | null;
  readonly claimant: Party;
  readonly amountCents: number;
  readonly voice: Voice;
  readonly payBy: string;
  /** The day of the letter. */
  readonly today: CalendarDay;
}

const limitCheck = (data: ClaimFormData, state: StateFacts, { amountCents, claimant }: CourtClaim): LimitCheck =>
  checkLimit(state, {
    amountCents,
    isBusiness: claimant.isBusiness,
    types: limitationTypesOf(data.situation, data.disputing),
  });

/**
 * What would be asked of the court. The letter asks for the whole sum; a claimant who gives up the excess could ask a
 * small-claims court for its limit, and the letter says so (R38).
 */
export function courtAskSentence(data: ClaimFormData, claim: CourtClaim): LawSentence | null {
  const { state, voice, amountCents } = claim;
  if (isTooLate(data, state, claim.today)) return null;
  const check = state && limitCheck(data, state, claim);
  if (state && check?.status === 'above' && check.limitCents !== null && data.overLimitChoice === 'waive')
    return {
      text: COURT.askLimit(
        voice,
        formatCents(amountCents),
        `${formatCents(check.limitCents)}${inParentheses(check.fact)}`,
      ),
      from: rule(`${state.code}.limit`, check.fact),
    };
  return { text: COURT.ask(voice), from: { kind: 'fixed', ref: 'court-ask' } };
}

/**
 * Which court is named. Its kind only when a small-claims court there hears the amount, or the excess is waived;
 * otherwise "court". Its name only where an official text gives it. A claimant who goes on with the letter only gets no court by name.
 */
export function courtSentence(data: ClaimFormData, claim: CourtClaim): LawSentence {
  const { state, voice, payBy } = claim;
  const plain: LawSentence = { text: COURT.plain(voice, payBy), from: { kind: 'fixed', ref: 'court' } };
  if (isTooLate(data, state, claim.today))
    return { text: COURT.silent(voice, payBy), from: { kind: 'fixed', ref: 'court' } };
  if (!state || data.overLimitChoice === 'letter-only' || !incidentPlace(data).state) return plain;
  const check = limitCheck(data, state, claim);
  const isHeard = check.status === 'within' || (check.status === 'above' && data.overLimitChoice === 'waive');
  if (!isHeard) return plain;
  const court = isConfirmed(state.court) ? state.court.value : null;
  return { text: COURT.named(voice, payBy, state.nameInText, court), from: rule(`${state.code}.court`, state.court) };
}
