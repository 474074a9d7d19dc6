/** A letter is one to two pages: a long account moves to an attachment, whole. */
import { sentenceKey } from './gate/printable.ts';
import { sentencesOf } from './sentences.ts';

/** Longer accounts are attached. */
export const STORY_MAX_CHARACTERS = 1800;
/** At most this much of a long account stands in the letter: with it the letter stays within two pages. */
export const CORE_MAX_CHARACTERS = 1200;
/** Longer sentences say too much at once for a core. */
const SENTENCE_MAX_CHARACTERS = 400;
/** At most this much of an account without sentences opens the letter. */
const OPENING_MAX_CHARACTERS = 700;

export interface Story {
  /** The account, or the sentences that carry it, each exactly as written. */
  readonly inLetter: string;
  /** The whole account, when it is long. */
  readonly attached: string | null;
}

/** Ends the opening at a paragraph, else at a sentence, else at a word: never inside one. */
function opening(text: string, maxCharacters: number): string {
  const head = text.slice(0, Math.min(maxCharacters, OPENING_MAX_CHARACTERS));
  const paragraph = head.indexOf('\n');
  if (paragraph > 80) return head.slice(0, paragraph).trimEnd();
  const sentenceEnds = [...head.matchAll(/[.!?\u3002\uFF01\uFF1F](?=\s|$|[\u3040-\u9FFF])/gu)];
  const last = sentenceEnds.at(-1);
  if (last && last.index > 80) return head.slice(0, last.index + 1);
  const space = head.search(/\s\S*$/);
  // Without any space, end on a whole character rather than on half a surrogate pair.
  return space > 80 ? `${head.slice(0, space)}…` : `${[...head].slice(0, -1).join('')}…`;
}

/** What a reader needs first: sums, days, what was agreed, done, broken, asked and answered. */
const TELLING: readonly (readonly [RegExp, number])[] = [
  [/\$ ?\d|\b\d[\d,]* ?(?:dollars|dólares)\b/iu, 3],
  [/\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d|\b\d{1,2}\/\d{1,2}\b|\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2} de [a-z]+/iu, 2],
  [/\b(?:agreed|signed|contract|lease|promised|hired|ordered|bought|rented|lent|invoice|deposit|warranty|contrato|acord\w+|prometi\w+|firm\w+)\b/iu, 2],
  [/\b(?:paid|returned|refused|delivered|broke|broken|damaged|failed|cancel\w+|stopped|kept|never|owe[sd]?|missing|pagu\w+|rompi\w+|nunca|debe)\b/iu, 2],
  [/(?<!\p{L})(?:asked|wrote|called|texted|e-?mailed|answered|replied|notice|rang|showed|ped[ií]\p{L}*|escrib\p{L}+|contest\p{L}+|mandé|reclam\p{L}+)(?!\p{L})/iu, 1],
  // What was promised, admitted and refused.
  [/(?<!\p{L})(?:(?:you|he|she|they|who|which|manager|supervisor|clerk|owner|[A-Z]\w+) (?:\w+ )?(?:said|told|admitted|claimed|promised|refused|wrote)|(?:said|told|admitted) (?:to )?(?:me|us|you)|(?:report|letter|contract|lease|policy) says|(?:[Mm]e|[Nn]os) (?:dijo|contestó|prometió|aseguró)|[Uu]sted (?:dijo|contestó))(?!\p{L})/u, 2],
  // Harm to people, animals and things.
  [/(?<!\p{L})(?:bit(?:ten)?|hit|struck|fell|crush\p{L}*|ruin\p{L}*|sank|sunk|sick|burn\p{L}*|injur\p{L}*|hurt|stitch\p{L}*|surgery|hospital|urgent care|wound\p{L}*|bled|died|dead|dying|kill\p{L}*|torn|tore|crack\p{L}*|shr[aiu]nk\p{L}*|faded|stain\p{L}*|flood\p{L}*|leak\p{L}*|mold\p{L}*|erased|deleted|lost|stole\p{L}*|towed|smashed|scratch\p{L}*|dent(?:ed|s)|collaps\p{L}*|rott\p{L}*|fire|smoke|poison\p{L}*|attack\p{L}*|kicked|pushed|took on water|overheat\p{L}*|seized|useless|wrong|late|not enough|did not show|no working|mordi\p{L}+|golpe\p{L}*|herid\p{L}+|rot[ao]s?|quem\p{L}+|fundi\p{L}+|perdi\p{L}+|falt(?:aron|ó|aban)|dañ\p{L}+|cerró|muri\p{L}+|enferm\p{L}+|manch\p{L}+|inund\p{L}+)(?!\p{L})/iu, 3],
  // What the other side did.
  [/^(?:(?:then|and|but|when|in \w+|on [\w ]+?),? )?(?:you|your [a-z]+(?: [a-z]+)?|usted|ustedes|su [a-z]+) (?!(?:are|is|have|know|may|will|can)(?!\p{L}))/iu, 2],
  // Who else found it.
  [/(?<!\p{L})(?:inspector|surveyor|mechanic|doctor|arborist|plumber|electrician|police|officer|expert|appraiser|dentist|vet|mecánico|doctora?|perito|albañil) (?:\p{L}+ ){0,3}?(?:found|said|told|wrote|charged|confirmed|encontró|dijo|cobró)(?!\p{L})|(?<!\p{L})(?:permit|valid|proof|witness)(?!\p{L})/iu, 2],
]; // prettier-ignore
/** Where an account begins it mostly says what it is about. */
const FIRST_SENTENCE = 3;

