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

/** Days before the end of a time limit from which a claimant is warned. */
const ENDS_SOON_DAYS = 60;

export interface TimeLimit {
  readonly status: 'ok' | 'endsSoon' | 'passed' | 'unknown';
  readonly type: LimitationType | null;
  readonly years: number | null;
  /** The last day, by the plain rule: years after the day it happened. */
  readonly endsOn: CalendarDay | null;
  /** Below zero when it has passed. */
  readonly daysLeft: number | null;
  /** An earlier end that holds where the harm rests on carelessness; worth acting on. */
  readonly earlierEndsOn: CalendarDay | null;
  readonly fact: Fact<number> | null;
}

interface DatedYears {
  readonly types: readonly LimitationType[];
  /** The years hold for what happened before this day. */
  readonly before: CalendarDay;
  readonly years: number;
}

/** Rules that were changed or repealed: they speak of earlier facts alone. The tests hold this to the notes of the data. */
const DATED: Readonly<Record<string, readonly DatedYears[]>> = {
  FL: [{ types: ['personal_injury'], before: '2023-03-24', years: 4 }],
  KY: [{ types: ['written_contract'], before: '2014-07-16', years: 15 }],
  LA: [{ types: ['personal_injury', 'property_damage'], before: '2024-07-01', years: 1 }],
};

/** A shorter time that holds where the harm rests on carelessness, for facts from a day on. */
const CARELESSNESS: Readonly<Record<string, { types: readonly LimitationType[]; from: CalendarDay; years: number }>> = {
  FL: { types: ['property_damage'], from: '2023-03-24', years: 2 },
};

const UNKNOWN = { status: 'unknown', years: null, endsOn: null, daysLeft: null, earlierEndsOn: null } as const;

function limitOfType(
  state: StateFacts,
  type: LimitationType,
  countsFrom: CalendarDay | null,
  today: CalendarDay,
): TimeLimit {
  const base = state.limitation[type];
  if (base.value === null || countsFrom === null) return { ...UNKNOWN, type, years: base.value, fact: base };
  const dated = DATED[state.code]?.find(({ types, before }) => types.includes(type) && countsFrom < before);
  const years = dated?.years ?? base.value;
  const endsOn = addYears(countsFrom, years);
  const daysLeft = daysBetween(today, endsOn);
  const careless = CARELESSNESS[state.code];
  const isShorter = careless?.types.includes(type) && countsFrom >= careless.from;
  return {
    status: daysLeft < 0 ? 'passed' : daysLeft <= ENDS_SOON_DAYS ? 'endsSoon' : 'ok',
    type,
    years,
    endsOn,
    daysLeft,
    earlierEndsOn: careless && isShorter ? addYears(countsFrom, careless.years) : null,
    // An older rule has no citation of its own: the text that was read is the one in force now.
    fact: dated ? { ...base, value: years, citation: null, note: null } : base,
  };
}

/**
 * How long a claim may still be brought. With several kinds the one that ends first counts.
 * @param claim.types - from `limitationTypesOf`; empty gives `unknown`, so that no date is shown
 * @param claim.countsFrom - from `limitCountsFrom`; `null` gives `unknown`: nothing is decided
 */
export function timeLimit(
  state: StateFacts,
  claim: { types: readonly LimitationType[]; countsFrom: CalendarDay | null; today: CalendarDay },
): TimeLimit {
  const limits = claim.types.map((type) => limitOfType(state, type, claim.countsFrom, claim.today));
  const first = limits
    .filter(({ endsOn }) => endsOn !== null)
    .sort((a, b) => ((a.endsOn ?? '') < (b.endsOn ?? '') ? -1 : 1))[0];
  return first ?? limits[0] ?? { ...UNKNOWN, type: null, fact: null };
}

/** Whether the time to bring the claim has surely passed, by the day the claimant gave. */
export const hasTimePassed = (
  state: StateFacts,
  claim: { types: readonly LimitationType[]; countsFrom: CalendarDay | null; today: CalendarDay },
): boolean => timeLimit(state, claim).status === 'passed';
