/**
 * What a letter may not say, and what it only says when the claimant keeps it. One gate for every text another person
 * will read: on the story screen, when a letter is composed, saved, approved, and by the job that posts it.
 * @see docs/product/rulings.md, R34
 */
import { sentenceSpans, type Span } from '../sentences.ts';
import { CLASS_B_KINDS, type ClassAKind, type ClassBKind, type PlaceKind, type UnsafePlace } from './kinds.ts';
import { findNumbers, type FoundNumber } from './numbers.ts';
import { readingsOf, type NormalForm } from './normal-form.ts';
import { isSpanishPast } from './past.ts';
import { classAKinds, classBKinds, hasTopic, isLeftUndone, isPast, isReportedSpeech } from './rules.ts';
import { lookUp } from './vocabulary.ts';
import { wordsOf, type Word } from './words.ts';

/** A sentence without an end is looked at in pieces, so that no text is costlier than its length. */
const PIECE_WORDS = 60;
const OVERLAP_WORDS = 20;
/** A topic set apart by a full stop ("I will call. The police.") still belongs to what stands before it. */
const SCRAP_WORDS = 4;

interface Reading {
  readonly text: string;
  readonly words: readonly Word[];
}

const written = ({ text }: Reading, word: Word | undefined): string => (word ? text.slice(word.at, word.end) : '');

const formsIn = (words: readonly Word[], from: number, end: number): string =>
  words
    .slice(Math.max(0, from), end)
    .map(({ form }) => form)
    .join(' ');

/** Whether all is in capitals: then "ICE" may be frozen water. */
function isInCapitals(reading: Reading, from: number, end: number): boolean {
  const long = reading.words.slice(from, end).filter(({ form }) => form.length > 1);
  return long.length > 2 && long.every((word) => written(reading, word) === written(reading, word).toUpperCase());
}

/** Work that was agreed on, or a paper, put where it belongs: "we put a new roof on your house". It alone, and nothing to come. */
const PUT_WORK =
  /^put (?:in |up |down )?(?:(?!(?:of|through|out|your|and|or|with|to|in|into|inside|on|onto|at|under|behind|over|by|from|burning|live|dead|poisoned|stolen) )[a-z]+ ){0,4}(?:(?:roof|tiles?|floor|flooring|deck|fence|paint|plaster|drywall|carpet|cabinets?|gutters?|pipes|siding|shelves|panels|sofa|new (?:[a-z]+ )?(?:doors?|windows?|pipe|locks?|sink|toilet|faucet|heater|lights?)) (?:on|in|into|at|around|behind) your |(?:invoice|bill|receipt) (?:on|in|into|at) your (?:mail|mailbox|office|desk|shop|store)\b)/u;
const TO_COME = new Set(
  'if or unless until will would shall can might tonight tomorrow soon every night nobody match'.split(' '),
);
/** Nouns that are verbs too: "report" behind an article is a thing ("they have the report"), first in a sentence or with "to" it is an act. */
const A_THING =
  /^(?:the|an?|my|our|this|no) (?:report|file|phone|message|text|email)s?(?! (?:to|for|about|on|against|of))\b/u;
const isNoAct = ({ words }: Reading, from: number, index: number, end: number): boolean =>
  (index > from + 1 && A_THING.test(formsIn(words, index - 1, index + 2))) ||
  (PUT_WORK.test(formsIn(words, index, index + 12)) && !words.slice(from, end).some(({ form }) => TO_COME.has(form)));

/** A word of the past by its accent, whatever it is without: "cuidé" is no "cuide". */
const isSpanishVerb = ({ classes, length }: ReturnType<typeof lookUp>, word: string): boolean =>
  length === 1 && (classes === '.' || /[éó]$/iu.test(word)) && isSpanishPast(word.toLowerCase());

/** "Beat" and "hurt" of one person are past ("the burglar beat the lock"): the present has an "s". */
const ONE_DID =
  /^(?:and |but |so )?(?:(?:the|an?|your|his|her|their) (?:[a-z]+ )?[a-z]+(?<!s)|s?he|it) (?:beat|hurt)$/u;
const isDoneByOne = ({ words }: Reading, from: number, index: number): boolean =>
  index - from < 5 &&
  ONE_DID.test(formsIn(words, from, index + 1)) &&
  !/^(?:(?:the|an?|his|her) )?(?:last|man|men|guy|woman|tenant|one|other|people|them)\b/u.test(
    formsIn(words, index + 1, index + 3),
  );

