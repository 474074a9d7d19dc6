import type { CalendarDay } from '../dates/calendar-day.ts';

/** How the way of the first letter ended; `unknown`: nobody has said. */
export type LetterFate = 'delivered' | 'refused' | 'unclaimed' | 'returned' | 'undeliverable' | 'unknown';

/** What a second letter says of the first, by the carrier's scans and the claimant's ledger. */
export interface EarlierLetter {
  readonly sentOn: CalendarDay;
  readonly fate: LetterFate;
  readonly fateOn: CalendarDay | null;
  /** Reports that count, the oldest first. */
  readonly payments: readonly { readonly cents: number; readonly day: CalendarDay }[];
  /** What is still owed: no higher sum stands in the letter. */
  readonly balanceCents: number;
}
