/**
 * Rows proposed from a paragraph, by rules. The person confirms each; a sentence that no row is made of stays text. Only the day
 * and the subject are taken out of the words: the rest stays as it was written.
 */
import { calendarDay, type CalendarDay } from '../dates/calendar-day.ts';
import { sentenceSpans } from '../letter/sentences.ts';
import type { ClaimFact, FactActor } from './rows.ts';
import { agree, CONTRACTED, isAdverb, wouldOrHad } from './verbs.ts';

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
const WEEKDAY = String.raw`(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,? )?`;
const YEAR = String.raw`(?:of )?(\d{4}|['’]\d{2}|(?:last|this) year)`;
const DATE = String.raw`${WEEKDAY}(?:${MONTH} (\d{1,2})(?:st|nd|rd|th)?(?:,? ${YEAR})?|(?:the )?(\d{1,2})(?:st|nd|rd|th)? (?:of )?${MONTH}(?:,? ${YEAR})?|(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})|(\d{4})-(\d{2})-(\d{2}))(?:, an? (?:mon|tues|wednes|thurs|fri|satur|sun)day)?(?![\d/]|[.-]\d)`;
const ANY_DAY = new RegExp(String.raw`(?<![\p{L}\d/$]|\d[.-])${DATE}`, 'giu');
const LEAD = String.raw`(on or about|on about|on|around|about|(?:early |late )?(?:in|on) the (?:early |late )?(?:morning|afternoon|evening|night) of)`;
/** Before a day, these say another one than the event's, or name a thing by its day. */
const NO_LEAD =
  'a|about|after|an|and|around|as|at|be|before|between|by|dated|due|for|from|her|his|in|is|my|no|of|on|or|our|since|than|that|the|their|this|through|till?|to|until|was|were|your';
const WHEN = new RegExp(
  String.raw`(?:(?:^back |(?<!\p{L})(?<!(?:is|are|was|were) ))${LEAD} |^|(?<=[\p{L}\d] )(?<!(?<!\p{L})(?:${NO_LEAD}) ))${DATE}`,
  'giu',
);
/** Words behind a day that has no such word: `OPENS` behind one that begins the sentence, `CLOSES` behind one that ends what is told. */
const OPENS = /^(?:[,:]| ?[-–—])? (?:i|you|we|they|he|she|it|the|an?|my|your|our|his|her|their)\s/iu;
const CLOSES = /^(?:$|[.,;!]| (?:after|and|at|because|before|but|by|during|for|in|to|when|with|without)\s)/iu;
const WHEN_PART = new RegExp(
  String.raw`(?:^back |(?<!\p{L}))(in about|in|around|about) (?:(?:early |mid[ -]|late )?${MONTH},? ${YEAR}|(\d{4}))(?![\d/-]|,\d)`,
  'iu',
);
/** The year of a day that is written without one is told by these. */
const OTHER_YEAR = /(?:last|that|same|next|following|previous) year|years? (?:ago|before|earlier|later|after)/iu;
/** The day behind it is one that was promised, asked for or due, or that of another clause. */
const OF_ANOTHER = new RegExp(
  String.raw`(?<!\p{L})(?:would|will|shall|should|must|could|which|who|that(?! on\s)|(?<!(?:is|was|were|became) )due|(?:promis|agre|offer|plann|suppos|schedul|expect|ask|want|intend)ed (?:\p{L}+ ){0,3}to|(?:going|told (?:me|us|you)|said) to|(?<!^(?:you|(?:my|your) \p{L}+) )(?:and|but|or|so|then|after|although|because|before|if|since|until|when|where|while|claimed|heard|knew|said|thought|told \p{L}+|wrote) (?:i|you|we|they|he|she|it|there))(?!\p{L})|['’]ll(?!\p{L})`,
  'iu',
);
/** A thing with the clause that names it: "the couch you delivered". */
const NAMED_THING = /^(?:the|an?|my|your|our|his|her|their)(?: (?!and )\p{L}+){1,3} (?:i|we|they|he|she|you) (.*)$/iu;
const isOfAnother = (text: string, at: number): boolean =>
  OF_ANOTHER.test(text.slice(text.lastIndexOf(';', at) + 1, at));
