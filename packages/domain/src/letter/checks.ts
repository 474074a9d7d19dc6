/**
 * Warnings about a letter: what it no longer says, what sounds wrong, and every place the gate finds (`gate/`).
 */
import { formatDay, type CalendarDay } from '../dates/calendar-day.ts';
import { formatCents } from '../money/cents.ts';
import { screenText } from './gate/gate.ts';
import type { ClassAKind, ClassBKind } from './gate/kinds.ts';

export type WarningCode =
  | 'threat.police'
  | 'threat.prosecution'
  | 'threat.immigration'
  | 'threat.employer'
  | 'threat.family'
  | 'threat.press'
  | 'threat.reviews'
  | 'threat.credit'
  | 'threat.violence'
  | 'threat.home'
  | 'threat.children'
  | 'threat.neighbors'
  | 'threat.photos'
  | 'threat.license'
  | 'threat.publicity'
  | 'threat.collectors'
  | 'detail.health'
  | 'number.ssn'
  | 'number.taxpayer'
  | 'number.card'
  | 'number.account'
  | 'number.identity'
  | 'missing.amount'
  | 'missing.payBy'
  | 'missing.claimant'
  | 'missing.defendant'
  | 'tone.insult'
  | 'tone.lawyer'
  | 'tone.finalNotice'
  | 'claim.outcome'
  | 'claim.courtPaper';

export interface LetterWarning {
  readonly code: WarningCode;
  /** The words found; empty for something missing. */
  readonly excerpt: string;
  /** Where they begin in the text; -1 for something missing. */
  readonly at: number;
}

/** What the claimant is told about each. */
export const WARNING_TEXTS: Readonly<Record<WarningCode, string>> = {
  'threat.police': 'Asking for money under the threat of calling the police can be a crime. Take this out.',
  'threat.prosecution': 'Asking for money under the threat of criminal charges can be a crime. Take this out.',
  'threat.immigration': 'A threat about immigration status can be a crime. Take this out.',
  'threat.employer': 'A threat to tell an employer can be unlawful. Take this out.',
  'threat.family': 'A threat to tell family or friends can be unlawful. Take this out.',
  'threat.press': 'A threat to go to the press can be unlawful. Take this out.',
  'threat.reviews': 'A threat to post reviews or go public can be unlawful. Take this out.',
  'threat.credit': 'A threat about a credit report can be unlawful. Take this out.',
  'threat.violence': 'This can be read as a threat of harm. Take this out.',
  'threat.home': 'A warning about coming to a home can be read as a threat. Take this out.',
  'threat.children': 'Words about children or animals of the other side can be read as a threat. Take this out.',
  'threat.neighbors': 'A threat to tell neighbors can be unlawful. Take this out.',
  'threat.photos': 'A threat to show pictures of a person around can be unlawful. Take this out.',
  'threat.license': 'A threat about a license can be unlawful. Take this out.',
  'threat.publicity': 'A threat to make this public can be unlawful. Take this out.',
  'threat.collectors': 'A threat to hand a debt to others can be unlawful. Take this out.',
  'detail.health': 'This says more about health than the claim needs. Take this out.',
  'number.ssn': 'This looks like a Social Security number. Take it out of the letter.',
  'number.account': 'This looks like a card or account number. Take it out, or keep the last four digits.',
  'number.identity':
    'This looks like a number of a passport, license or other paper of a person. Take it out of the letter.',
  'number.taxpayer': 'This looks like a taxpayer number. Take it out of the letter.',
  'number.card': 'This looks like a card number. Take it out, or keep the last four digits.',
  'missing.amount': 'The letter no longer says how much you ask for.',
  'missing.payBy': 'The letter no longer says by which date to pay.',
  'missing.claimant': 'The letter no longer says your name.',
  'missing.defendant': 'The letter no longer names the other side.',
  'tone.insult': 'A judge may read this letter. Leave out words like this.',
  'tone.lawyer': 'This sounds as if a lawyer wrote it. Plain words work better.',
  'tone.finalNotice': 'If this is your first letter, do not call it the last one.',
  'claim.outcome': 'Nobody can promise how a court will decide. Say what you ask for instead.',
  'claim.courtPaper': 'This letter is not a court paper. Do not let it look like one.',
};

const CODES: Readonly<Record<ClassAKind | ClassBKind, WarningCode>> = {
  police: 'threat.police',
  prosecution: 'threat.prosecution',
  immigration: 'threat.immigration',
  violence: 'threat.violence',
  home: 'threat.home',
  children: 'threat.children',
  ssn: 'number.ssn',
  taxpayer: 'number.taxpayer',
  card: 'number.card',
  account: 'number.account',
  identity: 'number.identity',
  employer: 'threat.employer',
  family: 'threat.family',
  neighbors: 'threat.neighbors',
  press: 'threat.press',
  reviews: 'threat.reviews',
  photos: 'threat.photos',
  license: 'threat.license',
  credit: 'threat.credit',
  health: 'detail.health',
  insult: 'tone.insult',
  publicity: 'threat.publicity',
  collectors: 'threat.collectors',
};

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
