/** Interest that the parties agreed on, by its clause; asked for by the claimant's own choice alone. */
import { formatDay, parseCalendarDay, type CalendarDay } from '../dates/calendar-day.ts';
import type { ClaimFormData } from '../claim/form-data.ts';

/** One day's simple interest in dollars, to a hundredth of a cent. */
export const dailyInterest = (cents: number, rate: number): string => `$${((cents * rate) / 365 / 100).toFixed(4)}`;

interface AgreedRate {
  /** Fraction a year. */
  readonly rate: number;
  readonly percentText: string;
  readonly clause: string;
  readonly from: CalendarDay;
}

export function agreedRateOf({ agreedInterest, interestChoice }: ClaimFormData): AgreedRate | null {
  const percent = /^(\d{1,2}(?:\.\d{1,4})?) ?%?$/.exec(agreedInterest?.percent?.trim() ?? '')?.[1];
  const [clause, from] = [agreedInterest?.clause?.trim(), parseCalendarDay(agreedInterest?.from)];
  if (interestChoice !== 'ask' || !Number(percent) || !clause || !from) return null;
  return { rate: Number(percent) / 100, percentText: `${Number(percent)}%`, clause, from };
}

/**
 * The letter names the day's sum, which stays right whenever it goes out.
 * @param cents - the amount that is asked for
 * @returns empty where no rate was agreed
 */
export function agreedInterestSentence(data: ClaimFormData, cents: number): string {
  const agreed = agreedRateOf(data);
  if (!agreed) return '';
  return `Interest of ${agreed.percentText} a year was agreed (${agreed.clause}). It counts from ${formatDay(agreed.from)} and is ${dailyInterest(cents, agreed.rate)} a day. It is not part of the total.`;
}
