/** What makes a row of `data/law` hold: its form, and that every number of its value stands in the sentence it was read from. */
import { isDeepStrictEqual } from 'node:util';
import { LIMIT_KINDS } from '../src/categories/index.ts';
import { parseCalendarDay } from '../src/dates/calendar-day.ts';
import { PERHAPS } from '../src/jurisdictions/law-rows.ts';

export type LawValue = Readonly<Record<string, unknown>>;
/** One fact read in one text, as `data/law/<ST>.json` holds it. */
export interface ReadRow {
  readonly id: string;
  readonly cell: string;
  readonly kind: string;
  readonly value: LawValue;
  readonly quote: string;
  readonly title: string;
  readonly section: string;
  readonly officialUrl: string;
  readonly readAt: string;
  /** Whether `readAt` is a page of the state. */
  readonly official: boolean;
  readonly read: string;
  readonly textOf: string | null;
  readonly note: string | null;
  /** What a second reader is asked together with the quote. */
  readonly question: string;
  readonly second: { readonly value: LawValue; readonly read: string } | null;
}
export interface ReadState {
  readonly state: string;
  readonly rows: readonly ReadRow[];
  readonly unread?: readonly { readonly cell: string; readonly why: string }[];
}

export const CELLS = ['court', 'demand', 'limits', 'deposit', 'multiple', 'interest', 'bad-check', 'consumer'] as const;
/** What the way to court asks, in places that were read to the courthouse door. */
const DOOR_CELLS = ['procedure'] as const;
const STARTS = ['happened', 'due', 'lastPayment', 'discovery', 'delivery', 'moveOut', 'certificate', 'accrual'];

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'x x twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const ORDINALS: Readonly<Record<number, string>> = { 10: 'tenth', 15: 'fifteenth', 20: 'twentieth', 30: 'thirtieth' };
const TIMES: Readonly<Record<number, string>> = { 2: 'twice|doubl(?:e|ed|ing)', 3: 'treble|triple|thrice', 1: 'a|an' };

/** `seven hundred fifty`, with "and" and hyphens as the text likes. */
function words(number: number): string {
  if (number < 20) return SMALL[number] ?? '';
  if (number < 100) return `${TENS[Math.floor(number / 10)]}${number % 10 ? `[ -]${words(number % 10)}` : ''}`;
  const [unit, name] = number < 1000 ? [100, 'hundred'] : [1000, 'thousand'];
  const rest = number % unit;
  return `${words(Math.floor(number / unit))} ${name}${rest ? `,? (?:and )?${words(rest)}` : ''}`;
}

/** A number as a text writes it: in figures, in words, as an ordinal, as "twice". */
function writtenForms(number: number): RegExp {
  const whole = Math.floor(number);
  const figures = number.toLocaleString('en-US', { maximumFractionDigits: 4 });
  const forms = [
    figures.replaceAll('.', '\\.').replaceAll(',', ',?'),
    ...(figures.startsWith('0.') ? [figures.slice(1).replace('.', '\\.')] : []),
  ];
  if (number === whole) forms.push(words(whole), ...[ORDINALS[whole], TIMES[whole]].flatMap((form) => form ?? []));
  else if (number - whole === 0.5)
    forms.push(`${whole}[ -](?:and )?(?:1/2|one-half)`, `${words(whole)} and (?:one|a)[ -]half`, `${whole}½`);
  return new RegExp(`(?<![\\w.])(?:${forms.join('|')})(?:st|nd|rd|th|-|\\b|%|½)`, 'i');
}

/** The numbers of a value with their keys; a rate as the percent a text writes. */
const numbersOf = (value: LawValue): [string, number][] =>
  Object.entries(value).flatMap(([key, each]): [string, number][] =>
    typeof each === 'number' ? [[key, key === 'rate' ? Number((each * 100).toFixed(6)) : each]] : [],
  );

/** People are sent to pages over https alone; a page may have been read without. */
const isAddress = (url: string, scheme: 'https' | 'https?'): boolean => new RegExp(`^${scheme}://[^\\s]+$`).test(url);

/** Pages of courts and counties whose host does not say so by its name. */
const OWN_HOSTS: ReadonlySet<string> = new Set([
  'www.palegis.us',
  'bgcourt.org',
  'belmontcountycourts.com',
  'gwinnettcourts.com',
  'www.montcalm.us',
  'www.ncleg.net',
]);
/** Whether a page is the state's own: a legislature, court, agency or county. Federal pages are not. */
const isOwn = (url: string): boolean => {
  const { hostname } = new URL(url);
  if (/(?:^|\.)(?:uscourts|govinfo|supremecourt|congress)\.gov$/.test(hostname)) return false;
  return /\.gov$|\.state\.[a-z]{2}\.us$/.test(hostname) || OWN_HOSTS.has(hostname);
};

