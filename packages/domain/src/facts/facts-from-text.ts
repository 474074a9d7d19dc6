/**
 * Rows proposed from a paragraph, by rules. The person confirms each; a sentence that no row is made of stays text. Only the day
 * and the subject are taken out of the words: the rest stays as it was written.
 */
import { calendarDay, type CalendarDay } from '../dates/calendar-day.ts';
import { sentenceSpans } from '../letter/sentences.ts';
import type { ClaimFact, FactActor } from './rows.ts';
import { agree, isAdverb } from './verbs.ts';

export interface ProposedFact {
  readonly row: Omit<ClaimFact, 'id'>;
  /** The sentence it comes from, and where it stands. */
  readonly sentence: string;
  readonly at: number;
  readonly end: number;
  /** No year was written: it is the last such day. */
  readonly isYearGuessed: boolean;
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const MONTH = String.raw`(jan(?:uary|\.)?|feb(?:ruary|\.)?|mar(?:ch|\.)?|apr(?:il|\.)?|may|june?\.?|july?\.?|aug(?:ust|\.)?|sept?(?:ember|\.)?|oct(?:ober|\.)?|nov(?:ember|\.)?|dec(?:ember|\.)?)`;
const DATE = String.raw`(?:${MONTH} (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?|(?:the )?(\d{1,2})(?:st|nd|rd|th)? (?:of )?${MONTH}(?:,? (\d{4}))?|(\d{1,2})/(\d{1,2})/(\d{4}|\d{2})|(\d{4})-(\d{2})-(\d{2}))`;
const PART = String.raw`(?:${MONTH},? (\d{4})|(\d{4}))`;
const ANY_DAY = new RegExp(String.raw`(?<![\d/$])(?:${DATE})(?![\d/])`, 'giu');
/** Only what stands after one of these says when; "by", "until", "from" say another day. */
const WHEN = new RegExp(String.raw`(?<!\p{L})(on or about|on about|on|around|about) (?:${DATE})(?![\d/])`, 'iu');
const WHEN_PART = new RegExp(String.raw`(?<!\p{L})(in about|in|around|about) ${PART}(?![\d/-]|,\d)`, 'iu');

const twoDigits = (value: string): string => value.padStart(2, '0');
const monthOf = (name: string): number => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;

interface Found {
  readonly day: string;
  readonly isAbout: boolean;
  readonly isYearGuessed: boolean;
  /** The sentence without it. */
  readonly rest: string;
}

/** The last such day up to today. */
function lastDay(month: number, day: number, today: CalendarDay): CalendarDay | null {
  const year = Number(today.slice(0, 4));
  const candidates = [year, year - 1, year - 2, year - 3, year - 4].map((each) => calendarDay(each, month, day));
  return candidates.find((each) => each !== null && each <= today) ?? null;
}

/** Of a year with two digits: no matter is due more than ten years from now. */
const inCentury = (year: string, today: CalendarDay): string =>
  Number(`20${year}`) > Number(today.slice(0, 4)) + 10 ? `19${year}` : `20${year}`;

const without = (sentence: string, at: number, length: number): string => {
  const [before, after] = [sentence.slice(0, at), sentence.slice(at + length)];
  const closes = /^[.!?;,]/u.test(after);
  return `${closes ? before.trimEnd() : before}${closes ? after : after.trimStart()}`.replace(/^[,\s]+/u, '').trim();
};

function wholeDay(sentence: string, today: CalendarDay): Found | null {
  // Two days in a sentence: which one it was is not said for sure.
  const match = WHEN.exec(sentence);
  if (!match || (sentence.match(ANY_DAY) ?? []).length > 1) return null;
  const [whole, lead = '', m1, d1, y1, d2, m2, y2, m3, d3, y3, y4, m4, d4] = match;
  const month = (m1 ?? m2) ? monthOf(m1 ?? m2 ?? '') : Number(m3 ?? m4);
  const date = Number(d1 ?? d2 ?? d3 ?? d4);
  const year = y1 ?? y2 ?? (y3?.length === 2 ? inCentury(y3, today) : y3) ?? y4;
  const day = year ? calendarDay(Number(year), month, date) : lastDay(month, date, today);
  if (!day) return null;
  const rest = without(sentence, match.index, whole.length);
  return { day, isAbout: /about|around/iu.test(lead), isYearGuessed: !year, rest };
}

function partOfDay(sentence: string): Found | null {
  if ((sentence.match(ANY_DAY) ?? []).length > 0) return null;
  const match = WHEN_PART.exec(sentence);
  if (!match) return null;
  const [whole, , month, yearOfMonth, year] = match;
  const day = month ? `${yearOfMonth}-${twoDigits(String(monthOf(month)))}` : (year ?? '');
  const number = Number(day.slice(0, 4));
  if (number < 1900 || number > 2100) return null;
  return { day, isAbout: true, isYearGuessed: false, rest: without(sentence, match.index, whole.length) };
}

const SUBJECTS: readonly (readonly [RegExp, FactActor])[] = [
  [/^you and i\s+/iu, 'both'],
  [/^we(?: both)?\s+(?=agreed|signed|met|talked|spoke|decided|shook)/iu, 'both'],
  [/^i(?:\s+|(?=['’](?:m|ve|ll)\s))/iu, 'me'],
  [/^you(?:\s+|(?=['’](?:re|ve|ll)\s))/iu, 'them'],
];
const CONTRACTED: Readonly<Record<string, string>> = { m: 'am', re: 'are', ve: 'have', ll: 'will' };

/** Who did it and what, where the sentence begins with a subject and a verb that are known. */
function told(sentence: string): Pick<ClaimFact, 'who' | 'what'> | null {
  for (const [pattern, who] of SUBJECTS) {
    const match = pattern.exec(sentence);
    if (!match) continue;
    const what = sentence
      .slice(match[0].length)
      .replace(/^['’](m|re|ve|ll)(?=\s)/iu, (_, tail: string) => CONTRACTED[tail.toLowerCase()] ?? '');
    const verb = what.split(/[\s.,;!?]+/u).find((word) => !isAdverb(word.toLowerCase())) ?? '';
    return agree(verb, who === 'me' ? 'first' : 'second') === null ? null : { who, what };
  }
  return null;
}

/** What is so now, or is wanted, is no event. */
const IS_NO_FACT = /^(?:am|are|is|will|want|need|think|believe|know|may|can|could|would|should|disagree)\b/iu;

/** @param now.today - where the claimant is: a day without a year is the last such day */
export function factsFromText(text: string, { today }: { readonly today: CalendarDay }): readonly ProposedFact[] {
  return sentenceSpans(text).flatMap(({ at, end }): ProposedFact[] => {
    const sentence = text.slice(at, end);
    if (sentence.endsWith('?')) return [];
    const found = wholeDay(sentence, today) ?? partOfDay(sentence);
    const rest = found?.rest ?? sentence;
    const actor = told(rest);
    const isEvent = actor !== null && !IS_NO_FACT.test(actor.what ?? '');
    if (!isEvent && (!found || /^(?:i|you|we)['’]d\s|^(?:my|your) \p{L}+ and i\s/iu.test(rest))) return [];
    const day = found
      ? { day: found.day, dayIs: found.isAbout ? ('about' as const) : ('exact' as const) }
      : { day: '', dayIs: 'unknown' as const };
    const row = { ...(isEvent ? actor : { what: rest }), ...day };
    return [{ row, sentence, at, end, isYearGuessed: found?.isYearGuessed ?? false }];
  });
}
