/**
 * Looks phrases of the lexicon up, and reads misspelt words of it as the words they were meant to be. The lexicon is
 * `data/gate-words.json`: the words the rules look at, by class, and topics of class B (other people, other places and other
 * pressure), each a class of its own. English and Spanish stand together: a class says what a word does in a sentence, in
 * whichever language (`README.md`). Of two phrases that begin at one word the longest counts. A word of no class is read as `.`; one of
 * class '' (articles, prepositions) is passed over.
 */
import lexicon from '../../../data/gate-words.json' with { type: 'json' };
import { CLASS_B_KINDS, type ClassBKind } from './kinds.ts';
import { isSurePast } from './past.ts';

const FIRST_TOPIC = 0xe000;
/** The class of a topic of class B in a sentence written as classes. */
export const topicClass = (kind: ClassBKind): string => String.fromCharCode(FIRST_TOPIC + CLASS_B_KINDS.indexOf(kind));

interface Branch {
  readonly next: Map<string, Branch>;
  classes?: string;
}
const branch = (): Branch => ({ next: new Map() });

const formsOf = (phrase: string): readonly string[] =>
  phrase
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/n't\b/gu, ' not')
    .replace(/(?<=\w)'(?=(?:ll|d|m|re|ve|s)\b)/gu, " '")
    .split(/\s+/u)
    .filter(Boolean);

function grow(): { tree: Branch; known: Set<string> } {
  const [tree, known] = [branch(), new Set<string>()];
  const entries = [
    ...lexicon.classes,
    ...CLASS_B_KINDS.map((kind) => ({ class: topicClass(kind), phrases: lexicon.topics[kind] })),
  ];
  for (const { class: classes, phrases } of entries) {
    for (const phrase of phrases) {
      let at = tree;
      for (const form of formsOf(phrase)) {
        known.add(form);
        const following = at.next.get(form) ?? branch();
        at.next.set(form, following);
        at = following;
      }
      // A phrase named twice keeps its first class.
      if (at !== tree) at.classes ??= classes;
    }
  }
  return { tree, known };
}

/** Worth looking for when misspelt: long enough not to be another word by accident. */
const OFTEN_MISSPELT = ['police', 'sheriff', 'arrest', 'arrested', 'prison', 'prosecute', 'prosecuted', 'prosecution', 'criminal', 'charges', 'immigration', 'deport', 'deported', 'deportation', 'undocumented', 'felony', 'authorities', 'detective', 'handcuffs', 'employer', 'newspaper', 'newspapers', 'neighbors', 'husband', 'policia', 'inmigracion', 'carcel', 'children', 'reporting']; // prettier-ignore
const SOUNDS: Readonly<Record<string, string>> = { a: 'eiou', e: 'aiou', i: 'aeouy', o: 'aeiu', u: 'aeio', c: 'sk', s: 'cz' }; // prettier-ignore

/** One letter left out, doubled, swapped with the next, or written as it sounds. */
function* misspellings(word: string): Generator<string> {
  for (let at = 0; at < word.length; at += 1) {
    const letter = word[at] ?? '';
    yield word.slice(0, at) + word.slice(at + 1);
    yield word.slice(0, at) + letter + word.slice(at);
    if (at + 1 < word.length) yield word.slice(0, at) + (word[at + 1] ?? '') + letter + word.slice(at + 2);
    for (const sound of SOUNDS[letter] ?? '') yield word.slice(0, at) + sound + word.slice(at + 1);
  }
}

function variants(known: ReadonlySet<string>): ReadonlyMap<string, string> {
  const map = new Map<string, string>();
  for (const word of OFTEN_MISSPELT) {
    for (const variant of misspellings(word)) {
      if (variant.length >= 4 && !known.has(variant)) map.set(variant, word);
    }
  }
  return map;
}

/** The classes that a rule of class A is about. */
const STOPPED_CLASSES = new Set('PQRrXv');
/** The single words of these classes. */
const stoppedWords = (): ReadonlySet<string> =>
  new Set(
    lexicon.classes
      .filter((entry) => STOPPED_CLASSES.has(entry.class))
      .flatMap(({ phrases }) => phrases.flatMap(formsOf))
      .filter((form) => form.length >= 4 && /^[a-z]+$/.test(form) && !COMMON.has(form))
      .concat('house'),
  );
/** Parts of phrases that say nothing by themselves. */
const COMMON = new Set(
  'your will with from country face back charges against years permit work have hands over mess fire legal papers status report state bring file press grand hall orange five'.split(
    ' ',
  ),
);

export interface Vocabulary {
  readonly tree: Branch;
  /** Every single word of the lexicon. */
  readonly known: ReadonlySet<string>;
  /** Words of what is never printed: looked for whatever was done to them. */
  readonly stopped: ReadonlySet<string>;
  /** Every beginning of one. */
  readonly beginnings: ReadonlySet<string>;
  /** A misspelt word, and the word it is read as. */
  readonly variants: ReadonlyMap<string, string>;
}

let grown: Vocabulary | undefined;

/** Grown when it is first asked for: a page that only carries the gate does not pay for it. */
export function vocabulary(): Vocabulary {
  if (!grown) {
    const { tree, known } = grow();
    const beginnings = new Set([...known].flatMap((word) => [...word].map((_, at) => word.slice(0, at + 1))));
    grown = { tree, known, stopped: stoppedWords(), beginnings, variants: variants(known) };
  }
  return grown;
}

/** In words, with the articles in it. */
const LONGEST_PHRASE = 12;
const isPastVerb = (form: string): boolean =>
  /^(?:[a-z]{3,}ed|[a-z]{2,}(?:aron|ieron))$/.test(form) || isSurePast(form);
const ARTICLES = new Set(['a', 'an', 'the', 'el', 'la', 'los', 'las', 'un', 'una']);

/** "Llamaré", "llamarán" and "llamarle" are built on the infinitive. */
const SPANISH_VERB = /^([a-z]{2,}[aei]r)(?:(?=(e)?)(e|emos|as?|an)|(l[aeo]s?|te))$/;

/**
 * Words of the lexicon are found with an "s" or "ing" too ("making" for "make"), save "read", which is also of the past.
 * @returns the classes of the longest phrase that begins at `from`, and how many words it is long; at least one
 */
export function lookUp(
  forms: readonly { readonly form: string }[],
  from: number,
  end: number,
): { classes: string; length: number } {
  // An unlisted word with the ending of one is a verb of the past.
  let found = { classes: isPastVerb(forms[from]?.form ?? '') ? 'E' : '.', length: 1 };
  let longest = 0;
  const follow = (at: Branch | undefined, index: number, isPassed = false): void => {
    if (!at) return;
    if (at.classes !== undefined && !isPassed && index - from > longest) {
      longest = index - from;
      found = { classes: at.classes, length: longest };
    }
    if (index === Math.min(end, from + LONGEST_PHRASE)) return;
    const form = forms[index]?.form ?? '';
    const stem = /^(?=.{5})(?!read|hav)(.+?)(?:s|ing)$/.exec(form)?.[1];
    for (const spelt of stem ? [form, stem, `${stem}e`] : [form]) follow(at.next.get(spelt), index + 1);
    // Within a phrase an article more changes nothing.
    if (index > from && ARTICLES.has(form)) follow(at, index + 1, true);
  };
  follow(vocabulary().tree, from);
  const [, verb = '', isMine, isToCome, isToYou] = SPANISH_VERB.exec(forms[from]?.form ?? '') ?? [];
  if (longest > 0) return found;
  follow(vocabulary().tree.next.get(verb), from + 1);
  if (longest > 0) found.classes = `${isMine ? 'I' : ''}${isToCome ? 'M' : ''}${found.classes}${isToYou ? 'U' : ''}`;
  return found;
}