/** The sentence as the classes of its words. */
function classesOf(reading: Reading, from: number, end: number, asks: boolean): string {
  let classes = '';
  for (let index = from; index < end;) {
    const found = lookUp(reading.words, index, end);
    const word = reading.words[index];
    const spelt = written(reading, word);
    if (found.classes === 'i' && /^\p{Lu}/u.test(spelt) && spelt === spelt.toUpperCase()) {
      classes += isInCapitals(reading, from, end) ? 'i' : 'R';
    } else if (word?.form === 'may' && found.length === 1 && index > from && spelt === 'May') {
      // The month, not the verb.
      classes += '.';
    } else if (/^[Vf]$/u.test(found.classes) && isNoAct(reading, from, index, end)) {
      classes += '.';
    } else if (isSpanishVerb(found, spelt) || isDoneByOne(reading, from, index)) classes += 'E';
    // Quoted words behind a verb of the past ("he wrote, '…'") are told of: they were not written to the reader.
    else if (found.classes === 'E' && !/[Ia]/u.test(classes) && /^[,:] ["\u201c]/u.test(reading.text.slice(word?.end)))
      classes += 'T';
    else if (found.classes === 'e' && index + found.length < end) classes += 'C';
    else classes += found.classes;
    index += found.length;
  }
  // "Your old dog", "that pony of yours": what the other side holds dear, and their home.
  const owned = classes
    .replaceAll(
      /Y(?!3)(\.{0,2})([cs])|c\.?Y(?!3)/gu,
      (_, between: string = '', noun) => between + (noun === 's' ? 'L' : 'K'),
    )
    .replaceAll('3', '');
  const harmed = owned.replaceAll(/(?<=[Mm][BHUN]{0,3})2/gu, 'X').replaceAll('2', 'E');
  return asks ? `${harmed}?` : harmed;
}

const JOINS = new Set(['and', 'but', 'so', 'because', 'or', 'y', 'pero', 'porque']);
const LEAST_WORDS = 3;

/** The clauses of a sentence, from word to word: parted by marks and conjunctions. */
function clausesOf({ text, words }: Reading, from: number, end: number): readonly (readonly [number, number])[] {
  const clauses: (readonly [number, number])[] = [];
  let first = from;
  for (let index = from + 1; index <= end; index += 1) {
    const gap = index < end ? text.slice(words[index - 1]?.end ?? 0, (words[index]?.at ?? 0) + 1) : ';';
    if (!/,(?!\d)|[;:()\u2013\u2014]/u.test(gap) && !JOINS.has(words[index]?.form ?? '')) continue;
    if (index - first >= LEAST_WORDS && (first > from || index < end)) clauses.push([first, index]);
    first = index;
  }
  return clauses;
}

/** "Old fashioned" is no verb. */
const TOLD = /(?<!fashion)ed$/u;
const MAKES_PASSIVE = new Set('be been being get gets getting you him her them is are'.split(' '));

/** Whether a topic itself is told as past: "the police arrested him". */
const isTold = ({ words }: Reading, from: number, end: number): boolean =>
  words
    .slice(from, end)
    .some(({ form }, index) => TOLD.test(form) && !MAKES_PASSIVE.has(words[from + index - 1]?.form ?? ''));

/** Whether the claimant speaks in a clause of a sentence that tells what was said: "You said no, so I will …". */
const SPEAKS_AGAIN = /^(?:(?:and|so|but|y|pero|asi que) )?(?:now|ahora|i|we|my|voy|vamos|le|lo|te) |^so you /u;
const speaksAgain = ({ text, words }: Reading, from: number, first: number): boolean =>
  // Words after "he told me," are reported speech, not the claimant's.
  !/^(?:me|us|said|wrote|texted|replied|dijo)$/u.test(words[first - 1]?.form ?? 'me') &&
  (/[,;:]/u.test(text.slice(words[first - 1]?.end, words[first]?.at)) || words[first]?.form === 'so') &&
  SPEAKS_AGAIN.test(formsIn(words, first, first + 4)) &&
  !/["\u201c\u201d]/u.test(text.slice(words[from]?.at, words[first]?.at));

function kindsOf(reading: Reading, from: number, end: number, asks: boolean): Set<UnsafeKind> {
  const kinds = new Set<UnsafeKind>();
  for (let at = from; at < end; at += PIECE_WORDS - OVERLAP_WORDS) {
    const last = Math.min(end, at + PIECE_WORDS);
    const classes = classesOf(reading, at, last, asks);
    if (hasTopic(classes) && !isLeftUndone(classes)) {
      for (const kind of [...classAKinds(classes), ...classBKinds(classes)]) kinds.add(kind);
      // What is announced in one clause is no report because another tells what happened.
      const isReported = isReportedSpeech(classes);
      if (isPast(classes) || /[Ogb]/u.test(classes))
        for (const [first, behind] of clausesOf(reading, at, last)) {
          if (isReported && !speaksAgain(reading, at, first)) continue;
          const clause = classesOf(reading, first, behind, false);
          if (hasTopic(clause) && !isPast(clause) && !isTold(reading, first, behind))
            for (const kind of classAKinds(clause)) kinds.add(kind);
        }
    }
    if (last === end) break;
  }
  return kinds;
}

type UnsafeKind = ClassAKind | ClassBKind;
const CLASS_B: ReadonlySet<PlaceKind> = new Set<PlaceKind>(CLASS_B_KINDS);

/** Words of class A, whatever the sentence says with them; `armed`: a weapon at hand, as in "the bat is in my trunk". */
const CLASS_A_WORDS = {
  any: /[PQRrXxvduKLlwze]/u,
  sure: /[PQRrXxvKLlw]/u,
  harm: /[RrXxv]/u,
  armed: /^(?:(?:[.M]*v[BG]\.?a|avB)[^DETYb]*$|I\.?P|(?:I|a\.{1,2})B(?:P|\.Q))/u,
};

/** Whether a sentence uses a word that a rule of class A is about. */
export function touchesClassA(text: string, how: keyof typeof CLASS_A_WORDS = 'any'): boolean {
  const words = wordsOf(text);
  return CLASS_A_WORDS[how].test(classesOf({ text, words }, 0, words.length, false));
}

/**
 * Every place of class A and B, in the order of the text; one sentence may be named several times, once for each kind.
 * Linear in the length of the text.
 */
export function screenText(text: string): readonly UnsafePlace[] {
  const [first = [], ...others] = readingsOf(text).map((form) => screenReading(text, form));
  if (others.length === 0) return first;
  const places = new Map([...first, ...others.flat()].map((place) => [`${place.kind}:${place.at}`, place] as const));
  return [...places.values()].sort((a, b) => a.at - b.at);
}

function screenReading(text: string, form: NormalForm): readonly UnsafePlace[] {
  const places: UnsafePlace[] = [];
  const seen = new Set<string>();
  const add = (kind: UnsafeKind, { at, end }: Span): void => {
    const key = `${kind}:${at}`;
    if (seen.has(key)) return;
    seen.add(key);
    places.push({ class: CLASS_B.has(kind) ? 'B' : 'A', kind, sentence: text.slice(at, end), at, end });
  };
  const words = wordsOf(text, form);
  const reading: Reading = { text, words };
  const numbers = findNumbers(text, form);
  const spans = sentenceSpans(text);
  let first = 0;
  let nextNumber = 0;
  const torn: FoundNumber[] = [];
  let before: { from: number; span: Span } | null = null;
  for (const span of spans) {
    let end = first;
    while (end < words.length && (words[end]?.at ?? 0) < span.end) end += 1;
    for (const kind of kindsOf(reading, first, end, text[span.end - 1] === '?')) add(kind, span);
    for (const found of torn) if (found.end > span.at && found.at < span.at) add(found.kind, span);
    while (nextNumber < numbers.length && (numbers[nextNumber]?.at ?? 0) < span.end) {
      const found = numbers[nextNumber];
      if (found) add(found.kind, span);
      // A number told in parts goes out with all of them.
      if (found && found.end > span.end) torn.push(found);
      nextNumber += 1;
    }
    if (before && first - before.from <= PIECE_WORDS && end - first <= SCRAP_WORDS && end > first) {
      const together = { at: before.span.at, end: span.end };
      const recent = places.slice(-20).filter(({ at }) => at >= together.at);
      for (const kind of kindsOf(reading, before.from, end, false))
        if (!recent.some((place) => place.kind === kind) && !CLASS_B.has(kind)) add(kind, together);
    }
    before = { from: first, span };
    first = end;
  }
  return places.sort((a, b) => a.at - b.at);
}
