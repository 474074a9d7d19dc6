/** Small-claims limits and time limits. R8, R9 and R33. */
import { chosenSubcategories, limitKindsOf, type LimitKind } from '../categories/index.ts';
import { limitCountsFrom, limitCountsFromAtLatest, limitStartOf, type LimitStart } from '../categories/limit-start.ts';
import { claimantOf, type ClaimFormData } from '../claim/form-data.ts';
import { addDays, addMonths, addYears, daysBetween, type CalendarDay } from '../dates/calendar-day.ts';
import { isBusinessDay } from '../dates/holidays.ts';
import { amountCents } from '../money/amount.ts';
import { isConfirmed, type Fact } from './fact.ts';
import { lawRows, type LimitRule, type Perhaps } from './law-rows.ts';
import type { CourtLimit, StateFacts } from './states.ts';

export interface LimitCheck {
  /**
   * within: a small-claims court hears it. above: it does not, unless the excess is waived.
   * depends: courts of the state or kinds of claim differ, or sources do, and the amount lies between. unknown: no figure.
   */
  readonly status: 'within' | 'above' | 'depends' | 'unknown';
  readonly limitCents: number | null;
  /** Cents by which the amount is above; 0 when it is not. */
  readonly excessCents: number;
  readonly fact: Fact<number>;
  /** Lower limits of some courts, when the amount is above them. */
  readonly lowerLimits: readonly CourtLimit[];
  /** Whether a part may be given up so that the court hears the rest; false only where a text says so. */
  readonly mayGiveUp: boolean;
}

/** Whether the rules of a place let a claimant take less so that a small-claims court hears the claim. */
export const mayGiveUp = (stateCode: string): boolean =>
  lawRows(stateCode, 'procedure', 'give-up')[0]?.value['mayGiveUp'] !== false;

export const limitFact = (state: StateFacts, isBusiness: boolean): Fact<number> =>
  isBusiness ? state.businessLimit : state.limit;

export interface SizedClaim {
  readonly amountCents: number;
  /** Whether the claimant is a business. */
  readonly isBusiness: boolean;
  /** The kinds of claim, where known: some states have a lower limit for injuries. */
  readonly kinds?: readonly LimitKind[] | null;
  /** Category and subcategories of the claim. */
  readonly about?: readonly string[];
}

/** Claim of the answers, as a limit is held against it. @param cents - what is asked, where that is not their amount */
export const sizedClaimOf = (data: ClaimFormData, cents = amountCents(data.amount) ?? 0): SizedClaim => ({
  amountCents: cents,
  isBusiness: claimantOf(data).isBusiness,
  kinds: limitKindsOf(data.situation, data.disputing),
  about: [data.situation ?? '', ...chosenSubcategories(data.situation, data.disputing).map(({ value }) => value)],
});

const TORTS: ReadonlySet<LimitKind> = new Set(['injury', 'property-damage', 'fraud']);

/** Whether one of the differing limits of a state may be this claimant's. */
function mayApply({ court }: CourtLimit, claim: SizedClaim): boolean {
  if (/commercial/i.test(court)) return claim.isBusiness;
  if (/credit/i.test(court)) return !!claim.kinds?.includes('loan');
  const isContract = claim.kinds?.length && !claim.kinds.some((kind) => TORTS.has(kind));
  return !(isContract && /tort/i.test(court));
}

