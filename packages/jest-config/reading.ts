import { fleschKincaid } from 'flesch-kincaid';
import { syllable } from 'syllable';

/** What ends a sentence, and a line of a list. */
const ENDS = /(?<=[.!?:;])\s+|\n+/;
/** A shorter sentence has a grade by its longest word alone. */
const FEWEST_WORDS = 10;

const wordsOf = (text: string): string[] => text.match(/[A-Za-z][A-Za-z'’-]*/g) ?? [];

/** Flesch-Kincaid grade of English text: years of school that its reader needs. */
export function gradeOf(text: string): number {
  const words = wordsOf(text);
  const sentence = text.split(ENDS).filter((part) => wordsOf(part).length > 0).length;
  return fleschKincaid({ sentence, word: words.length, syllable: syllable(words.join(' ')) });
}

export interface GradedSentence {
  readonly grade: number;
  readonly sentence: string;
}

/** Sentences of at least ten words, each once, hardest first. */
export const hardestOf = (texts: readonly string[]): GradedSentence[] =>
  [...new Set(texts.flatMap((text) => text.split(ENDS)))]
    .filter((sentence) => wordsOf(sentence).length >= FEWEST_WORDS)
    .map((sentence) => ({ grade: gradeOf(sentence), sentence: sentence.trim() }))
    .sort((one, other) => other.grade - one.grade);
