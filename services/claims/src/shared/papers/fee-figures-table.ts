import type { Db, Trx } from '../../platform/database.ts';
import { FEE_FIGURES_DAYS } from '../../platform/housekeeping.ts';

interface FeeFiguresTable {
  form_session_id: string;
  sealed: Buffer;
  given_at: Date;
}

declare module '../../platform/tables.ts' {
  interface Tables {
    fee_figures: FeeFiguresTable;
  }
}

const DAY_MS = 86_400_000;

/** What is kept of these cases; the hour in which the job deletes it is not waited for. */
export const keptFigures = (db: Db | Trx, ids: readonly string[], now: Date): Promise<FeeFiguresTable[]> =>
  db
    .selectFrom('fee_figures')
    .selectAll()
    .where('form_session_id', 'in', ids)
    .where('given_at', '>=', new Date(now.getTime() - FEE_FIGURES_DAYS * DAY_MS))
    .execute();