/** Whether a small-claims court of the state hears an amount. */
export function checkLimit(state: StateFacts, claim: SizedClaim): LimitCheck {
  const fact = limitFact(state, claim.isBusiness);
  const place = { fact, mayGiveUp: mayGiveUp(state.code) };
  if (fact.value === null) return { ...place, status: 'unknown', limitCents: null, excessCents: 0, lowerLimits: [] };
  const limitCents = fact.value;
  const excessCents = Math.max(0, claim.amountCents - limitCents);
  const lowerLimits = state.limitsByCourt.filter(
    (court) => court.limitCents < limitCents && court.limitCents < claim.amountCents && mayApply(court, claim),
  );
  const isDisputed = !isConfirmed(fact) && fact.disagreements.some((cents) => cents < claim.amountCents);
  const isUnbound = claim.about?.some((each) => state.limitNotFor.includes(each));
  const isOut = (each: string) => state.notHeard.includes(each);
  const isNotHeard = (!!claim.kinds?.length && claim.kinds.every(isOut)) || claim.about?.some(isOut);
  const depends = isNotHeard || (excessCents > 0 ? isUnbound : lowerLimits.length > 0 || isDisputed);
  const status = depends ? 'depends' : excessCents > 0 ? 'above' : 'within';
  return { ...place, status, limitCents, excessCents, lowerLimits };
}

/** `3 years`, `1 year`. */
export const periodText = ({ period: { count, unit } }: LimitRule): string =>
  `${count} ${count === 1 ? unit.slice(0, -1) : unit}`;

/** Days before the end of a time limit from which a claimant is warned. */
const ENDS_SOON_DAYS = 60;

/** One kind a claim may fall under, and what its place says of it. */
export interface KindLimit {
  readonly kind: LimitKind;
  /** `null`: no confirmed row for these facts. */
  readonly rule: LimitRule | null;
  /** Day by this rule alone; `null` where it does not count from the day the claimant gave. */
  readonly endsOn: CalendarDay | null;
}

export interface TimeLimit {
  readonly status: 'ok' | 'endsSoon' | 'passed' | 'unknown';
  /** Every kind the claim may fall under; a kind has two where two rules may hold. Empty where no kind can be named. */
  readonly limits: readonly KindLimit[];
  /** The earliest end. Named only where every kind the claim may fall under has one (R45). */
  readonly endsOn: CalendarDay | null;
  /** Whether the time has passed by every kind it may fall under. */
  readonly hasSurelyPassed: boolean;
  /** What can change the day. */
  readonly perhaps: readonly Perhaps[];
}

export interface TimedClaim {
  /** Kinds by `limitKindsOf`; `null` names no limit. */
  readonly kinds: readonly LimitKind[] | null;
  /** Event of the day `countsFrom`, by `limitStartOf`. */
  readonly start: LimitStart;
  /** Day by `limitCountsFrom`; `null` names no end: nothing is decided. */
  readonly countsFrom: CalendarDay | null;
  readonly today: CalendarDay;
  /** Only things that can be moved were harmed. */
  readonly isMovable?: boolean;
}

/** Subcategories in which no land or building is harmed. */
const MOVABLE: ReadonlySet<string> = new Set(['vehicle-collision', 'dry-cleaning', 'damage-by-shop']);

/**
 * Whether an end may be counted from the day the claimant gave. Where a text says only "accrued", from any day at which a
 * claim can arise; where it names a day, from that day alone. Never from the day of discovery or of a part payment.
 */
const countsFromThat = (start: LimitStart, { from, kind }: LimitRule): boolean =>
  from === start || from === 'accrual' || (from === 'due' && start === 'moveOut' && kind === 'deposit');

const endOf = ({ period: { count, unit } }: LimitRule, from: CalendarDay): CalendarDay =>
  unit === 'years' ? addYears(from, count) : unit === 'months' ? addMonths(from, count) : addDays(from, count);

/** Contracts can be acknowledged and paid in part; harm can be found later; the young have longer. */
export const perhapsOf = ({ kind, perhaps }: LimitRule): readonly Perhaps[] =>
  perhaps.length > 0
    ? perhaps
    : ['injury', 'property-damage', 'building-work', 'fraud'].includes(kind)
      ? ['discovery', 'minor']
      : ['minor', 'acknowledgment', 'part-payment'];

