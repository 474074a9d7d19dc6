import { needsLatinForm } from '../claim/names.ts';

/** The carrier prints at most 40 characters of a name, and has a second line for a company. */
const CARRIER_NAME_MAX_CHARACTERS = 40;

export interface CarrierName {
  /** One or two lines for the envelope, in order: the name, then the company line. */
  readonly lines: readonly [string] | readonly [string, string];
  /** fits: as it was. split: over both lines, nothing lost. shortened: `rest` is not printed; ask the claimant first. */
  readonly outcome: 'fits' | 'split' | 'shortened';
  readonly rest: string;
}

const graphemes = (text: string): string[] =>
  [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].map(({ segment }) => segment);

/** As much of the text as fits, cut between words, or between whole characters when one word alone is too long. */
function takeLine(text: string, limit: number): [line: string, rest: string] {
  if (text.length <= limit) return [text, ''];
  const space = text.lastIndexOf(' ', limit);
  if (space > 0) return [text.slice(0, space), text.slice(space + 1)];
  let line = '';
  for (const grapheme of graphemes(text)) {
    if (line !== '' && line.length + grapheme.length > limit) break;
    line += grapheme;
  }
  return [line, text.slice(line.length)];
}

/** Text as an envelope has it: on one line, an okina as the apostrophe that stands for it there. */
export const forEnvelope = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[\u02bb\u02bc]/g, "'")
    .trim();

/**
 * Fits a name on the envelope. No letter is changed, no word cut where a space will do.
 * @param name - a person or a business; runs of white space count as one space
 */
export function fitCarrierName(name: string, limit = CARRIER_NAME_MAX_CHARACTERS): CarrierName {
  const whole = forEnvelope(name);
  const [first, afterFirst] = takeLine(whole, limit);
  if (!afterFirst) return { lines: [first], outcome: 'fits', rest: '' };
  const [second, rest] = takeLine(afterFirst, limit);
  return { lines: [first, second], outcome: rest ? 'shortened' : 'split', rest };
}

/** A line of the street, of which the carrier prints two. */
const CARRIER_LINE_MAX_CHARACTERS = 64;

/** Street and unit on the two lines of an envelope; `rest` does not fit on them. */
export function streetLines(street: string, unit: string): { line1: string; line2: string; rest: string } {
  const [line1, more] = takeLine(forEnvelope(street), CARRIER_LINE_MAX_CHARACTERS);
  const [line2, rest] = takeLine([more, forEnvelope(unit)].filter(Boolean).join(', '), CARRIER_LINE_MAX_CHARACTERS);
  return { line1, line2, rest };
}

/** The envelope cannot carry the name as it is: its form is shown, and another one may be given. */
export const mayNameOtherwise = (name: string | null | undefined): boolean =>
  needsLatinForm(name) || fitCarrierName(name ?? '').outcome !== 'fits';

/**
 * The name as the envelope says it.
 * @param otherwise - a form for the envelope, used where the name itself cannot stand there on one line
 */
export const envelopeName = (name: string, otherwise: string | null | undefined): CarrierName =>
  fitCarrierName(mayNameOtherwise(name) && otherwise?.trim() ? otherwise : name);
