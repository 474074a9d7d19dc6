/**
 * Days on which the United States government rests (5 U.S.C. 6103): post and courts are closed.
 * A holiday on a Saturday is kept on the Friday before, one on a Sunday on the Monday after.
 */
import { addDays, calendarDay, weekdayOf, yearOf, type CalendarDay } from './calendar-day.ts';

export interface FederalHoliday {
  readonly name: string;
  /** The day the law names. */
  readonly day: CalendarDay;
  /** The day it is kept. */
  readonly observed: CalendarDay;
}

const day = (year: number, month: number, date: number): CalendarDay => {
  const result = calendarDay(year, month, date);
  if (!result) throw new RangeError(`no such day: ${year}-${month}-${date}`);
  return result;
};

const MONDAY = 1;
const THURSDAY = 4;

function nthWeekday(year: number, month: number, weekday: number, nth: number): CalendarDay {
  const first = day(year, month, 1);
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + (nth - 1) * 7);
}

function lastMonday(year: number, month: number): CalendarDay {
  const firstOfNext = month === 12 ? day(year + 1, 1, 1) : day(year, month + 1, 1);
  const last = addDays(firstOfNext, -1);
  return addDays(last, -((weekdayOf(last) - MONDAY + 7) % 7));
}

/** Each with the first year it was observed, so that dates before it are calculated without it. */
const RULES: readonly { name: string; since: number; on: (year: number) => CalendarDay }[] = [
  { name: "New Year's Day", since: 1885, on: (year) => day(year, 1, 1) },
  { name: 'Birthday of Martin Luther King, Jr.', since: 1986, on: (year) => nthWeekday(year, 1, MONDAY, 3) },
  { name: "Washington's Birthday", since: 1971, on: (year) => nthWeekday(year, 2, MONDAY, 3) },
  { name: 'Memorial Day', since: 1971, on: (year) => lastMonday(year, 5) },
  { name: 'Juneteenth National Independence Day', since: 2021, on: (year) => day(year, 6, 19) },
  { name: 'Independence Day', since: 1885, on: (year) => day(year, 7, 4) },
  { name: 'Labor Day', since: 1894, on: (year) => nthWeekday(year, 9, MONDAY, 1) },
  { name: 'Columbus Day', since: 1971, on: (year) => nthWeekday(year, 10, MONDAY, 2) },
  // From 1971 to 1977 it was observed on the fourth Monday of October; dates that old are never calculated here.
  { name: 'Veterans Day', since: 1978, on: (year) => day(year, 11, 11) },
  { name: 'Thanksgiving Day', since: 1942, on: (year) => nthWeekday(year, 11, THURSDAY, 4) },
  { name: 'Christmas Day', since: 1885, on: (year) => day(year, 12, 25) },
];

const observedDay = (holiday: CalendarDay): CalendarDay => {
  const weekday = weekdayOf(holiday);
  return weekday === 6 ? addDays(holiday, -1) : weekday === 0 ? addDays(holiday, 1) : holiday;
};

const known = new Map<number, readonly FederalHoliday[]>();

/** Holidays the law names in a year, in order. New Year's Day may be kept on December 31 of the year before. */
export function federalHolidays(year: number): readonly FederalHoliday[] {
  // A letter counts some twenty business days: found anew for each, its holidays took half the time of composing it.
  const holidays =
    known.get(year) ??
    RULES.filter(({ since }) => year >= since).map(({ name, on }) => ({
      name,
      day: on(year),
      observed: observedDay(on(year)),
    }));
  known.set(year, holidays);
  return holidays;
}

export const federalHolidayOn = (date: CalendarDay): FederalHoliday | null =>
  [0, 1]
    .flatMap((later) => federalHolidays(yearOf(date) + later))
    .find(({ day, observed }) => day === date || observed === date) ?? null;

export const isBusinessDay = (date: CalendarDay): boolean => {
  const weekday = weekdayOf(date);
  return weekday !== 0 && weekday !== 6 && !federalHolidayOn(date);
};

/** The day itself when it is a business day, else the next one. */
export function nextBusinessDay(date: CalendarDay): CalendarDay {
  let result = date;
  while (!isBusinessDay(result)) result = addDays(result, 1);
  return result;
}

/** The `count`-th business day after `date`; `date` itself is not counted. */
export function addBusinessDays(date: CalendarDay, count: number): CalendarDay {
  let result = date;
  for (let left = count; left > 0;) {
    result = addDays(result, 1);
    if (isBusinessDay(result)) left -= 1;
  }
  return result;
}
