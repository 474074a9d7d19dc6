/** Days without a time or a zone, `YYYY-MM-DD`: a day does not depend on where the program runs. */
export type CalendarDay = string;

const DAY_MS = 86_400_000;
const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'] as const; // prettier-ignore

interface Parts {
  year: number;
  month: number;
  day: number;
}

function partsOf(day: CalendarDay): Parts {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (!match) throw new RangeError(`not a calendar day: ${day}`);
  return { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) };
}

const instantOf = (day: CalendarDay): number => {
  const { year, month, day: date } = partsOf(day);
  return Date.UTC(year, month - 1, date);
};

const fromInstant = (ms: number): CalendarDay => new Date(ms).toISOString().slice(0, 10);

/** @param month - 1 to 12 */
export function calendarDay(year: number, month: number, day: number): CalendarDay | null {
  if (![year, month, day].every(Number.isInteger) || year < 1000 || year > 9999 || month < 1 || month > 12) return null;
  if (day < 1 || day > daysInMonth(year, month)) return null;
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** @param month - 1 to 12 */
const daysInMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/**
 * Reads a typed day: `2026-03-03`, or the American `3/3/2026`. Only real days.
 * @returns `null` when there is no such day
 */
export function parseCalendarDay(typed: string | null | undefined): CalendarDay | null {
  const text = typed?.trim() ?? '';
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (iso) return calendarDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const american = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text);
  return american ? calendarDay(Number(american[3]), Number(american[1]), Number(american[2])) : null;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** What the calendar and the clock of a zone show. */
function shownIn(timeZone: string, instantMs: number): (type: Intl.DateTimeFormatPartTypes) => string {
  // Making a format takes longer than all that it is asked in a request.
  const options = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', hourCycle: 'h23' } as const;
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, ...options });
  formats.set(timeZone, format);
  const parts = format.formatToParts(instantMs);
  return (type) => parts.find((part) => part.type === type)?.value ?? '';
}

/** Which day it is somewhere. @param timeZone - an IANA name; `UTC` by default */
export function dayInZone(instantMs: number, timeZone = 'UTC'): CalendarDay {
  const shown = shownIn(timeZone, instantMs);
  return `${shown('year').padStart(4, '0')}-${shown('month')}-${shown('day')}`;
}

/** Hour of the day, 0 to 23. */
export const hourInZone = (instantMs: number, timeZone: string): number => Number(shownIn(timeZone, instantMs)('hour'));

export const addDays = (day: CalendarDay, days: number): CalendarDay => fromInstant(instantOf(day) + days * DAY_MS);

/** The day whole months later: the same day of the month, or on the last one: for a limit, the careful side. */
export function addMonths(day: CalendarDay, months: number): CalendarDay {
  const { year, month, day: date } = partsOf(day);
  const at = year * 12 + month - 1 + months;
  const [toYear, toMonth] = [Math.floor(at / 12), (at % 12) + 1];
  const later = calendarDay(toYear, toMonth, Math.min(date, daysInMonth(toYear, toMonth)));
  if (!later) throw new RangeError(`no calendar day ${months} months after ${day}`);
  return later;
}

/** Whole years later on the same month and day. From February 29 it is February 28. */
export const addYears = (day: CalendarDay, years: number): CalendarDay => addMonths(day, years * 12);

/** Whole days from `from` to `to`; below zero when `to` is earlier. */
export const daysBetween = (from: CalendarDay, to: CalendarDay): number =>
  Math.round((instantOf(to) - instantOf(from)) / DAY_MS);

/** 0 Sunday to 6 Saturday. */
export const weekdayOf = (day: CalendarDay): number => new Date(instantOf(day)).getUTCDay();

export const yearOf = (day: CalendarDay): number => partsOf(day).year;

/** `March 3, 2026`. */
export function formatDay(day: CalendarDay): string {
  const { year, month, day: date } = partsOf(day);
  return `${MONTHS[month - 1]} ${date}, ${year}`;
}

/** `Mar 3, 2026`: short enough for one line of a list. */
export const shortDayOf = (day: CalendarDay): string => formatDay(day).replace(/^(\w{3})\w*/, '$1');