/** More days of the same list. */
const MORE_DAYS = new RegExp(
  String.raw`^(?:,? (?:and|or|to|through|&)|,| ?[-–]) ?(?:on )?(?:the )?(?:${MONTH}(?=$|[,.;]| (?:and|or|\d))|\d{1,2}(?:/\d|(?:st|nd|rd|th)?(?=$|[,.;]| (?:and|or)\s)))`,
  'iu',
);
const QUOTED = /“[^”]*”|"[^"]*"/gu;

const monthOf = (name: string): number => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;

/** The last such day up to today. */
const lastDay = (month: number, day: number, today: CalendarDay): CalendarDay | null =>
  [0, 1, 2, 3, 4]
    .map((ago) => calendarDay(Number(today.slice(0, 4)) - ago, month, day))
    .find((each) => each && each <= today) ?? null;

/** Of a year with two digits: no matter is due more than ten years from now. */
const yearOf = (written: string, today: CalendarDay): number =>
  /year/iu.test(written)
    ? Number(today.slice(0, 4)) - Number(/last/iu.test(written))
    : Number(
        written.length === 4
          ? written
          : `${Number(`20${written.slice(-2)}`) > Number(today.slice(0, 4)) + 10 ? 19 : 20}${written.slice(-2)}`,
      );

/** Without the commas on both sides of what is taken out, where there are two, and without one before another mark. */
const without = (sentence: string, at: number, length: number, instead = ''): string =>
  `${sentence.slice(0, at)}\0${instead}${sentence.slice(at + length)}`
    .replace(/, \0,(?=\s)|[,\s]*\0(?=[.!?;,])|\0\s*/u, '')
    .replace(/^(?:[,:\s]|[-–—](?=\s))+/u, '')
    .trim();

