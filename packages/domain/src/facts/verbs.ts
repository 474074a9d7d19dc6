/** The few verbs of English that change with who speaks, and what tells a verb from another word. */

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
];

/** Verbs that are told in the present: what still holds. Any other present tense cannot be turned with certainty. */
const PRESENT =
  `owe refuse keep live say want need know use claim deny work own believe think ask hold insist ignore blame
  promise rent run sell store park stay belong answer seem offer`.split(/\s+/u);
/** The same for every speaker, though it does not end in -ed. */
const PAST = new Set(
  `began bent bet bit bled blew bought bound broke brought built burnt came caught chose cost cut dealt did didn't drank drew
  drove dug fell felt fed fled flew forgot found fought froze gave got grew had hadn't heard held hid hit hung hurt kept knew
  laid learnt led left lent let lit lost made meant met misled overcharged overpaid paid put quit ran rang read rebuilt repaid
  resold rode rose said sang sank sat saw sent set shook shot showed shut slept slid sold spent spoke spread sprang stole stood
  stuck struck swore swept swung taught thought threw told took tore undertook understood upset withdrew withheld woke won wore
  wound wrote will won't would wouldn't can can't cannot could couldn't may might must shall should shouldn't`.split(
    /\s+/u,
  ),
);
const ADVERBS = new Set(
  `never still also only later then again already always just even finally first both once twice not now soon first
  repeatedly immediately simply clearly often recently eventually suddenly personally all myself yourself ourselves`.split(
    /\s+/u,
  ),
);

export type Agreement = 'first' | 'second' | 'third';
const COLUMN: Readonly<Record<Agreement, 0 | 1 | 2>> = { first: 0, second: 1, third: 2 };

const thirdOf = (base: string): string =>
  /(?:s|sh|ch|x|z)$/u.test(base) ? `${base}es` : /[^aeiou]y$/u.test(base) ? `${base.slice(0, -1)}ies` : `${base}s`;
const BASE_OF = new Map(PRESENT.flatMap((base) => [base, thirdOf(base)].map((form) => [form, base] as const)));

export const isAdverb = (word: string): boolean => ADVERBS.has(word) || /..ly$/u.test(word);
/** Of "to be" in the past or present: what may follow "and" without its subject. */
export const isBeing = (word: string): boolean => /^(?:am|are|is|was|were|(?:are|is|was|were)n't)$/u.test(word);

/** @returns the word in its form for a speaker; `null` when it is not known to be a verb */
export function agree(word: string, agreement: Agreement): string | null {
  const plain = word.toLowerCase().replaceAll('’', "'");
  const forms = AGREEING.find((row) => row.includes(plain));
  if (forms) return forms[COLUMN[agreement]];
  const base = BASE_OF.get(plain);
  if (base) return agreement === 'third' ? thirdOf(base) : base;
  return PAST.has(plain) || /[a-z]{2}ed$/u.test(plain) ? word : null;
}
