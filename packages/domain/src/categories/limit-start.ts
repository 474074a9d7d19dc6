/** From which day the time to go to court counts, by kind of claim (R38). */
import { addYears, parseCalendarDay, type CalendarDay } from '../dates/calendar-day.ts';
import type { ClaimFormData } from '../claim/form-data.ts';

export type LimitStart = 'happened' | 'due' | 'lastPayment' | 'discovery' | 'delivery' | 'moveOut';

/** By category; a subcategory that counts from another day stands as `category/subcategory`. */
const STARTS: Readonly<Record<string, LimitStart>> = {
  'debt-collection': 'due',
  'debt-collection/personal-loan': 'lastPayment',
  'debt-collection/promissory-note': 'lastPayment',
  'broken-contract': 'due',
  'broken-contract/goods-not-delivered': 'delivery',
  'broken-contract/late-or-partial-performance': 'delivery',
  'personal-injury': 'happened',
  'tenant-landlord': 'happened',
  'tenant-landlord/security-deposit': 'moveOut',
  'tenant-landlord/damage-to-unit': 'moveOut',
  'tenant-landlord/unpaid-rent': 'due',
  'stolen-property': 'discovery',
  'poor-construction': 'discovery',
  'product-defect': 'delivery',
  'auto-repair': 'discovery',
  'damaged-property': 'happened',
  'broken-verbal-promise': 'due',
  'broken-verbal-promise/oral-loan': 'lastPayment',
  chargeback: 'happened',
  other: 'due',
};

/** @returns the day the category counts from; with several subcategories that differ, that of the category */
export function limitStartOf({ situation, disputing }: Pick<ClaimFormData, 'situation' | 'disputing'>): LimitStart {
  const own = new Set((disputing ?? []).map((value) => STARTS[`${situation}/${value}`]));
  const [only] = own.size === 1 ? own : [undefined];
  return only ?? STARTS[situation ?? ''] ?? 'happened';
}

/** The day a time limit counts from; `null` when the claimant has not said it: then nothing is decided. */
export function limitCountsFrom(data: ClaimFormData): CalendarDay | null {
  // A day that is only about right decides nothing.
  if (limitStartOf(data) === 'happened') return data.dateIsAbout ? null : parseCalendarDay(data.date);
  return data.limitDateUnknown ? null : parseCalendarDay(data.limitDate);
}

/**
 * The latest day a time limit may count from: a day that is only about right may be a year off. A limit that has passed
 * counted from here has surely passed.
 */
export function limitCountsFromAtLatest(data: ClaimFormData): CalendarDay | null {
  const day = parseCalendarDay(data.date);
  const isAbout = limitStartOf(data) === 'happened' && data.dateIsAbout === true && day !== null;
  return isAbout ? addYears(day, 1) : limitCountsFrom(data);
}
