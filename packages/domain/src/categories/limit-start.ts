/** From which day the time to go to court counts, by kind of claim (R38). */
import { addYears, parseCalendarDay, type CalendarDay } from '../dates/calendar-day.ts';
import type { ClaimFormData } from '../claim/form-data.ts';
import type { ClaimFact } from '../facts/rows.ts';

export const LIMIT_STARTS = ['happened', 'due', 'delivery', 'moveOut'] as const;
export type LimitStart = (typeof LIMIT_STARTS)[number];

/**
 * By category; a subcategory that counts from another day stands as `category/subcategory`. The day harm was found and a
 * part payment can change an end and are never counted from: no claim is asked for them.
 */
const STARTS: Readonly<Record<string, LimitStart>> = {
  'debt-collection': 'due',
  'broken-contract': 'due',
  'broken-contract/goods-not-delivered': 'delivery',
  'broken-contract/late-or-partial-performance': 'delivery',
  'tenant-landlord/security-deposit': 'moveOut',
  'tenant-landlord/damage-to-unit': 'moveOut',
  'tenant-landlord/unpaid-rent': 'due',
  'product-defect': 'delivery',
  'auto-repair/used-car-sale': 'delivery',
  'broken-verbal-promise': 'due',
  'broken-verbal-promise/oral-sale': 'delivery',
  other: 'due',
};

/** @returns the day the category counts from; with several subcategories that differ, that of the category */
export function limitStartOf({ situation, disputing }: Pick<ClaimFormData, 'situation' | 'disputing'>): LimitStart {
  const own = new Set((disputing ?? []).map((value) => STARTS[`${situation}/${value}`]));
  const [only] = own.size === 1 ? own : [undefined];
  return only ?? STARTS[situation ?? ''] ?? 'happened';
}

/** Questions of rows whose day a limit may count from (`ClaimFact.asks`). */
export const LIMIT_ROWS: Readonly<Record<string, LimitStart>> = {
  happened: 'happened',
  due: 'due',
  delivered: 'delivery',
  'moved-out': 'moveOut',
};

/** The row that answers the question for the day a limit counts from, once it says a day or that none is known. */
const limitRow = (data: ClaimFormData): ClaimFact | undefined =>
  data.facts?.find(
    ({ asks, day, dayIs, happened }) =>
      LIMIT_ROWS[asks ?? ''] === limitStartOf(data) && (day?.trim() || dayIs === 'unknown' || happened === false),
  );

/** Before `limitDateOf` was kept these were asked for the day of the last payment, which may be too late a day. */
const FORMER_LOANS: ReadonlySet<string> = new Set(['personal-loan', 'promissory-note', 'oral-loan']);

/** Whether the day given is the day that is asked for now: the category, or the question, may have changed since. */
const isDayAskedFor = (data: ClaimFormData): boolean =>
  data.limitDateOf
    ? data.limitDateOf === limitStartOf(data)
    : !(data.disputing ?? []).some((value) => FORMER_LOANS.has(value));

/** The same day as the first step was told it; `null` where it was not. */
function dayGiven(data: ClaimFormData): CalendarDay | null {
  // A day that is only about right decides nothing.
  if (limitStartOf(data) === 'happened') return data.dateIsAbout ? null : parseCalendarDay(data.date);
  return data.limitDateUnknown || !isDayAskedFor(data) ? null : parseCalendarDay(data.limitDate);
}

/** The day a limit counts from, as rows and as the first step tell it. Where both do, the row is used. */
export const limitDays = (data: ClaimFormData) => ({ row: limitRow(data), given: dayGiven(data) });

/** The day a time limit counts from; `null` when the claimant has not said it: then nothing is decided. */
export function limitCountsFrom(data: ClaimFormData): CalendarDay | null {
  const row = limitRow(data);
  return row ? (row.dayIs === 'exact' && row.happened !== false ? parseCalendarDay(row.day) : null) : dayGiven(data);
}

/**
 * The latest day a time limit may count from: a day that is only about right may be a year off. A limit that has passed
 * counted from here has surely passed.
 */
export function limitCountsFromAtLatest(data: ClaimFormData): CalendarDay | null {
  const row = limitRow(data);
  const day = parseCalendarDay(row ? row.day : data.date);
  if (row) return row.dayIs === 'about' && row.happened !== false && day ? addYears(day, 1) : limitCountsFrom(data);
  const isAbout = limitStartOf(data) === 'happened' && data.dateIsAbout === true && day !== null;
  return isAbout ? addYears(day, 1) : limitCountsFrom(data);
}
