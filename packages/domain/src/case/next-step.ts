/** The one thing to do next about a case, and until when. */
import type { CalendarDay } from '../dates/calendar-day.ts';
import { dayAtPlace, type ZonedPlace } from '../dates/zones.ts';
import type { ClaimCase } from './case-file-state.ts';

/** Case standings in which the claimant only waits until the pay-by day. */
const UNDERWAY: readonly string[] = ['posted', 'in_transit', 'attempted', 'awaiting_pickup', 'delivered', 'answer_due'];
const LOST: readonly string[] = ['refused', 'unclaimed', 'undeliverable', 'returned'];

export interface NextStep {
  /** `closed`; `ask`: did they pay; `unpaid`: said that not all has come; `wait`; before it is mailed its standing. */
  readonly step: string;
  readonly until: CalendarDay | null;
}

/** Whether the claimant said what came after that day was over at the place. */
export const hasSaidSince = (ledger: ClaimCase['ledger'], day: CalendarDay, place: ZonedPlace): boolean =>
  ledger.some(({ standing, at }) => standing === 'counts' && dayAtPlace(at, place) > day);

/**
 * @param facts.standing - where the claim stands, as the list of cases says it
 * @param facts.answerBy - the day to pay by in the letter; null where it names none
 * @param facts.at - now, milliseconds since 1970
 * @param facts.place - where it happened: its clock decides which day it is (R35)
 */
export function nextStepOf(
  { closed, ledger }: Pick<ClaimCase, 'closed' | 'ledger'>,
  facts: { standing: string; answerBy: CalendarDay | null; at: number; place: ZonedPlace },
): NextStep {
  const { standing, answerBy, at, place } = facts;
  if (closed !== null) return { step: 'closed', until: null };
  const isUnderway = UNDERWAY.includes(standing);
  if (!isUnderway && !LOST.includes(standing)) return { step: standing, until: null };
  if (answerBy !== null && dayAtPlace(at, place) > answerBy) {
    return { step: hasSaidSince(ledger, answerBy, place) ? 'unpaid' : 'ask', until: null };
  }
  return isUnderway ? { step: 'wait', until: answerBy } : { step: standing, until: answerBy };
}