/** Of how a text was read: for whoever reads the law, not for a claimant. */
const WORKING_NOTE = /\bread (?:in|as|at|on)\b|\bnot (?:read|shown)\b|\ba copy of\b|\bthe words are\b/i;

function formFaults(row: ReadRow, state: string): string[] {
  const faults: string[] = [];
  const must = (holds: boolean, what: string) => void (holds || faults.push(what));
  must(row.id.startsWith(`${state}.`), 'the id does not begin with the place');
  must(
    [...CELLS, ...DOOR_CELLS].some((cell) => cell === row.cell),
    `no cell ${row.cell}`,
  );
  must(row.quote.length > 0 && row.quote.length <= 300, `the quote has ${row.quote.length} characters, at most 300`);
  must(/\b(?:sections?|rules?|articles?)\b|, chapter /i.test(row.title), 'the title names no section, rule or article');
  must(isAddress(row.officialUrl, 'https') && isAddress(row.readAt, 'https?'), 'an address is not https');
  must(!row.official || isOwn(row.readAt), 'official, but read on a page that is not the state’s');
  must(parseCalendarDay(row.read) === row.read, 'the day it was read is no day');
  must(!WORKING_NOTE.test(row.note ?? ''), 'the note tells how it was read');
  must(row.question.includes('?'), 'the second reader is asked nothing');
  for (const key of ['appliesFrom', 'appliesBefore'])
    must(row.value[key] === undefined || parseCalendarDay(String(row.value[key])) !== null, `${key} is no day`);
  if (row.cell === 'limits') {
    must((LIMIT_KINDS as readonly string[]).includes(row.kind), `no kind of limit ${row.kind}`);
    must(STARTS.includes(String(row.value['from'])), `it counts from ${String(row.value['from'])}`);
    must(
      ['years', 'months', 'days'].filter((unit) => typeof row.value[unit] === 'number').length === 1,
      'no one period',
    );
    const perhaps = (row.value['perhaps'] ?? []) as string[];
    must(
      perhaps.every((each) => (PERHAPS as readonly string[]).includes(each)),
      'an unknown change of the day',
    );
  }
  return faults;
}

/** @returns what does not hold of one row */
export function rowFaults(row: ReadRow, state: string): string[] {
  const faults = formFaults(row, state);
  for (const [key, number] of numbersOf(row.value)) {
    const form = writtenForms(number);
    if (!form.test(row.quote)) faults.push(`${key} ${number} does not stand in the quote`);
    const said = row.value['says'];
    if (typeof said === 'string' && !form.test(said))
      faults.push(`${key} ${number} does not stand in what is said of it`);
    // "One" and "a" stand in many questions.
    if (number > 1 && form.test(row.question)) faults.push(`the question gives ${key} away`);
  }
  if (!row.second) faults.push('it was not read twice');
  else if (!isSame(row.second.value, row.value)) faults.push('the second reader came to another value');
  return faults;
}

/** What a second reader answers in figures, yes or no; the rest is said in words of each reader's own. */
const isCompared = ([key, each]: [string, unknown]): boolean =>
  typeof each === 'number' || typeof each === 'boolean' || ['from', 'of', 'kind'].includes(key);
export const isSame = (one: LawValue, other: LawValue): boolean =>
  isDeepStrictEqual(
    ...([one, other].map((value) => Object.fromEntries(Object.entries(value).filter(isCompared))) as [
      LawValue,
      LawValue,
    ]),
  );

/** @returns one line for each fault of the data */
export function lawFaults(states: readonly ReadState[]): string[] {
  const seen = new Set<string>();
  return states.flatMap(({ state, rows, unread = [] }) => [
    ...rows.flatMap((row) => {
      const twice = seen.has(row.id) ? ['this id stands twice'] : [];
      seen.add(row.id);
      return [...twice, ...rowFaults(row, state)].map((fault) => `${row.id}: ${fault}`);
    }),
    ...CELLS.filter((cell) => !rows.some((row) => row.cell === cell) && !unread.some((each) => each.cell === cell)).map(
      (cell) => `${state}: ${cell} is neither read nor said to be unread`,
    ),
  ]);
}