/** Whether each word of a text, without adverbs, is known to be a verb. */
const verbsOf = (text: string): readonly boolean[] =>
  (text.match(/[\p{L}'’]+/gu) ?? [])
    .filter((word) => !isAdverb(word.toLowerCase()))
    .map((word) => agree(word, 'third') !== null || wouldOrHad(word) === 'had');

/** A day with the sentence without it. */
function wholeDay(sentence: string, unquoted: string, today: CalendarDay) {
  const behind = ({ 0: whole, index }: RegExpExecArray) => unquoted.slice(index + whole.length);
  const match = [...unquoted.matchAll(WHEN)].find(
    (each) => each[1] ?? (each.index === 0 ? OPENS : CLOSES).test(behind(each)),
  );
  if (!match) return null;
  const after = behind(match);
  // Of two days in a sentence the row takes the one that begins it, or the one whose neighbour stands in another clause.
  const [clause = ''] = after.split(/(?<!\p{L})(?:that|which|who|because|since|although|when)(?!\p{L})/iu);
  const daysOf = (text: string) => (text.match(ANY_DAY) ?? []).length;
  const isOne =
    match.index === 0 || daysOf(unquoted) === 1 || (daysOf(clause) === 0 && daysOf(unquoted) === 1 + daysOf(after));
  // Two verbs around the day are a thing's, which the day belongs to: "the car bought on June 3 broke down".
  const before = unquoted.slice(0, match.index);
  const isOfThing =
    verbsOf(NAMED_THING.exec(before)?.[1] ?? '').lastIndexOf(true) === 0 ||
    (/^ /u.test(after) && verbsOf(after)[0] && verbsOf(before).includes(true));
  if (!isOne || isOfThing || MORE_DAYS.test(after) || isOfAnother(unquoted, match.index)) return null;
  const [whole, lead = '', m1, d1, y1, d2, m2, y2, m3, d3, y3, y4, m4, d4] = match;
  const [month, date] = [Number(m3 ?? m4) || monthOf(m1 ?? m2 ?? ''), Number(d1 ?? d2 ?? d3 ?? d4)];
  const year = y1 ?? y2 ?? y3 ?? y4;
  const day = year ? calendarDay(yearOf(year, today), month, date) : lastDay(month, date, today);
  if (!day || (!year && OTHER_YEAR.test(unquoted))) return null;
  // "on the night of" the day is "at night" with it.
  const [part] = /(?:early |late )?(?:in|on) the .*(?= of$)/iu.exec(lead) ?? [];
  const rest = without(
    sentence,
    match.index,
    whole.length,
    part?.replace(/(?:in|on) the (?=night)/iu, 'at ').replace(/on (?=the)/iu, 'in '),
  );
  return { day, isAbout: /about|around/iu.test(lead), isYearGuessed: !year, rest };
}

function partOfDay(sentence: string, unquoted: string, today: CalendarDay) {
  const match = WHEN_PART.exec(unquoted);
  if (!match || unquoted.search(ANY_DAY) >= 0 || isOfAnother(unquoted, match.index)) return null;
  const [whole, , month, yearOfMonth, year] = match;
  const day = month ? `${yearOf(yearOfMonth ?? '', today)}-${String(monthOf(month)).padStart(2, '0')}` : (year ?? '');
  if (!/^(?:19|20)\d\d/u.test(day)) return null;
  return { day, isAbout: true, isYearGuessed: false, rest: without(sentence, match.index, whole.length) };
}

const SUBJECTS: readonly (readonly [RegExp, FactActor])[] = [
  [/^you and i\s+/iu, 'both'],
  [/^we(?: both)?\s+(?=agreed|signed|met|talked|spoke|decided|shook)/iu, 'both'],
  [/^i(?:\s+|(?=['’](?:m|ve|ll)\s))/iu, 'me'],
  [/^you(?:\s+|(?=['’](?:re|ve|ll)\s))/iu, 'them'],
];

/** Who did it and what, where the sentence begins with a subject and a verb that are known. */
function told(sentence: string): Pick<ClaimFact, 'who' | 'what'> | null {
  const [subject, who] = SUBJECTS.find(([pattern]) => pattern.test(sentence)) ?? [];
  if (!subject || !who) return null;
  const what = sentence
    .replace(subject, '')
    .replace(/^['’](m|re|ve|ll)(?=\s)/iu, (_, tail: string) => CONTRACTED[tail.toLowerCase()] ?? '');
  const verb = what.split(/[\s.,;!?]+/u).find((word) => !isAdverb(word.toLowerCase())) ?? '';
  return agree(verb, who === 'me' ? 'first' : 'second') === null ? null : { who, what };
}

/** What is so now, or is wanted, is no event. */
const IS_NO_FACT = /^(?:am|are|is|will|want|need|think|believe|know|may|can|could|would|should|disagree)\b/iu;

/** @param now.today - where the claimant is: a day without a year is the last such day */
export function factsFromText(text: string, { today }: { readonly today: CalendarDay }): readonly ProposedFact[] {
  return sentenceSpans(text).flatMap(({ at, end }): ProposedFact[] => {
    const sentence = text.slice(at, end);
    if (sentence.endsWith('?')) return [];
    // Days inside quotation marks are left out: they are not the day on which the words were said.
    const unquoted = sentence.replace(QUOTED, (words) => '_'.repeat(words.length));
    const found = wholeDay(sentence, unquoted, today) ?? partOfDay(sentence, unquoted, today);
    const rest = found?.rest ?? sentence;
    const actor = told(rest);
    const isEvent = actor !== null && !IS_NO_FACT.test(actor.what ?? '');
    if (!isEvent && (!found || /^(?:i|you|we)['’]d\s/iu.test(rest))) return [];
    const dayIs = !found ? 'unknown' : found.isAbout ? 'about' : 'exact';
    const row = { ...(isEvent ? actor : { what: rest }), day: found?.day ?? '', dayIs } as const;
    return [{ row, sentence, at, end, isYearGuessed: found?.isYearGuessed ?? false }];
  });
}
