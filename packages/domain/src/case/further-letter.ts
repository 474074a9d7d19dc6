import type { LetterFate } from '../letter/earlier-letter.ts';
import { FIRST_CLASS_TWIN, NEW_ADDRESS, SECOND_LETTER, type FurtherLetter } from '../pricing/packages.ts';

/** No letter goes to an address again from which one came back, for whatever reason. */
export const isReturned = (fate: LetterFate): boolean => fate === 'undeliverable' || fate === 'returned';

/**
 * Which letters may follow the one that was mailed last, the most useful first.
 * @param last.isDue - its day to pay by has passed
 * @param last.isFirstClass - nobody had to sign for it: it has no twin
 */
export function furtherLetters(last: {
  fate: LetterFate;
  isDue: boolean;
  isFirstClass: boolean;
}): readonly FurtherLetter[] {
  if (isReturned(last.fate)) return [NEW_ADDRESS];
  if (last.fate === 'refused' || last.fate === 'unclaimed')
    return last.isFirstClass ? [SECOND_LETTER] : [FIRST_CLASS_TWIN, SECOND_LETTER];
  return last.isDue ? [SECOND_LETTER] : [];
}
