/** The letter while its answers are being given: what is known in the words it will have, blanks for the rest. */
import type { ClaimField, ClaimFormData } from '../claim/form-data.ts';
import { knownFrom, writeParts } from './compose.ts';
import { letterGaps } from './gaps.ts';
import { printableAnswers } from './gate/printable-answers.ts';
import type { LetterInput, LetterPart } from './letter.ts';
import { isSlip } from './slip.ts';
import type { Voice } from './wording.ts';

/** A blank as forms on paper have it. A run of these is as long as what it stands for, and breaks at the end of a line. */
export const BLANK_MARK = '_';
const blank = (length: number): string => BLANK_MARK.repeat(length);
const BLANK = blank(10);
/** Two to three lines of an account that is not written yet. */
const BLANK_ACCOUNT = blank(160);

/** Answers that are no text, or that a sentence does without. */
const NOT_WRITTEN: ReadonlySet<ClaimField> = new Set([
  'situation',
  'amount',
  'date',
  'debtOwner',
  'userType',
  'whoUser',
]);
const ACCOUNTS: ReadonlySet<ClaimField> = new Set(['claimDescription', 'claimCalculation']);

const blanksFor = (gaps: readonly ClaimField[]): ClaimFormData =>
  Object.fromEntries(
    gaps
      .filter((field) => !NOT_WRITTEN.has(field))
      .map((field) => [field, ACCOUNTS.has(field) ? BLANK_ACCOUNT : BLANK]),
  );

/** Stands where a letter says "I" or "we", until it is known which. No text holds it. */
const SOMEBODY = '\uFFFC';
const UNKNOWN_VOICE: Voice = { I: SOMEBODY, me: SOMEBODY, my: SOMEBODY, am: SOMEBODY, myself: SOMEBODY };

/**
 * The parts of the letter as far as the answers go. With every answer it is the letter of `composeLetter`; what an
 * answer decides is never guessed before it is given: names and amounts are blanks inside their lines, a sentence that
 * says "I" or "we" is a blank line, and no law is named.
 */
export function composeSoFar(given: LetterInput): readonly LetterPart[] {
  const gaps = letterGaps(given.data);
  const isMissing = (...fields: ClaimField[]) => fields.some((field) => gaps.includes(field));
  const input = { ...given, data: { ...printableAnswers(given.data, given.rulings).data, ...blanksFor(gaps) } };
  const known = knownFrom(input);
  const parts = writeParts(input, {
    subject: isMissing('situation') ? BLANK : known.subject,
    amount: isMissing('amount') ? BLANK : known.amount,
    voice: isMissing('userType') ? UNKNOWN_VOICE : known.voice,
    law: isMissing('userType', 'whoUser', 'amount', 'incidentState') ? null : known.law,
  });
  // The form for an answer comes with the letter as a whole.
  const written = gaps.length > 0 ? parts.filter((part) => !isSlip(part)) : parts;
  return written.map((part) => (part.text.includes(SOMEBODY) ? { ...part, text: blank(part.text.length) } : part));
}
