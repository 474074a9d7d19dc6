/** What the letter may say about the law: only what the data carries, worded as what a court may do. */
import { claimantOf, defendantOf, incidentPlace, type ClaimFormData, type Party } from '../claim/form-data.ts';
import { chosenSubcategories, findCategory } from '../categories/index.ts';
import type { CalendarDay } from '../dates/calendar-day.ts';
import { agreedRateOf } from '../facts/agreed-interest.ts';
import { isConfirmed, type Citation, type ConfirmedFact } from '../jurisdictions/fact.ts';
import { chosenDemand, depositRules, isMet, type ConditionedRule } from '../jurisdictions/demand-rules.ts';
import { checkLimit, hasTimePassed, periodText, sizedClaimOf, timedClaimOf, timeLimit, type LimitCheck } from '../jurisdictions/limits.ts'; // prettier-ignore
import { lawRows, rowCitation } from '../jurisdictions/law-rows.ts';
import { statableDepositPeriod, statableInterest } from '../jurisdictions/money-rules.ts';
import type { StateFacts } from '../jurisdictions/states.ts';
import { formatCents } from '../money/cents.ts';
import type { Provenance } from './letter.ts';
import { isAboutKeptGoods } from './subjects.ts';
import { COURT, unpaid, type Voice } from './wording.ts';

export interface LawSentence {
  readonly text: string;
  readonly from: Provenance;
}

/** @param says - what the sentence takes from the law besides the name of its text */
const rule = (ref: string, { citation }: { readonly citation: Citation | null }, says: unknown): Provenance => ({
  kind: 'rule',
  ref,
  ...(citation ? { citation } : {}),
  says: JSON.stringify([citation?.title ?? null, says]),
});

/** ` (New York General Obligations Law, section 7-108)`, where the source is a statute or rule. */
const inParentheses = ({ citation }: { readonly citation: Citation | null }): string => {
  // The section is named, not the court or agency that tells of it.
  const title = citation?.title.replace(/ \((?:as|then) .*\)$/, '') ?? '';
  return /\b(?:sections?|rule|chapter|article) \S/.test(title) ? ` (${title})` : '';
};

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
    text: `In ${state.nameInText}, a landlord ${period.isUsual ? 'usually has' : 'has'} ${days} to return a security deposit${inParentheses(period.fact)}.`,
    from: rule(`${state.code}.depositDays`, period.fact, [days, period.isUsual]),
  };
}

/** The fee for a check that came back, where a text gives it without a demand in words of its own. */
export function checkFeeSentence(data: ClaimFormData, state: StateFacts | null): LawSentence | null {
  const isCheck = chosenSubcategories(data.situation, data.disputing).some(({ value }) => value === 'bounced-check');
  const row = state && isCheck ? lawRows(state.code, 'bad-check', 'fee')[0] : undefined;
  const { feeUsd, laterFeeUsd: _, ...more } = row?.value ?? {};
  if (!state || !row || typeof feeUsd !== 'number' || Object.keys(more).length > 0) return null;
  const fact = { citation: rowCitation(row) };
  return {
    text: `The law of ${state.nameInText} lets the holder of a check that was not honored ask for a fee of up to ${formatCents(feeUsd * 100)} as well${inParentheses(fact)}.`,
    from: rule(row.id, fact, feeUsd),
  };
}

const TIMES: Readonly<Record<number, string>> = {
  1: 'the same sum again',
  1.5: 'one and a half times',
  2: 'twice',
  3: 'three times',
};

/** What a court may order where a deposit was kept against the rules. Said as the law, never as what will follow. */
function beyondDeposit({ row, citation }: ConditionedRule, place: string): string {
  const { times, of, plusUsd, badFaith, forfeits } = row.value;
  if (typeof times !== 'number')
    return forfeits === true
      ? `In ${place}, a landlord who does not follow the rules on deposits in time may keep none of it${inParentheses({ citation })}.`
      : '';
  const what =
    of === 'deposit' ? 'the deposit' : of === 'deposit-retained' ? 'the part that was kept' : 'the part wrongly kept';
  const sum = times === 1 ? `an amount equal to ${what}` : `up to ${TIMES[times] ?? `${times} times`} ${what}`;
  const plus = typeof plusUsd === 'number' ? `, plus ${formatCents(plusUsd * 100)}` : '';
  const when = badFaith === true ? 'is kept in bad faith' : 'is kept against the rules';
  return `Where a deposit ${when}, a court in ${place} may order ${sum}${plus}${inParentheses({ citation })}.`;
}

const metRules = (data: ClaimFormData, state: StateFacts | null) =>
  depositRules(data, state).filter((each) => isMet(each, data));

/** Sentences on sums that a court may order beyond a deposit; empty where the law has none, or a condition is not met. */
export const beyondSentences = (data: ClaimFormData, state: StateFacts | null): string =>
  metRules(data, state)
    .filter(({ row }) => typeof row.value['times'] === 'number')
    .map((each) => beyondDeposit(each, state?.nameInText ?? ''))
    .join(' ');

