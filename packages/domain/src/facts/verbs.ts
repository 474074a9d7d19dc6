/** The few verbs of English that change with who speaks, and what tells a verb from another word (`data/verbs.json`). */
import verbs from '../../data/verbs.json' with { type: 'json' };

/** Forms for I, for you (and we, and two people), and for one person by name. */
const AGREEING: readonly (readonly [string, string, string])[] = [
  ['am', 'are', 'is'],
  ['was', 'were', 'was'],
  ["wasn't", "weren't", "wasn't"],
  ['have', 'have', 'has'],
  ["haven't", "haven't", "hasn't"],
  ['do', 'do', 'does'],
  ["don't", "don't", "doesn't"],
  ["aren't", "aren't", "isn't"],
  ["ain't", "ain't", "ain't"],
];

/** Verbs by the letters behind their apostrophe. */
export const CONTRACTED: Readonly<Record<string, string>> = { m: 'am', re: 'are', ve: 'have', ll: 'will' };
/** Verbs that are told in the present: what still holds. Any other present tense cannot be turned with certainty. */
const PRESENT = verbs.present;
/** The same for every speaker, though it does not end in -ed. */
const PAST = new Set(verbs.past);
/** Of the present too, where whoever does it surely stands before them: else they may be nouns. */
const PRESENT_BESIDE = new Set(verbs.present_beside);
const ADVERBS = new Set(verbs.adverbs);

export type Agreement = 'first' | 'second' | 'third';
const COLUMN: Readonly<Record<Agreement, 0 | 1 | 2>> = { first: 0, second: 1, third: 2 };

const thirdOf = (base: string): string =>
  /(?:s|sh|ch|x|z)$/u.test(base) ? `${base}es` : /[^aeiou]y$/u.test(base) ? `${base.slice(0, -1)}ies` : `${base}s`;
const BASE_OF = new Map(PRESENT.flatMap((base) => [base, thirdOf(base)].map((form) => [form, base] as const)));

export const isAdverb = (word: string): boolean => ADVERBS.has(word) || /..ly$/u.test(word);
/** Whether it may be a verb that follows "and" without its subject. One in the present is no verb of that subject after "to" or "would". */
export const isSecond = (word: string, before: string, rest: string): boolean =>
  /^(?:am|are|is|was|were|(?:are|is|was|were|have|do)n't)$/u.test(word) ||
  (word === 'do' && rest.startsWith(' not ')) ||
  (word === 'have' &&
    /^ (?:(?:not|never|always|still|already|since|also|only) )*(?:[a-z]{2,}ed|been|kept|paid|gone|sent|left|lost|told|taken|given|had|made|done)(?!\p{L})/u.test(
      rest,
    )) ||
  (/^(?:have|do|owe|keep|want|need|know|refuse|deny|ignore|insist|believe|think|remember)$/u.test(word) &&
    !/(?<!\p{L})(?:to|lets?|help|ma[dk]e|saw|will|would|should|could|can|must|may|did|do|(?:did|do)n['’]t)(?!\p{L})/iu.test(
      before,
    ));

/** @returns the same where the word must be a verb */
export function agreeBeside(word: string, agreement: Agreement): string | null {
  const known = agree(word, agreement);
  if (known !== null || !PRESENT_BESIDE.has(word)) return known;
  return agreement === 'third' ? (word === 'go' ? 'goes' : thirdOf(word)) : word;
}

/** Past participles that are no other form of their verb, or whose other form cannot follow "would". */
const PARTICIPLES = new Set(verbs.participles);
/** Whatever form they have it is the same: "would" and "had" may both stand before them. */
const SAME_PARTICIPLE =
  /^(?:be(?:at|come|t)|cast|come|cost|cut|hit|hurt|let|put|quit|read|rid|run|set|shed|shut|split|spread|upset)$/u;

/** @returns what "'d" stands for before these words; `null` where it may be either */
export function wouldOrHad(rest: string): 'would' | 'had' | null {
  const next = (rest.match(/[\p{L}'’]+/gu) ?? []).find((word) => !isAdverb(word.toLowerCase()))?.toLowerCase();
  if (
    !next ||
    SAME_PARTICIPLE.test(next) ||
    /^(?:better|no|an?|the|my|your|our|his|her|their|its|some|any|this|that|these|those|\p{L}+ing)$/u.test(next)
  )
    return null;
  return PARTICIPLES.has(next) ||
    (/ed$/u.test(next) && !/^(?:(?:n|f|s|w|h|d|bl|br|sp)eed|(?:ex|pro|suc)ceed|wed|embed)$/u.test(next))
    ? 'had'
    : PAST.has(next)
      ? null
      : 'would';
}

/** @returns the word in its form for a speaker; `null` when it is not known to be a verb */
export function agree(word: string, agreement: Agreement): string | null {
  const plain = word.toLowerCase().replaceAll('’', "'");
  const forms = AGREEING.find((row) => row.includes(plain));
  if (forms) return forms[COLUMN[agreement]];
  const base = BASE_OF.get(plain);
  if (base) return agreement === 'third' ? thirdOf(base) : base;
  return PAST.has(plain) || /[a-z]{2}ed$/u.test(plain) ? word : null;
}