const weightOf = (sentence: string): number =>
  TELLING.reduce((sum, [pattern, weight]) => sum + (pattern.test(sentence) ? weight : 0), 0);

/** Text of a program and no sentence of a person: `$&`, `{{amount}}`, `<b>`. */
const OF_A_PROGRAM = /\$[&`'{]|\{\{|\}\}|<\/?[a-z][^<>]*>|&(?:#\d+|[a-z]+);|%[sdx](?![\p{L}])/iu;

/** How much of a text stands in the letter. */
export interface Room {
  /** A longer text is attached. */
  readonly whole: number;
  readonly core: number;
}
export interface LetterRoom {
  readonly story: Room;
  readonly calculation: Room;
  /** Many items stand behind the letter too. */
  readonly attachesItems?: boolean;
}

/** From what a letter usually has room for to what is left where names, ways to pay and law take most of it. */
export const LETTER_ROOMS: readonly [LetterRoom, ...LetterRoom[]] = [
  { story: { whole: STORY_MAX_CHARACTERS, core: CORE_MAX_CHARACTERS }, calculation: { whole: 600, core: 450 } },
  { story: { whole: 1200, core: 1000 }, calculation: { whole: 450, core: 400 } },
  { story: { whole: 850, core: 700 }, calculation: { whole: 350, core: 300 } },
  { story: { whole: 500, core: 400 }, calculation: { whole: 250, core: 200 } },
  { story: { whole: 500, core: 400 }, calculation: { whole: 250, core: 200 }, attachesItems: true },
];

/**
 * The sentences of a long account that carry it, in their order, exactly as written.
 * @returns empty when there are no sentences short enough
 */
export function coreSentences(text: string, maxCharacters = CORE_MAX_CHARACTERS): readonly string[] {
  const sentences = sentencesOf(text).map((sentence, index) => ({
    sentence,
    index,
    weight: weightOf(sentence) + (index === 0 ? FIRST_SENTENCE : 0),
  }));
  let room = maxCharacters;
  return sentences
    .filter(({ sentence }) => sentence.length <= SENTENCE_MAX_CHARACTERS && !OF_A_PROGRAM.test(sentence))
    .sort((a, b) => b.weight - a.weight || a.index - b.index)
    .filter(({ sentence, weight }) => {
      if (weight === 0 || sentence.length + 1 > room) return false;
      room -= sentence.length + 1;
      return true;
    })
    .sort((a, b) => a.index - b.index)
    .map(({ sentence }) => sentence);
}

/** The sentences the claimant marked, in the order of the account, as long as they fit. */
function markedSentences(text: string, keys: readonly string[], maxCharacters: number): readonly string[] {
  const marked = new Set(keys);
  let room = maxCharacters;
  return sentencesOf(text).filter((sentence) => {
    if (!marked.has(sentenceKey(sentence)) || sentence.length > room) return false;
    room -= sentence.length + 1;
    return true;
  });
}

/** From this length on an account may be attached: how much of it fits depends on the rest of the letter. */
export const MAY_BE_ATTACHED_FROM = 1200;

/** @param marked - keys of the sentences the claimant wants in the letter; those proposed unless some are */
export function splitStory(
  text: string,
  marked: readonly string[] | null | undefined = null,
  room: Room = LETTER_ROOMS[0].story,
): Story {
  if (text.length <= room.whole) return { inLetter: text, attached: null };
  const own = markedSentences(text, marked ?? [], room.core);
  const inLetter = (own.length > 0 ? own : coreSentences(text, room.core)).join(' ');
  return { inLetter: inLetter || opening(text, room.core), attached: text };
}

export const splitCalculation = (text: string, room: Room = LETTER_ROOMS[0].calculation): Story =>
  splitStory(text, null, room);
