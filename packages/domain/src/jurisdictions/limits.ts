/** Small-claims limits and time limits. R8, R9 and R33. */
import type { LimitationType } from '../categories/index.ts';
import { addYears, daysBetween, type CalendarDay } from '../dates/calendar-day.ts';
import { isConfirmed, type Fact } from './fact.ts';
import type { CourtLimit, StateFacts } from './states.ts';

export interface LimitCheck {
  /**
   * within: a small-claims court hears it. above: it does not, unless the excess is waived.
   * depends: courts of the state differ, or sources do, and the amount lies between. unknown: no figure.
   */
  readonly status: 'within' | 'above' | 'depends' | 'unknown';
  readonly limitCents: number | null;
  /** By how much the amount is above; 0 when it is not. */
  readonly excessCents: number;
  readonly fact: Fact<number>;
  /** Lower limits of some courts, when the amount is above them. */
  readonly lowerLimits: readonly CourtLimit[];
}

export const limitFact = (state: StateFacts, isBusiness: boolean): Fact<number> =>
  isBusiness ? state.businessLimit : state.limit;

/** Whether one of the differing limits of a state may be this claimant's. */
function mayApply({ court }: CourtLimit, claim: { isBusiness: boolean; types?: readonly LimitationType[] }): boolean {
  if (/commercial/i.test(court)) return claim.isBusiness;
  const isContract = claim.types?.length && claim.types.every((type) => type.endsWith('_contract'));
  return !(isContract && /tort/i.test(court));
}

/**
 * Whether a small-claims court of the state hears an amount.
 * @param claim.isBusiness - whether the claimant is a business
 * @param claim.types - the kinds of claim, where known: some states have a lower limit for injuries
 */
export function checkLimit(
  state: StateFacts,
  claim: { amountCents: number; isBusiness: boolean; types?: readonly LimitationType[] },
): LimitCheck {
  const fact = limitFact(state, claim.isBusiness);
  if (fact.value === null) return { status: 'unknown', limitCents: null, excessCents: 0, fact, lowerLimits: [] };
  const limitCents = fact.value;
  const excessCents = Math.max(0, claim.amountCents - limitCents);
  const lowerLimits = state.limitsByCourt.filter(
    (court) => court.limitCents < limitCents && court.limitCents < claim.amountCents && mayApply(court, claim),
  );
  const isDisputed =
    !isConfirmed(fact) &&
    fact.disagreements.some(({ value }) => typeof value === 'number' && value < claim.amountCents);
  const status = excessCents > 0 ? 'above' : lowerLimits.length > 0 || isDisputed ? 'depends' : 'within';
  return { status, limitCents, excessCents, fact, lowerLimits };
}

/** Days before the end of a time limit from which a claimant is told. */
export const ENDS_SOON_DAYS = 60;

export interface TimeLimit {
  readonly status: 'ok' | 'endsSoon' | 'passed' | 'unknown';
  readonly type: LimitationType | null;
  readonly years: number | null;
  /** The last day, by the plain rule: years after the day it happened. */
  readonly endsOn: CalendarDay | null;
  /** Below zero when it has passed. */
  readonly daysLeft: number | null;
  /** An earlier end another reading of the rule gives; worth acting on. */
  readonly earlierEndsOn: CalendarDay | null;
  readonly fact: Fact<number> | null;
}

/** Where the notes of the data say that the years depend on when it happened; the tests hold this to the notes. */
const BEFORE: Readonly<Record<string, { before: CalendarDay; types: readonly LimitationType[]; years: number }>> = {
  LA: { before: '2024-07-01', types: ['personal_injury', 'property_damage'], years: 1 },
};
/** Where the notes advise a claimant to plan for a shorter time. */
const PLAN_FOR: Readonly<Record<string, Partial<Record<LimitationType, number>>>> = {
  FL: { property_damage: 2 },
};

function limitOfType(state: StateFacts, type: LimitationType, happenedOn: CalendarDay, today: CalendarDay): TimeLimit {
  const base = state.limitation[type];
  const dated = BEFORE[state.code];
  const isOld = dated?.types.includes(type) && happenedOn < dated.before;
  const fact = isOld && dated ? { ...base, value: dated.years } : base;
  if (fact.value === null)
    return { status: 'unknown', type, years: null, endsOn: null, daysLeft: null, earlierEndsOn: null, fact };

  const endsOn = addYears(happenedOn, fact.value);
  const daysLeft = daysBetween(today, endsOn);
  const shorter = [PLAN_FOR[state.code]?.[type], ...(isOld ? [] : fact.disagreements.map(({ value }) => value))].filter(
    (years): years is number => typeof years === 'number' && years < (fact.value ?? 0),
  );
  return {
    status: daysLeft < 0 ? 'passed' : daysLeft <= ENDS_SOON_DAYS ? 'endsSoon' : 'ok',
    type,
    years: fact.value,
    endsOn,
    daysLeft,
    earlierEndsOn: shorter.length ? addYears(happenedOn, Math.min(...shorter)) : null,
    fact,
  };
}

/**
 * How long a claim may still be brought. With several kinds the one that ends first counts.
 * @param claim.types - from `limitationTypesOf`; empty gives `unknown`, so that no date is shown
 */
export function timeLimit(
  state: StateFacts,
  claim: { types: readonly LimitationType[]; happenedOn: CalendarDay; today: CalendarDay },
): TimeLimit {
  const limits = claim.types.map((type) => limitOfType(state, type, claim.happenedOn, claim.today));
  const first = limits
    .filter(({ endsOn }) => endsOn !== null)
    .sort((a, b) => ((a.endsOn ?? '') < (b.endsOn ?? '') ? -1 : 1))[0];
  return (
    first ??
    limits[0] ?? {
      status: 'unknown',
      type: null,
      years: null,
      endsOn: null,
      daysLeft: null,
      earlierEndsOn: null,
      fact: null,
    }
  );
}
