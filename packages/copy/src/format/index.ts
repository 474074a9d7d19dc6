import { currentLocale, type Locale } from '../locale.ts';

const TAGS: Record<Locale, string> = { en: 'en-US', tr: 'tr-TR' };
const made = new Map<string, Intl.DateTimeFormat>();

function formatter(name: string, options: Intl.DateTimeFormatOptions, locale: Locale): Intl.DateTimeFormat {
  const key = `${locale} ${name}`;
  let found = made.get(key);
  if (!found) made.set(key, (found = new Intl.DateTimeFormat(TAGS[locale], options)));
  return found;
}

/**
 * "March 3, 2026" from a calendar day; a day has no time zone, so it is never shifted by one.
 * @param day - `YYYY-MM-DD`
 */
export function longDay(day: string, locale: Locale = currentLocale()): string {
  const instant = new Date(`${day.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(instant.getTime())) return day;
  return formatter('day', { dateStyle: 'long', timeZone: 'UTC' }, locale).format(instant);
}

/**
 * "Mar 2026": a month where there is little room.
 * @param month - `YYYY-MM`
 */
export function shortMonth(month: string, locale: Locale = currentLocale()): string {
  const instant = new Date(`${month.slice(0, 7)}-01T00:00:00Z`);
  if (Number.isNaN(instant.getTime())) return month;
  return formatter('month', { month: 'short', year: 'numeric', timeZone: 'UTC' }, locale).format(instant);
}

/**
 * "Mar 3", with the year when it is another one than now: where there is little room.
 * @param day - `YYYY-MM-DD`
 */
export function shortDay(day: string, now = new Date(), locale: Locale = currentLocale()): string {
  const instant = new Date(`${day.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(instant.getTime()) ? day : shortDate(instant, now, 'UTC', locale);
}

/** The same of an instant, in the reader's own time zone or a named one. */
export function shortDate(
  instant: string | number | Date,
  now = new Date(),
  timeZone?: string,
  locale: Locale = currentLocale(),
): string {
  const year = formatter(`year ${timeZone}`, { year: 'numeric', timeZone }, locale);
  const at = instantOf(instant);
  const isThisYear = year.format(at) === year.format(now);
  return formatter(
    `short ${timeZone} ${isThisYear}`,
    { month: 'short', day: 'numeric', ...(isThisYear ? {} : { year: 'numeric' }), timeZone },
    locale,
  ).format(at);
}

/** "Mar 3, 2026": in a list, where days of two years may stand. */
export const listedDate = (instant: string | number | Date): string => shortDate(instant, new Date(0));

const instantOf = (value: string | number | Date) => (value instanceof Date ? value : new Date(value));

/** "Thursday", of a day such as `2026-12-03`. */
export const weekday = (day: string, locale: Locale = currentLocale()): string =>
  formatter('weekday', { weekday: 'long', timeZone: 'UTC' }, locale).format(instantOf(day));

/** "March 3, 2026" for the reader's own time zone, or a named one. */
export const longDate = (
  instant: string | number | Date,
  timeZone?: string,
  locale: Locale = currentLocale(),
): string => formatter(`date ${timeZone}`, { dateStyle: 'long', timeZone }, locale).format(instantOf(instant));

/** "2:02 PM" on the reader's own clock: 12 hours, as all times here are written (R35). */
export const clockTime = (
  instant: string | number | Date,
  timeZone?: string,
  locale: Locale = currentLocale(),
): string =>
  formatter(`clock ${timeZone}`, { hour: 'numeric', minute: '2-digit', hour12: true, timeZone }, locale)
    .format(instantOf(instant))
    .replaceAll('\u202f', ' ');

/** Time of day with its zone, `2:02 PM CST`; for deadlines. */
export const clockAndZone = (
  instant: string | number | Date,
  timeZone?: string,
  locale: Locale = currentLocale(),
): string =>
  formatter(
    `clock and zone ${timeZone}`,
    { hour: 'numeric', minute: '2-digit', hour12: true, timeZone, timeZoneName: 'short' },
    locale,
  )
    .format(instantOf(instant))
    .replaceAll('\u202f', ' ');

/** "March 3, 2026 at 2:02 PM CST": in the reader's zone with its short name, as the language says it in a sentence. */
export const dateAndTime = (
  instant: string | number | Date,
  timeZone?: string,
  locale: Locale = currentLocale(),
): string =>
  formatter(
    `moment ${timeZone}`,
    {
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      hour12: true,
      timeZone,
      timeZoneName: 'short',
    },
    locale,
  )
    .format(instantOf(instant))
    // The narrow space that ICU puts before AM and PM is missing in many fonts.
    .replaceAll('\u202f', ' ');
