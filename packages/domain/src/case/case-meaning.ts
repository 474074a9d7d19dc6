/** Where a claim is, what that means and what to do next: one line each, for the claimant's page. */
import { formatDay, type CalendarDay } from '../dates/calendar-day.ts';
import { HANDED_TO_PRINTER, CARRIER_DETAILS, PRINT_EVENTS, REFUSED } from '../carrier/carrier-events.ts';
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
      return PRINT_EVENTS['letter.rejected'];
    case 'mailed':
      // Scans show what the carrier has; without one only the printer has the letter.
      return HANDED_TO_PRINTER;
    case 'in_transit':
      return { sentence: 'Your letter is on its way.', nextStep: null };
    case 'attempted':
      return CARRIER_DETAILS.delivery_attempted;
    case 'awaiting_pickup':
      return CARRIER_DETAILS.pickup_available;
    case 'delivered':
      return { sentence: CARRIER_DETAILS.delivered.sentence, nextStep: `Wait for payment or an answer ${until}.` };
    case 'refused':
      return REFUSED;
    case 'unclaimed':
      return CARRIER_DETAILS.package_unclaimed;
    case 'returned':
      return CARRIER_DETAILS.returned_to_sender;
    case 'undeliverable':
      return CARRIER_DETAILS.package_undeliverable;
    case 'refunded':
      return { sentence: 'You got your money back. No letter was sent.', nextStep: null };
  }
}
