/** Names of people and businesses, payout handles, care-of lines: everything short that another person reads. */
import { screenText } from './gate.ts';
import type { Place } from './kinds.ts';
import { findNumbers } from './numbers.ts';

/** Fewer words say nothing but a name. */
const SENTENCE_WORDS = 3;

/**
 * Numbers and whole threatening sentences in a name; never single words ("Police Federal Credit Union").
 * @returns places of class A and B; none for a name that can be printed
 */
export function screenName(text: string): readonly Place[] {
  const numbers = findNumbers(text).map(({ kind }): Place => ({
    class: 'A',
    kind,
    sentence: text,
    at: 0,
    end: text.length,
  }));
  if (text.trim().split(/\s+/u).length < SENTENCE_WORDS) return numbers;
  return [...numbers, ...screenText(text).filter((place) => !numbers.some(({ kind }) => kind === place.kind))];
}
