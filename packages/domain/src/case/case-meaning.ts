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
  return {
    draft: { sentence: 'Your claim is saved and not yet paid.', nextStep: 'Go on where you left off.' },
    deleted: { sentence: 'This claim was deleted.', nextStep: null },
    paid: { sentence: 'You have paid. We are writing your letter.', nextStep: null },
    lettered: {
      sentence: 'Your letter is written and not yet sent.',
      nextStep: 'Read it, change what you like, then approve it.',
    },
    approved: {
      sentence: `Your letter is approved. It will be mailed ${facts.windowEndsText ?? 'when the time for changes ends'}.`,
      nextStep: 'You can still change it or stop it.',
    },
    posting: { sentence: 'Your letter is on its way to the printer.', nextStep: null },
    rejected: SCAN_DETAILS.print_refused,
    // Scans show what the carrier has; without one only the printer has the letter.
    mailed: HANDED_TO_PRINTER,
    in_transit: { sentence: 'Your letter is on its way.', nextStep: null },
    attempted: SCAN_DETAILS.attempted,
    awaiting_pickup: SCAN_DETAILS.pickup_available,
    delivered: { sentence: SCAN_DETAILS.delivered.sentence, nextStep: `Wait for payment or an answer ${until}.` },
    refused: SCAN_DETAILS.refused,
    unclaimed: SCAN_DETAILS.unclaimed,
    returned: SCAN_DETAILS.coming_back,
    undeliverable: SCAN_DETAILS.undeliverable,
    refunded: { sentence: 'You got your money back. No letter was sent.', nextStep: null },
  }[state];
}
