/** Rates: sales tax of an order, interest of a claim, days for a deposit. */
import type { CalendarDay } from '../dates/calendar-day.ts';
import { isConfirmed, type ConfirmedFact, type Fact } from './fact.ts';
import type { StateFacts } from './states.ts';

/**
 * The state's sales tax on a day.
 * @param on - the day of the order; matters where a rate has just changed
 */
export function taxRateOn(state: StateFacts, on?: CalendarDay): Fact<number> {
  if (!on || !state.taxEffectiveFrom || on >= state.taxEffectiveFrom) return state.tax;
  const before = state.tax.disagreements[0];
  return before === undefined ? state.tax : { ...state.tax, value: before, disagreements: [] };
}

/**
 * States whose printed rate is not a plain one on money owed under an agreement, as their notes say:
 * Alaska's prejudgment rate varies; Colorado's compounds; the District's is for loans; Massachusetts' runs from filing;
 * Missouri's after demand; Nebraska's for written instruments.
 */
const NOT_PLAIN = new Set(['AK', 'CO', 'DC', 'MA', 'MO', 'NE']);

/**
 * The yearly rate a letter may name for money owed under an agreement: fixed, with an official source, and plain.
 * @returns `null` where the data does not carry that far; then a letter says nothing about interest
 */
export function statableInterest(state: StateFacts): ConfirmedFact<number> | null {
  if (state.interestKind !== 'fixed' || NOT_PLAIN.has(state.code)) return null;
  return isConfirmed(state.interest) && state.interest.value > 0 ? state.interest : null;
}

export interface DepositPeriod {
  readonly days: number;
  readonly counts: StateFacts['depositCounts'];
  /** The note names cases in which it is longer or shorter. */
  readonly isUsual: boolean;
  readonly fact: ConfirmedFact<number>;
}

/** How long a landlord has to return a deposit, where the statute was read. */
export function statableDepositPeriod(state: StateFacts): DepositPeriod | null {
  const fact = state.depositDays;
  if (!isConfirmed(fact)) return null;
  return {
    days: fact.value,
    counts: state.depositCounts,
    isUsual: fact.note !== null || fact.disagreements.length > 0,
    fact,
  };
}
