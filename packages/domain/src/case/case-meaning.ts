/** Where a claim is, what that means and what to do next: one line each, for the claimant's page. */
import { formatDay, type CalendarDay } from '../dates/calendar-day.ts';
import { HANDED_TO_PRINTER, SCAN_DETAILS } from '../carrier/scan.ts';
import type { CaseState } from './case-file-state.ts';

export interface CaseMeaning {
  readonly sentence: string;
  readonly nextStep: string | null;
}

/**
 * @param facts.payBy - the date in the letter
 * @param facts.windowEndsText - when the change window ends, as the claimant reads times: `at 3:20 PM`
 */
export function caseMeaning(
  state: CaseState,
  facts: { payBy?: CalendarDay | null; windowEndsText?: string | null } = {},
): CaseMeaning {
  const until = facts.payBy ? `until ${formatDay(facts.payBy)}` : 'until the date in your letter';
  switch (state) {
    case 'draft':
      return { sentence: 'Your claim is saved and not yet paid.', nextStep: 'Go on where you left off.' };
    case 'deleted':
      return { sentence: 'This claim was deleted.', nextStep: null };
    case 'paid':
      return { sentence: 'You have paid. We are writing your letter.', nextStep: null };
    case 'lettered':
      return {
        sentence: 'Your letter is written and not yet sent.',
        nextStep: 'Read it, change what you like, then approve it.',
      };
    case 'approved':
      return {
        sentence: `Your letter is approved. It will be mailed ${facts.windowEndsText ?? 'when the time for changes ends'}.`,
        nextStep: 'You can still change it or stop it.',
      };
    case 'posting':
      return { sentence: 'Your letter is on its way to the printer.', nextStep: null };
    case 'rejected':
      return SCAN_DETAILS.print_refused;
    case 'mailed':
      // Scans show what the carrier has; without one only the printer has the letter.
      return HANDED_TO_PRINTER;
    case 'in_transit':
      return { sentence: 'Your letter is on its way.', nextStep: null };
    case 'attempted':
      return SCAN_DETAILS.attempted;
    case 'awaiting_pickup':
      return SCAN_DETAILS.pickup_available;
    case 'delivered':
      return { sentence: SCAN_DETAILS.delivered.sentence, nextStep: `Wait for payment or an answer ${until}.` };
    case 'refused':
      return SCAN_DETAILS.refused;
    case 'unclaimed':
      return SCAN_DETAILS.unclaimed;
    case 'returned':
      return SCAN_DETAILS.coming_back;
    case 'undeliverable':
      return SCAN_DETAILS.undeliverable;
    case 'refunded':
      return { sentence: 'You got your money back. No letter was sent.', nextStep: null };
  }
}
