/** A demand letter made of parts, each of which says where it comes from. */
import type { ClaimFormData, LetterTone } from '../claim/form-data.ts';
import type { CalendarDay } from '../dates/calendar-day.ts';
import type { PayBy } from '../dates/pay-by.ts';
import type { Citation } from '../jurisdictions/fact.ts';
import type { WordRulings } from './gate/printable.ts';
import type { EarlierLetter } from './earlier-letter.ts';
import type { StateFacts } from '../jurisdictions/states.ts';

export interface Provenance {
  /** answer: what the claimant gave. rule: the law data, or a calculation rule. fixed: wording of the letter itself. */
  readonly kind: 'answer' | 'rule' | 'fixed';
  /** Form field, rule or wording: `claimDescription`, `payBy`, `opening`. */
  readonly ref: string;
  /** For a rule of the law: the official text it was read from. */
  readonly citation?: Citation;
  /** For a rule of the law: what it said when the letter was composed. Letters of before this was kept have none. */
  readonly says?: string;
}

export type PartKind =
  | 'date'
  | 'sender'
  | 'method'
  | 'recipient'
  | 'subject'
  | 'salutation'
  | 'heading'
  | 'paragraph'
  | 'table'
  | 'list'
  | 'form'
  | 'closing'
  | 'signature'
  | 'notice'
  | 'attachment';

export interface LetterPart {
  /** Stable between two letters of the same claim. */
  readonly id: string;
  readonly kind: PartKind;
  readonly text: string;
  readonly from: Provenance;
  /** How it follows the part before it: after an empty line, on the next line, or in the same paragraph. */
  readonly joins: 'block' | 'line' | 'sentence';
}

export interface Letter {
  readonly parts: readonly LetterPart[];
  /** The whole letter as it is read, edited and printed. Newlines only. */
  readonly text: string;
  readonly amountCents: number;
  readonly payBy: PayBy;
  readonly tone: LetterTone;
}

export interface LetterInput {
  readonly data: ClaimFormData;
  /** The state where it happened; `null` when it is not known: then no law is named. */
  readonly state: StateFacts | null;
  readonly dates: {
    /** Printed at the top. */
    readonly letterDay: CalendarDay;
  };
  /** Of a second letter: what it says of the first. */
  readonly earlier?: EarlierLetter | null | undefined;
  /** What may be printed of the claimant's own words; what stands in the answers by default. */
  readonly rulings?: WordRulings;
}

const GLUE = { block: '\n\n', line: '\n', sentence: ' ' } as const;

/** @returns the text of the parts in order */
export const joinParts = (parts: readonly LetterPart[]): string =>
  parts.reduce((text, part, index) => (index === 0 ? part.text : text + GLUE[part.joins] + part.text), '');
