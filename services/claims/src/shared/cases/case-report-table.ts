import type { BodyOf, reportPayment } from '@redress/contracts';
import {
  ANSWER_KINDS,
  type AnswerKind,
  type CalendarDay,
  type ClaimantReport,
  type CloseReason,
  type PlanPeriod,
} from '@redress/domain';
import type { Selectable } from 'kysely';
import type { Db, Trx } from '../../platform/database.ts';

export interface CaseReportTable {
  form_session_id: string;
  no: number;
  id: string;
  kind: BodyOf<typeof reportPayment>['kind'];
  /** Of `part`; of `offer` each part; of `court` the sum of the judgment. */
  cents: number | null;
  /** `YYYY-MM-DD`, of `all`, `part` and `signed`; of `offer` the day of the first part; of `court` the hearing. */
  day: CalendarDay | null;
  /** Of `offer`. */
  now_cents: number | null;
  now_day: CalendarDay | null;
  every: PlanPeriod | null;
  /** Of `dispute`. */
  words: string | null;
  /** Of `court`. */
  case_number: string | null;
  served_day: CalendarDay | null;
  judgment_day: CalendarDay | null;
  replaces: string | null;
  reason: Exclude<CloseReason, 'paid'> | null;
  closed_as: CloseReason | null;
  created_at: Date;
}

declare module '../../platform/tables.ts' {
  interface Tables {
    case_report: CaseReportTable;
  }
}

export type CaseReportRow = Selectable<CaseReportTable>;

/** What was reported of a case, in that order. */
export const findReports = (db: Db | Trx, formSessionId: string): Promise<CaseReportRow[]> =>
  db.selectFrom('case_report').selectAll().where('form_session_id', '=', formSessionId).orderBy('no').execute();

/** The same of several cases, by their ids. */
export async function findReportsOf(db: Db, ids: readonly string[]): Promise<Map<string, CaseReportRow[]>> {
  const any = ['', ...ids];
  const asked = db.selectFrom('case_report').selectAll().where('form_session_id', 'in', any).orderBy('no');
  return Map.groupBy(await asked.execute(), ({ form_session_id }) => form_session_id);
}

export const isAnswer = (kind: CaseReportRow['kind']): kind is AnswerKind =>
  ANSWER_KINDS.some((known) => known === kind);

/** A row as the domain's table of transitions reads it. */
export function eventOf(row: CaseReportRow): ClaimantReport {
  const { id, kind, cents, day, replaces, reason, words, every } = row;
  const at = row.created_at.getTime();
  if (kind === 'close') return { type: 'case.closed', at, reason: reason ?? 'other' };
  if (kind === 'open') return { type: 'case.opened', at };
  if (kind === 'court') {
    const { case_number, served_day: servedDay, judgment_day: judgmentDay } = row;
    return {
      type: 'court.reported',
      at,
      court: { caseNumber: case_number ?? '', hearingDay: day, servedDay, judgmentDay, awardedCents: cents },
    };
  }
  if (kind === 'withdraw') return { type: 'report.withdrawn', at, replaces: replaces ?? '' };
  if (isAnswer(kind)) {
    const isOffer = cents !== null && day !== null && every !== null;
    const terms = isOffer
      ? { nowCents: row.now_cents ?? 0, nowDay: row.now_day, eachCents: cents, every, from: day }
      : null;
    return { type: 'answer.reported', at, id, kind, terms, day: isOffer ? null : day, words: words ?? '' };
  }
  return { type: 'money.reported', at, id, kind, cents: cents ?? 0, day, replaces };
}
