/**
 * Days of a case in court, each by a row of the law that was read. A day without a row is for the clerk to say. A day that
 * falls on a closed one is moved to the careful side: what the claimant does is due before it, what the other side may
 * still do after it.
 */
import type { CourtDates, CourtDayKind } from '../case/court-dates.ts';
import { addDays, type CalendarDay } from '../dates/calendar-day.ts';
import { openCourtDay } from '../dates/court-holidays.ts';
import type { Citation } from './fact.ts';
import { lawRows, rowCitation, type LawRow } from './law-rows.ts';

export interface CourtDay {
  readonly kind: CourtDayKind;
  /** Null: no day is counted. */
  readonly day: CalendarDay | null;
  /** The rule in plain words; empty for a day that was typed, and where no row was read: ask the clerk. */
  readonly says: string;
  /** Null for a day that was typed, and where no row was read. */
  readonly citation: Citation | null;
}

/** A kind of row counts from a typed day: back from the hearing, on from what came before. `careful`: which way a closed day moves. */
const COUNTS: readonly {
  kind: CourtDayKind;
  rows: readonly string[];
  from: 'servedDay' | 'hearingDay' | 'judgmentDay';
  by: 1 | -1;
  careful: 1 | -1;
  /** The days are the other side's own, and must be over. */
  isAfter?: true;
}[] = [
  { kind: 'answer_by', rows: ['answer'], from: 'servedDay', by: 1, careful: 1 },
  { kind: 'serve_by', rows: ['serve-by'], from: 'hearingDay', by: -1, careful: -1 },
  { kind: 'proof_by', rows: ['proof-by', 'proof'], from: 'hearingDay', by: -1, careful: -1 },
  { kind: 'evidence_by', rows: ['evidence-by'], from: 'hearingDay', by: -1, careful: -1 },
  { kind: 'appeal_by', rows: ['appeal'], from: 'judgmentDay', by: 1, careful: -1 },
  { kind: 'collect_from', rows: ['execution'], from: 'judgmentDay', by: 1, careful: 1, isAfter: true },
];

/** Days that no longer matter once there is a decision. */
const BEFORE_THE_DECISION: readonly CourtDayKind[] = ['answer_by', 'serve_by', 'proof_by', 'evidence_by'];

/**
 * @param state - two letters of the place
 * @param rowsOf - the first row of a kind counts; `value.days` are calendar days
 */
export function courtDays(
  state: string,
  dates: CourtDates,
  rowsOf: (kind: string) => readonly LawRow[] = (kind) => lawRows(state, 'procedure', kind),
): readonly CourtDay[] {
  const counted = COUNTS.flatMap(({ kind, rows, from, by, careful, isAfter }): CourtDay[] => {
    const start = dates[from];
    if (!start || (dates.judgmentDay && BEFORE_THE_DECISION.includes(kind))) return [];
    const rule = rows.flatMap(rowsOf)[0];
    if (!rule) return [{ kind, day: null, says: '', citation: null }];
    const { days, says } = rule.value;
    const plainDay = typeof days === 'number' ? addDays(start, by * days + (isAfter ? 1 : 0)) : null;
    const day = plainDay && openCourtDay(plainDay, state, careful);
    return [{ kind, day, says: typeof says === 'string' ? says : '', citation: rowCitation(rule) }];
  });
  const hearing = dates.hearingDay
    ? [{ kind: 'hearing' as const, day: dates.hearingDay, says: '', citation: null }]
    : [];
  return [...counted, ...hearing].toSorted((a, b) => (a.day ?? '9').localeCompare(b.day ?? '9'));
}