/** A multiple of the deposit, only where every condition is met by the claimant's own answers; asked for without a threat. */
export function multipleSentence(data: ClaimFormData, state: StateFacts | null, voice: Voice): LawSentence | null {
  const rules = metRules(data, state);
  const [first] = rules;
  if (!state || !first) return null;
  const sentences = rules.map((each) => beyondDeposit(each, state.nameInText)).filter(Boolean);
  const asks = beyondSentences(data, state)
    ? ` ${voice.I} ask for that only if a court has to decide. ${voice.I} would rather settle this for the amount in this letter.`
    : '';
  return {
    text: `${sentences.join(' ')}${asks}`,
    from: rule(
      first.row.id,
      first,
      rules.map(({ row, citation }) => [row.value, citation.title]),
    ),
  };
}

/** Why the date to pay by is later: the letter is the written demand a statute asks for, and gives its days. */
export function demandPeriodSentence(data: ClaimFormData, state: StateFacts | null): LawSentence | null {
  const demand = chosenDemand(data, state);
  if (!demand) return null;
  return {
    text: `This letter is also a written demand before a claim under the law of ${state?.nameInText ?? ''}${inParentheses(demand)}. It gives you ${String(demand.row.value['days'])} days to answer, and that sets the date to pay by.`,
    from: rule(demand.row.id, demand, demand.row.value['days']),
  };
}

/** Sentence that the claim is in time, by the rule that ends first; said while it is well in time. */
export function inTimeSentence(data: ClaimFormData, state: StateFacts | null, today: CalendarDay): LawSentence | null {
  if (!state) return null;
  const { status, limits, endsOn } = timeLimit(state, timedClaimOf(data, today));
  const first = limits.find((limit) => limit.endsOn === endsOn)?.rule;
  if (status !== 'ok' || !first) return null;
  const time = `${limits.length > 1 ? 'at least ' : ''}${periodText(first)}`;
  return {
    text: `The law of ${state.nameInText} gives ${time} to bring a claim like this${inParentheses(first)}, and this letter is sent within that time.`,
    from: rule(first.id, first, time),
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
export function rateBetween(data: ClaimFormData, state: StateFacts): ConfirmedFact<number> | null {
  const consumer = isConfirmed(state.consumerInterest) ? state.consumerInterest : null;
  if (defendantOf(data).isBusiness) return statableInterest(state);
  if (claimantOf(data).isBusiness) return consumer;
  return consumer ? null : statableInterest(state);
}

/** Interest, only for money owed under an agreement, only where the rate is fixed and confirmed, and while the time runs. */
export function interestSentence(
  data: ClaimFormData,
  state: StateFacts | null,
  today: CalendarDay,
): LawSentence | null {
  if (!state || !INTEREST_CATEGORIES.has(data.situation ?? '')) return null;
  if (agreedRateOf(data) || OWN_RATE.test(`${data.claimDescription ?? ''}\n${data.claimCalculation ?? ''}`))
    return null;
  const fact = rateBetween(data, state);
  if (!fact || hasTimePassed(data, state, today)) return null;
  return {
    text: `A court may add interest. The rate set by law in ${state.nameInText} is ${formatRate(fact.value)} a year${inParentheses(fact)}, unless another rate applies.`,
    from: rule(`${state.code}.interest`, fact, fact.value),
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

const limitCheck = (data: ClaimFormData, state: StateFacts, { amountCents }: CourtClaim): LimitCheck =>
  checkLimit(state, sizedClaimOf(data, amountCents));

const givesUp = ({ overLimitChoice }: ClaimFormData, { status, mayGiveUp }: LimitCheck): boolean =>
  status === 'above' && mayGiveUp && overLimitChoice === 'waive';

/** What would be asked of the court: this amount, unless the sentence before says what the law allows there (R43). */
export function courtAskSentence(data: ClaimFormData, claim: CourtClaim): LawSentence | null {
  const { state, voice } = claim;
  if (hasTimePassed(data, state, claim.today)) return null;
  if (state && givesUp(data, limitCheck(data, state, claim))) return null;
  const text = COURT.ask(voice, beyondSentences(data, state) !== '', isAboutKeptGoods(data));
  return { text, from: { kind: 'fixed', ref: 'court-ask' } };
}

/**
 * Court that is named. Its kind only when a small-claims court there hears the amount, or the excess is waived;
 * otherwise "court". Its name only where an official text gives it. A claimant who goes on with the letter only gets no court by name.
 */
export function courtSentence(data: ClaimFormData, claim: CourtClaim): LawSentence {
  const { state, voice } = claim;
  const unless = unpaid(voice, claim.payBy, isAboutKeptGoods(data));
  const plain: LawSentence = { text: COURT.plain(unless), from: { kind: 'fixed', ref: 'court' } };
  if (hasTimePassed(data, state, claim.today))
    return { text: COURT.silent(unless), from: { kind: 'fixed', ref: 'court' } };
  if (!state || data.overLimitChoice === 'letter-only' || !incidentPlace(data).state) return plain;
  const check = limitCheck(data, state, claim);
  const isGivenUp = givesUp(data, check);
  if (check.status !== 'within' && !isGivenUp) return plain;
  // A note tells of a city that has a court of its own.
  const court = isConfirmed(state.court) && !state.court.note ? state.court.value : null;
  const place = { state: state.nameInText, court };
  return {
    // A debtor reads no smaller sum than the one asked for (R43).
    text: (isGivenUp ? COURT.allowed : COURT.named)(unless, place),
    from: rule(`${state.code}.court`, state.court, court),
  };
}
