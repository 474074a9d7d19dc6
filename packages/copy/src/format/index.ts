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
export function longDay(day: string, locale = currentLocale()): string {
  const instant = new Date(`${day.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(instant.getTime())) return day;
  return formatter('day', { dateStyle: 'long', timeZone: 'UTC' }, locale).format(instant);
}

/**
 * "Mar 2026": a month where there is little room.
 * @param month - `YYYY-MM`
 */
export function shortMonth(month: string, locale = currentLocale()): string {
  const instant = new Date(`${month.slice(0, 7)}-01T00:00:00Z`);
  if (Number.isNaN(instant.getTime())) return month;
  return formatter('month', { month: 'short', year: 'numeric', timeZone: 'UTC' }, locale).format(instant);
}

/**
 * "Mar 3", with the year when it is another one than now: where there is little room.
 * @param day - `YYYY-MM-DD`
 */
export function shortDay(day: string, now = new Date(), locale = currentLocale()): string {
  const instant = new Date(`${day.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(instant.getTime()) ? day : shortDate(instant, now, 'UTC', locale);
}

/** What these functions write in the reader's own time zone, or in a named one. */
type Moment = string | number | Date;
const instantOf = (value: Moment) => (value instanceof Date ? value : new Date(value));

/** `Mar 3` of an instant. */
export function shortDate(instant: Moment, now = new Date(), timeZone?: string, locale = currentLocale()): string {
  const year = formatter(`year ${timeZone}`, { year: 'numeric', timeZone }, locale);
  const at = instantOf(instant);
  const isThisYear = year.format(at) === year.format(now);
  const shown: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric', timeZone };
  if (!isThisYear) shown.year = 'numeric';
  return formatter(`short ${timeZone} ${isThisYear}`, shown, locale).format(at);
}

/** "Mar 3, 2026": in a list, where days of two years may stand. */
export const listedDate = (instant: Moment): string => shortDate(instant, new Date(0));

/** "Thursday", of a day such as `2026-12-03`. */
export const weekday = (day: string, locale = currentLocale()): string =>
  formatter('weekday', { weekday: 'long', timeZone: 'UTC' }, locale).format(instantOf(day));

/** "March 3, 2026". */
export const longDate = (instant: Moment, timeZone?: string, locale = currentLocale()): string =>
  formatter(`date ${timeZone}`, { dateStyle: 'long', timeZone }, locale).format(instantOf(instant));

const CLOCK = { hour: 'numeric', minute: '2-digit', hour12: true } as const;
const LONG_DAY = { year: 'numeric', month: 'long', day: 'numeric' } as const;

/** Times as they are written here: 12 hours (R35), and no narrow space before AM and PM, which many fonts lack. */
const timed =
  (name: string, options: Intl.DateTimeFormatOptions) =>
  (instant: Moment, timeZone?: string, locale = currentLocale()): string =>
    formatter(`${name} ${timeZone}`, { ...CLOCK, ...options, timeZone }, locale)
      .format(instantOf(instant))
      .replaceAll('\u202f', ' ');

/** "2:02 PM". */
export const clockTime = timed('clock', {});

/** Time of day with its zone, `2:02 PM CST`; for deadlines. */
export const clockAndZone = timed('clock and zone', { timeZoneName: 'short' });

/** "March 3, 2026 at 2:02 PM CST": with the short name of the zone, as the language says it in a sentence. */
export const dateAndTime = timed('moment', { ...LONG_DAY, timeZoneName: 'short' });
