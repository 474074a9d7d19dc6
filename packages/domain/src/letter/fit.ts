/** Whether a letter ends on its second page, estimated from its words: the domain draws nothing. */
import type { LetterPart } from './letter.ts';
import { isSlip } from './slip.ts';

/** Of two pages, in points, with what the end of a page leaves empty taken off. A test draws letters to hold it. */
const TWO_PAGES = 2 * 636 - 30;
/** Of a wide line of the letter's typeface: words break before its end. */
const CHARACTERS_A_LINE = 88;
const LINE = 15;
const GAP: Readonly<Record<LetterPart['joins'], number>> = { block: 7, line: 7, sentence: 0 };
const HEADING = 34;
const SIGNATURE = 76;

const heightOf = ({ kind, text, joins }: LetterPart): number => {
  if (kind === 'heading') return HEADING;
  const lines = text
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / CHARACTERS_A_LINE)), 0);
  // A sentence continues where the last one ended.
  const height = joins === 'sentence' ? (text.length / CHARACTERS_A_LINE) * LINE : lines * LINE;
  const extra = kind === 'signature' ? SIGNATURE : kind === 'table' ? 3 * lines + 8 : kind === 'list' ? 3 : 0;
  return height + GAP[joins] + extra;
};

/** @param parts - without what is attached */
export const fitsTwoPages = (parts: readonly LetterPart[]): boolean =>
  parts.reduce((sum, part) => sum + heightOf(part), 0) <= TWO_PAGES;

export const isAttached = (part: LetterPart): boolean => part.id.startsWith('attachment') || isSlip(part);
