/** A letter carries the day it goes out: dated anew, day and date to pay by change and nothing else (R35). */
import { addDays, formatDay, parseCalendarDay, type CalendarDay } from '../dates/calendar-day.ts';
import { payByDay, type AnswerPeriod } from '../dates/pay-by.ts';
import { isWrittenIn } from './align-parts.ts';
import type { LetterPart } from './letter.ts';

export interface LetterDays {
  /** At the top, and under the signature. */
  readonly letterDay: CalendarDay;
  readonly payBy: CalendarDay;
}

/** The days of a letter that goes out on a day. */
export const letterDaysOn = (day: CalendarDay, rule: AnswerPeriod | null): LetterDays => ({
  letterDay: day,
  payBy: payByDay(day, rule).payBy,
});

/** The claimant's own account and sums: a date in them is a fact, whatever day the letter goes out. */
const ACCOUNT_FIELDS = new Set([
  'claimDescription',
  'claimCalculation',
  'facts',
  'sumItems',
  'objections',
  'agreedInterest',
  'recipients',
  'date',
]);
const isAccount = ({ from }: LetterPart): boolean => from.kind === 'answer' && ACCOUNT_FIELDS.has(from.ref);

const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December';
const DATE = new RegExp(
  `\\b(${MONTHS}) (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})\\b|\\b(\\d{1,2}/\\d{1,2}/\\d{4}|\\d{4}-\\d{2}-\\d{2})\\b`,
  'gi',
);
const MONTH_NAMES = MONTHS.toLowerCase().split('|');

function daysIn(text: string): CalendarDay[] {
  return [...text.matchAll(DATE)].flatMap(([, month, day, year, numeric]) => {
    const at = MONTH_NAMES.indexOf(month?.toLowerCase() ?? '');
    return parseCalendarDay(numeric ?? `${at + 1}/${day}/${year}`) ?? [];
  });
}

const carriesDay = ({ kind }: LetterPart): boolean => kind === 'date' || kind === 'signature';
const ASKING = new Set(['opening', 'request']);

/** The day a letter carries, as its words say it now: an old text put back carries its old day. */
export const letterDayIn = (parts: readonly LetterPart[], written: LetterDays): CalendarDay =>
  daysIn(parts.find(({ kind }) => kind === 'date')?.text ?? '')[0] ?? written.letterDay;

/**
 * By which day a letter asks to be paid, as its words say it now.
 * @returns the earliest day of the sentences that ask, else of the sender's own sentences; `null` where none is named
 */
export function payByIn(parts: readonly LetterPart[], { letterDay }: LetterDays): CalendarDay | null {
  const asking = parts.filter(({ id }) => ASKING.has(id)).flatMap(({ text }) => daysIn(text));
  const own = parts.filter(isWrittenIn).flatMap(({ text }) => daysIn(text));
  const days = asking.length > 0 ? asking : own.filter((day) => day > letterDay);
  return days.sort()[0] ?? null;
}

/** A reader has this long to answer after the letter is expected. */
const LEAST_DAYS_TO_ANSWER = 7;

/** The earliest date to pay by a letter posted on a day may name. */
export const earliestPayBy = (postedOn: CalendarDay): CalendarDay =>
  addDays(payByDay(postedOn).expectedDelivery, LEAST_DAYS_TO_ANSWER);

/**
 * The same parts with new days in place of the old ones. A date to pay by of the claimant's own choice stays while it
 * leaves the reader time to answer.
 * @param written - the days the letter was written with
 */
export function redateParts(parts: readonly LetterPart[], written: LetterDays, to: LetterDays): readonly LetterPart[] {
  const asked = payByIn(parts, written) ?? written.payBy;
  const isOwnChoice = asked !== written.payBy && asked >= earliestPayBy(to.letterDay);
  return parts.map((part) => {
    if (isAccount(part)) return part;
    if (carriesDay(part)) return { ...part, text: part.text.replace(DATE, () => formatDay(to.letterDay)) };
    return isOwnChoice ? part : { ...part, text: part.text.replaceAll(formatDay(asked), () => formatDay(to.payBy)) };
  });
}
