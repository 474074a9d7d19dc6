/** By which day a demand letter asks to be paid. */
import { addDays, type CalendarDay } from './calendar-day.ts';
import { addBusinessDays, nextBusinessDay } from './holidays.ts';

/** A state's own rule for how long the other side has to answer a demand. */
export interface AnswerPeriod {
  readonly days: number;
  readonly counts: 'calendar' | 'business';
}

/** Public guides range from 4 to 30 days; two weeks from delivery is used where no rule is known. */
const DEFAULT_ANSWER_PERIOD: AnswerPeriod = { days: 14, counts: 'calendar' };
/** How long certified mail is expected to take: an expectation, not a promise. */
const EXPECTED_MAIL_BUSINESS_DAYS = 5;

export interface PayBy {
  readonly expectedDelivery: CalendarDay;
  /** Never a weekend or a federal holiday. */
  readonly payBy: CalendarDay;
}

/**
 * Rule data first, else 14 days from the expected delivery; moved off weekends and federal holidays to the next business day.
 * @param mailedOn - the day the letter is expected to be posted
 */
export function payByDay(mailedOn: CalendarDay, rule: AnswerPeriod | null = null): PayBy {
  const { days, counts } = rule ?? DEFAULT_ANSWER_PERIOD;
  const expectedDelivery = addBusinessDays(mailedOn, EXPECTED_MAIL_BUSINESS_DAYS);
  const end = counts === 'business' ? addBusinessDays(expectedDelivery, days) : addDays(expectedDelivery, days);
  return { expectedDelivery, payBy: nextBusinessDay(end) };
}
