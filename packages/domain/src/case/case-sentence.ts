import { HANDED_TO_PRINTER, SCAN_DETAILS } from '../carrier/scan.ts';
import type { CaseState } from './case-file-state.ts';

/**
 * Where a claim is, in one line of the claimant's page.
 * @param windowEndsText - when the change window ends, as the claimant reads times: `at 3:20 PM`
 */
export function caseSentence(state: CaseState, windowEndsText: string | null = null): string {
  switch (state) {
    case 'draft':
      return 'Your claim is saved and not yet paid.';
    case 'deleted':
      return 'This claim was deleted.';
    case 'paid':
      return 'You have paid. We are writing your letter.';
    case 'lettered':
      return 'Your letter is written and not yet sent.';
    case 'approved':
      return `Your letter is approved. It will be mailed ${windowEndsText ?? 'when the time for changes ends'}.`;
    case 'posting':
      return 'Your letter is on its way to the printer.';
    case 'rejected':
      return SCAN_DETAILS.print_refused.sentence;
    case 'mailed':
      // Scans show what the carrier has; without one only the printer has the letter.
      return HANDED_TO_PRINTER.sentence;
    case 'in_transit':
      return 'Your letter is on its way.';
    case 'awaiting_pickup':
      return SCAN_DETAILS.pickup_available.sentence;
    case 'returned':
      return SCAN_DETAILS.coming_back.sentence;
    case 'refunded':
      return 'You got your money back. No letter was sent.';
    default:
      return SCAN_DETAILS[state].sentence;
  }
}
