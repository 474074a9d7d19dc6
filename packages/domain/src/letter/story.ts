/** A letter is one to two pages: a long account moves to an attachment, whole. */

import { sentencesOf } from './sentences.ts';

/** Longer accounts are attached. */
export const STORY_MAX_CHARACTERS = 1800;
/** At most this much of a long account stands in the letter: with it the letter stays within two pages. */
const CORE_MAX_CHARACTERS = 1200;
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
function opening(text: string): string {
  const head = text.slice(0, OPENING_MAX_CHARACTERS);
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
  [/\b(?:asked|wrote|called|texted|e-?mailed|answered|replied|notice|ped[ií]\w*|escrib\w+|contest\w+)\b/iu, 1],
]; // prettier-ignore
/** Where an account begins it mostly says what it is about. */
const FIRST_SENTENCE = 3;

const weightOf = (sentence: string): number =>
  TELLING.reduce((sum, [pattern, weight]) => sum + (pattern.test(sentence) ? weight : 0), 0);

/**
 * The sentences of a long account that carry it, in their order, exactly as written.
 * @returns empty when there are no sentences short enough
 */
function coreOf(text: string): string {
  const sentences = sentencesOf(text).map((sentence, index) => ({
    sentence,
    index,
    weight: weightOf(sentence) + (index === 0 ? FIRST_SENTENCE : 0),
  }));
  let room = CORE_MAX_CHARACTERS;
  const chosen = sentences
    .filter(({ sentence }) => sentence.length <= SENTENCE_MAX_CHARACTERS)
    .sort((a, b) => b.weight - a.weight || a.index - b.index)
    .filter(({ sentence, weight }) => {
      if (weight === 0 || sentence.length + 1 > room) return false;
      room -= sentence.length + 1;
      return true;
    })
    .sort((a, b) => a.index - b.index);
  return chosen.map(({ sentence }) => sentence).join(' ');
}

export const splitStory = (text: string): Story =>
  text.length <= STORY_MAX_CHARACTERS
    ? { inLetter: text, attached: null }
    : { inLetter: coreOf(text) || opening(text), attached: text };
