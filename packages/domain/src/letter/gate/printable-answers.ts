import type { ClaimFormData } from '../../claim/form-data.ts';
import { printableText, rulingsFrom, type WordRulings } from './printable.ts';
import type { Place } from './kinds.ts';

/** The answers in the claimant's own words that letters and papers print. */
const FREE_TEXTS = ['claimDescription', 'claimCalculation'] as const;

/**
 * The answers as letters and papers may print them.
 * @param rulings - what the claimant decided in the answers themselves, unless given
 */
export function printableAnswers<Answers extends ClaimFormData>(
  data: Answers,
  rulings: WordRulings = rulingsFrom(data.sentenceChoices),
): { readonly data: Answers; readonly leftOut: readonly Place[] } {
  const texts = FREE_TEXTS.map((field) => [field, printableText(data[field] ?? '', rulings)] as const);
  const leftOut = texts.flatMap(([, printed]) => printed.leftOut);
  if (leftOut.length === 0) return { data, leftOut };
  const printed = Object.fromEntries(texts.map(([field, { text }]) => [field, text]));
  return { data: { ...data, ...printed }, leftOut };
}
