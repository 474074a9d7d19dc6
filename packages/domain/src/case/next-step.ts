/** The one thing to do next about a case, and until when. */
import { addDays, type CalendarDay } from '../dates/calendar-day.ts';
import { dayAtPlace, type ZonedPlace } from '../dates/zones.ts';
import type { ClaimCase } from './case-file-state.ts';
import { isFiled } from './court-dates.ts';
import { CURE_DAYS, lastAnswer, openPayments } from './instalments.ts';

/** Case standings in which the claimant only waits until the pay-by day. */
const UNDERWAY: readonly string[] = ['posted', 'in_transit', 'attempted', 'awaiting_pickup', 'delivered', 'answer_due'];
const LOST: readonly string[] = ['refused', 'unclaimed', 'undeliverable', 'returned'];

export interface NextStep {
  /**
   * `closed`; `ask`: did they pay; `unpaid`: said that not all has come; `wait`; what they answered last; of a signed plan
   * `plan`, `plan_late` while a missed payment can still be made, `plan_broken`; in court `filed`, `hearing` with its day,
   * `judged`; before it is mailed its standing.
   */
  readonly step: string;
  readonly until: CalendarDay | null;
}

/** Whether the claimant said what came after that day was over at the place. */
export const hasSaidSince = (ledger: ClaimCase['ledger'], day: CalendarDay, place: ZonedPlace): boolean =>
  ledger.some(({ standing, at }) => standing === 'counts' && dayAtPlace(at, place) > day);

/** Of the earliest payment of a plan that has not come whole. */
function planStep(
  ledger: ClaimCase['ledger'],
  day: CalendarDay,
  { today, place }: { today: CalendarDay; place: ZonedPlace },
): NextStep {
  if (today <= day) return { step: 'plan', until: day };
  if (!hasSaidSince(ledger, day, place)) return { step: 'ask', until: null };
  const curedBy = addDays(day, CURE_DAYS);
  return today <= curedBy ? { step: 'plan_late', until: curedBy } : { step: 'plan_broken', until: null };
}

/** Next step of a case with a case number, a hearing day or a judgment; null before it has one of them. */
function courtStep(court: ClaimCase['court'], today: CalendarDay): NextStep | null {
  if (!court || (!isFiled(court) && court.hearingDay === null)) return null;
  if (court.judgmentDay !== null) return { step: 'judged', until: null };
  const { hearingDay: until } = court;
  return until !== null && until >= today ? { step: 'hearing', until } : { step: 'filed', until: null };
}

/**
 * @param facts.standing - where the claim stands, as the list of cases says it
 * @param facts.answerBy - the day to pay by in the letter; null where it names none
 * @param facts.at - now, milliseconds since 1970
 * @param facts.place - where it happened: its clock decides which day it is (R35)
 */
export function nextStepOf(
  claim: Pick<ClaimCase, 'closed' | 'claimedCents' | 'ledger' | 'answers' | 'court'>,
  facts: { standing: string; answerBy: CalendarDay | null; at: number; place: ZonedPlace },
): NextStep {
  const { closed, ledger } = claim;
  const { standing, answerBy, at, place } = facts;
  if (closed !== null) return { step: 'closed', until: null };
  const isUnderway = UNDERWAY.includes(standing);
  if (!isUnderway && !LOST.includes(standing)) return { step: standing, until: null };
  const today = dayAtPlace(at, place);
  const [due] = openPayments(claim);
  if (due) return planStep(ledger, due.day, { today, place });
  const answered = lastAnswer(claim)?.kind;
  if (answered === 'not_them') return { step: answered, until: null };
  const inCourt = courtStep(claim.court, today);
  if (inCourt) return inCourt;
  if (answerBy !== null && today > answerBy) {
    return { step: hasSaidSince(ledger, answerBy, place) ? (answered ?? 'unpaid') : 'ask', until: null };
  }
  if (answered) return { step: answered, until: answerBy };
  return isUnderway ? { step: 'wait', until: answerBy } : { step: standing, until: answerBy };
}