/** The rules that hold for facts of a day. Facts of a day no rule speaks of have none. */
function rulesFor(state: StateFacts, kind: LimitKind, on: CalendarDay | null): readonly LimitRule[] {
  const rules = state.limitRules[kind];
  // A rule that holds for all facts is the only one that can be named without a day.
  if (on === null) return rules.filter(({ appliesFrom, appliesBefore }) => !appliesFrom && !appliesBefore);
  return rules.filter(
    ({ appliesFrom, appliesBefore }) => (!appliesFrom || on >= appliesFrom) && (!appliesBefore || on < appliesBefore),
  );
}

/** How long a claim may still be brought. With several kinds the one that ends first counts. */
export function timeLimit(state: StateFacts, { kinds, start, countsFrom, today, isMovable }: TimedClaim): TimeLimit {
  const limits = (kinds ?? []).flatMap((kind): KindLimit[] => {
    const rules = rulesFor(state, kind, countsFrom).filter(({ isLand }) => !(isLand && isMovable));
    if (rules.length === 0) return [{ kind, rule: null, endsOn: null }];
    return rules.map((rule) => ({
      kind,
      rule,
      endsOn: countsFrom && countsFromThat(start, rule) ? endOf(rule, countsFrom) : null,
    }));
  });
  const ends = limits.flatMap(({ endsOn }) => endsOn ?? []).sort();
  const isKnown = limits.length > 0 && ends.length === limits.length;
  const endsOn = isKnown ? (ends[0] ?? null) : null;
  const daysLeft = endsOn === null ? null : daysBetween(today, endsOn);
  return {
    status: daysLeft === null ? 'unknown' : daysLeft < 0 ? 'passed' : daysLeft <= ENDS_SOON_DAYS ? 'endsSoon' : 'ok',
    limits,
    endsOn,
    hasSurelyPassed: isKnown && (ends.at(-1) ?? today) < today,
    perhaps: [...new Set(limits.flatMap(({ rule }) => (rule ? perhapsOf(rule) : [])))],
  };
}

/** What the answers of a claim say about its time. */
export const timedClaimOf = (data: ClaimFormData, today: CalendarDay): TimedClaim => ({
  kinds: limitKindsOf(data.situation, data.disputing),
  isMovable: chosenSubcategories(data.situation, data.disputing).some(({ value }) => MOVABLE.has(value)),
  start: limitStartOf(data),
  countsFrom: limitCountsFrom(data),
  today,
});

/** Whether the time to bring the claim has surely passed, by the day the claimant gave. */
export const hasTimePassed = (data: ClaimFormData, state: StateFacts | null, today: CalendarDay): boolean =>
  state !== null &&
  timeLimit(state, { ...timedClaimOf(data, today), countsFrom: limitCountsFromAtLatest(data) }).hasSurelyPassed;

/** Reasons against court papers: the time limit has passed, or the sum is above the court's limit and no part may be given up. */
export type NoPapers = 'tooLate' | 'aboveLimit';
export function whyNoPapers(data: ClaimFormData, state: StateFacts | null, today: CalendarDay): NoPapers | null {
  if (!state) return null;
  if (hasTimePassed(data, state, today)) return 'tooLate';
  const limit = checkLimit(state, sizedClaimOf(data));
  return limit.status === 'above' && !limit.mayGiveUp && isConfirmed(limit.fact) ? 'aboveLimit' : null;
}

/** The last business day before the time limit ends, with the rule it ends by; null unless its end can be named (R45). */
export function lastSafeDay(
  data: ClaimFormData,
  state: StateFacts | null,
  today: CalendarDay,
): { day: CalendarDay; rule: LimitRule } | null {
  const time = state && timeLimit(state, timedClaimOf(data, today));
  const rule = time?.limits.find(({ endsOn }) => endsOn === time.endsOn)?.rule;
  if (!time?.endsOn || !rule) return null;
  let day = addDays(time.endsOn, -1);
  while (!isBusinessDay(day)) day = addDays(day, -1);
  return { day, rule };
}
