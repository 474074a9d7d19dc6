/**
 * Warnings about a letter: what it no longer says, what sounds wrong, and every place the gate finds (`gate/`).
 */
import warnings from '../../data/letter-warnings.json' with { type: 'json' };
import { formatDay, type CalendarDay } from '../dates/calendar-day.ts';
import { formatCents } from '../money/cents.ts';
import { screenText } from './gate/gate.ts';
import type { ClassAKind, ClassBKind } from './gate/kinds.ts';

export type WarningCode = keyof typeof warnings.texts;

export interface LetterWarning {
  readonly code: WarningCode;
  /** The words found; empty for something missing. */
  readonly excerpt: string;
  /** Where they begin in the text; -1 for something missing. */
  readonly at: number;
}

/** What the claimant is told about each. */
export const WARNING_TEXTS: Readonly<Record<WarningCode, string>> = warnings.texts;

type StoppedKind = ClassAKind | ClassBKind;
const CODES = warnings.codes satisfies Record<StoppedKind, string> as Readonly<Record<StoppedKind, WarningCode>>;

const PATTERNS: readonly (readonly [WarningCode, RegExp])[] = [
  ['tone.insult', /\b(?:idiots?|morons?|scumbags?|liars?|crooks?|thie(?:f|ves)|scams?|scammers?|scammed|fraudsters?|con (?:artist|man)|stupid|disgusting|deadbeats?|slumlord|shameless|pathetic|disgrace(?:ful)?|outrageous(?:ly)?|incompetent|greedy|bastards?|assholes?|bitch(?:es)?|damn)\b/iu],
  ['tone.lawyer', /\b(?:hereby|herein(?:after)?|pursuant to|aforementioned|aforesaid|cease and desist|my (?:attorney|lawyer|legal team)|legal counsel|fullest extent of the law|esq\.?|without prejudice|govern yourself accordingly|time is of the essence)(?!\w)/iu],
  ['tone.finalNotice', /\b(?:final|last) (?:notice|warning|chance|demand)\b/iu],
  ['claim.outcome', /\b(?:you will lose|I will win|we will win|the (?:judge|court) will (?:rule|order|find|decide|side|make)|guaranteed? to win|you have no (?:case|defen[cs]e))\b/iu],
  ['claim.courtPaper', /\b(?:summons|you are (?:hereby )?(?:being )?(?:sued|served)|court order|subpoena|case (?:no\.|number))/iu],
]; // prettier-ignore

/** Amounts are written with and without thousands' commas and, for whole dollars, without cents. */
function namesAmount(text: string, cents: number): boolean {
  const full = formatCents(cents).slice(1);
  const forms = [full, full.replaceAll(',', '')];
  if (cents % 100 === 0) forms.push(...forms.map((form) => form.slice(0, -3)));
  return forms.some((form) => new RegExp(`(?<![\\d.,])${form.replaceAll('.', '\\.')}(?![\\d]|[.,]\\d)`).test(text));
}

function namesDay(text: string, day: CalendarDay): boolean {
  const [year = '', month = '', date = ''] = day.split('-');
  const american = [`${Number(month)}/${Number(date)}/${year}`, `${month}/${date}/${year}`];
  const long = formatDay(day);
  return [long, long.replace(',', ''), day, ...american].some((form) =>
    text.toLowerCase().includes(form.toLowerCase()),
  );
}

const comparable = (text: string): string => text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();

/**
 * Looks through a letter.
 * @param facts - what the letter must still say
 * @returns warnings in the order of the text, the missing ones first; empty when nothing is found
 */
export function checkLetter(
  text: string,
  facts: { amountCents: number; payBy: CalendarDay; claimantName: string; defendantName: string },
): readonly LetterWarning[] {
  const whole = comparable(text);
  const missing: [WarningCode, boolean][] = [
    ['missing.amount', !namesAmount(text, facts.amountCents)],
    ['missing.payBy', !namesDay(text.replace(/\s+/g, ' '), facts.payBy)],
    ['missing.claimant', !whole.includes(comparable(facts.claimantName))],
    ['missing.defendant', !whole.includes(comparable(facts.defendantName))],
  ];
  const found = PATTERNS.flatMap(([code, pattern]): LetterWarning[] => {
    const match = pattern.exec(text);
    return match ? [{ code, excerpt: match[0], at: match.index }] : [];
  });
  const stopped = screenText(text).map(({ kind, sentence, at }): LetterWarning => ({
    code: CODES[kind],
    excerpt: sentence,
    at,
  }));
  const seen = new Set<string>();
  return [
    ...missing.filter(([, isMissing]) => isMissing).map(([code]): LetterWarning => ({ code, excerpt: '', at: -1 })),
    ...[...found, ...stopped].sort((a, b) => a.at - b.at),
  ].filter(({ code, at }) => {
    const key = `${code}:${at}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
