/** What court papers hold, apart from how they are drawn. */
import type { AnswerKind } from '../case/case-file-state.ts';
import type { CourtDates } from '../case/court-dates.ts';
import type { WordRulings } from '../letter/gate/printable.ts';
import type { ClaimFormData } from '../claim/form-data.ts';
import type { CalendarDay } from '../dates/calendar-day.ts';
import type { StateFacts } from '../jurisdictions/states.ts';

export interface PaperColumn {
  readonly header: string;
  readonly align?: 'left' | 'right';
  /** Share of the width; columns without one share what is left. */
  readonly share?: number;
}

/** One thing said about the law, with what stands behind it. */
export interface FactRow {
  readonly label: string;
  readonly value: string;
  /** Source and what else is to be known, in one line; says so where no source is confirmed. */
  readonly note: string;
  readonly mustConfirm: boolean;
}

export type PaperBlock =
  | { readonly kind: 'title'; readonly text: string; readonly lead?: string }
  | { readonly kind: 'heading'; readonly level: 1 | 2; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | {
      readonly kind: 'list';
      readonly items: readonly string[];
      /** `box` is a checklist. */
      readonly mark: 'bullet' | 'number' | 'box';
      readonly start?: number;
    }
  | { readonly kind: 'facts'; readonly rows: readonly FactRow[] }
  | {
      readonly kind: 'table';
      readonly columns: readonly PaperColumn[];
      readonly rows: readonly (readonly string[])[];
      readonly strongRows?: readonly number[];
    }
  | { readonly kind: 'note'; readonly text: string; readonly label?: string }
  /** The claimant's drawn signature goes above the name when `usesDrawn`; else a line is left to sign by hand. */
  | {
      readonly kind: 'signature';
      readonly name: string;
      readonly lines: readonly string[];
      readonly usesDrawn: boolean;
    }
  /** Lines to fill in by hand. */
  | { readonly kind: 'blanks'; readonly labels: readonly string[] }
  /** Break of the page; `isSoft`: none where the page has just begun, with the end of the blocks before. */
  | { readonly kind: 'page'; readonly isSoft?: boolean };

export type PaperId =
  | 'read-me-first'
  | 'statement-of-claim'
  | 'damages-worksheet'
  | 'timeline'
  | 'evidence-index'
  | 'filing-checklist'
  | 'service-instructions'
  | 'fee-waiver'
  | 'after-the-decision'
  | 'hearing-script'
  | 'hearing-rehearsal';

export interface Paper {
  readonly id: PaperId;
  readonly title: string;
  /** Plain ASCII, numbered in reading order: `02-statement-of-claim.pdf`. */
  readonly fileName: string;
  /** Foot of each page: case name, day it was made. */
  readonly footer: string;
  readonly blocks: readonly PaperBlock[];
}

export interface Exhibit {
  readonly title: string;
  readonly date?: CalendarDay;
  readonly madeBy?: string;
  readonly proves?: string;
  readonly pages?: number;
}

/** How the way of a letter ended without delivery, in the words of the papers. What did not happen has no day of its own. */
export const PAPER_OUTCOMES = {
  refused: { what: 'was refused by the other side', when: 'on' },
  unclaimed: { what: 'was not collected', when: 'by' },
  undeliverable: { what: 'could not be delivered', when: 'by' },
  returned: { what: 'was sent back', when: 'on' },
} as const;
export type PaperOutcome = keyof typeof PAPER_OUTCOMES;

/** What is known of the letter that was sent. */
export interface SentLetter {
  readonly letterDay: CalendarDay;
  readonly mailedOn?: CalendarDay;
  readonly payBy: CalendarDay;
  readonly trackingNumber?: string;
  readonly deliveredOn?: CalendarDay;
  /** What became of it, where it was not delivered. */
  readonly outcome?: { readonly state: PaperOutcome; readonly day: CalendarDay };
}

/** What came of the letter, as the claimant reports it; nothing of it passes through this service. */
export interface AfterLetter {
  readonly payments: readonly { readonly day: CalendarDay; readonly cents: number }[];
  readonly answers: readonly { readonly day: CalendarDay; readonly kind: AnswerKind }[];
}

/** An answer in the words of the papers. */
export const PAPER_ANSWERS: Readonly<Record<AnswerKind, string>> = {
  offer: 'An offer to pay in parts',
  dispute: 'The defendant answered that the money is not owed',
  not_them: 'An answer that the letter reached the wrong person',
  signed: 'An agreement to pay in parts was signed',
};

export interface PaperInput {
  readonly data: ClaimFormData;
  /** The state where it happened. */
  readonly state: StateFacts | null;
  readonly madeOn: CalendarDay;
  readonly letter?: SentLetter;
  readonly after?: AfterLetter;
  /** Days of the case in court, where its claimant typed them. */
  readonly court?: CourtDates;
  /** The claimant's own exhibits, in order. The letter and its proof of mailing come before them. */
  readonly exhibits?: readonly Exhibit[];
  /** What may be printed of the claimant's own words; what stands in the answers by default. */
  readonly rulings?: WordRulings;
}
