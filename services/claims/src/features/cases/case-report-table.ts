import type { BodyOf, reportPayment } from '@redress/contracts';
import type { CalendarDay, ClaimantReport, CloseReason } from '@redress/domain';
import type { Selectable } from 'kysely';
import type { Db, Trx } from '../../platform/database.ts';

export interface CaseReportTable {
  form_session_id: string;
  no: number;
  id: string;
  kind: BodyOf<typeof reportPayment>['kind'];
  /** Of `part`. */
  cents: number | null;
  /** `YYYY-MM-DD`, of `all` and `part`. */
  day: CalendarDay | null;
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

/** A row as the domain's table of transitions reads it. */
export function eventOf({ id, kind, cents, day, replaces, reason, created_at }: CaseReportRow): ClaimantReport {
  const at = created_at.getTime();
  if (kind === 'close') return { type: 'case.closed', at, reason: reason ?? 'other' };
  if (kind === 'open') return { type: 'case.opened', at };
  if (kind === 'withdraw') return { type: 'report.withdrawn', at, replaces: replaces ?? '' };
  return { type: 'money.reported', at, id, kind, cents: cents ?? 0, day, replaces };
}
