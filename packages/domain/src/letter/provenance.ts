/** Why something stands in a letter. */
import { joinParts, type LetterPart } from './letter.ts';

/**
 * The part at a place of the composed text.
 * @param offset - in characters, as a text field counts them
 * @returns `null` between parts and beyond the text
 */
export function partAt(parts: readonly LetterPart[], offset: number): LetterPart | null {
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index];
    if (!part) break;
    const end = joinParts(parts.slice(0, index + 1)).length;
    if (offset < end) return offset >= end - part.text.length ? part : null;
  }
  return null;
}

const collapseWhitespace = (text: string): string => text.replace(/\s+/g, ' ').trim();

/**
 * The part some words of an edited letter still come from.
 * @returns `null` when the claimant wrote them into the letter
 */
export function partOfExcerpt(parts: readonly LetterPart[], excerpt: string): LetterPart | null {
  const wanted = collapseWhitespace(excerpt);
  return wanted ? (parts.find(({ text }) => collapseWhitespace(text).includes(wanted)) ?? null) : null;
}
