/** A case in court, as its claimant types it from the court's papers. */
import { addDays, addYears, type CalendarDay } from '../dates/calendar-day.ts';
import { courtClosingOn, type CourtClosing } from '../dates/court-holidays.ts';

export interface CourtDates {
  /** As the court writes it; empty while there is none. */
  readonly caseNumber: string;
  readonly hearingDay: CalendarDay | null;
  /** When the other side got the papers of the court; of several defendants the last one. */
  readonly servedDay: CalendarDay | null;
  /** When the judge signed the decision. */
  readonly judgmentDay: CalendarDay | null;
  /** Sum of the judgment with its costs, as the claimant read it. */
  readonly awardedCents?: number | null;
}

/** Whether the claim is at the court: only then it has a number, and a decision. */
export const isFiled = (court: Pick<CourtDates, 'caseNumber' | 'judgmentDay'> | null): boolean =>
  court !== null && (court.caseNumber !== '' || court.judgmentDay !== null);

/** Whether handing over is behind: the other side got the papers, or there is a decision. */
export const isServed = (court: Pick<CourtDates, 'servedDay' | 'judgmentDay'> | null): boolean =>
  Boolean(court?.servedDay ?? court?.judgmentDay);

/** Days that follow from those that were typed, in the order in which they come. */
export const COURT_DAYS = [
  'answer_by',
  'serve_by',
  'proof_by',
  'evidence_by',
  'hearing',
  'appeal_by',
  'collect_from',
] as const;
export type CourtDayKind = (typeof COURT_DAYS)[number];

/** No court sets a day that far off: a slip of the key. */
const MOST_YEARS_OFF = 10;
export const isTooFarOff = (day: CalendarDay, today: CalendarDay): boolean =>
  day > addYears(today, MOST_YEARS_OFF) || day < addYears(today, -MOST_YEARS_OFF);

/** What a person should hear about a hearing day before it is kept: it may be a slip, or it is soon. */
export type HearingConcern = { readonly why: 'far' | 'past' | 'today' | 'tomorrow' } | CourtClosing;

/** @param state - two letters of the place */
export function hearingConcerns(
  day: CalendarDay,
  { today, state }: { today: CalendarDay; state: string },
): readonly HearingConcern[] {
  if (isTooFarOff(day, today)) return [{ why: 'far' }];
  const soon = { [today]: 'today', [addDays(today, 1)]: 'tomorrow' } as const;
  const when = day < today ? ('past' as const) : soon[day];
  const closing = courtClosingOn(day, state);
  return [...(when ? [{ why: when }] : []), ...(closing ? [closing] : [])];
}
