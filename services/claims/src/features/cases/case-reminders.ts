import type { Reminder, ReminderKind } from '@redress/domain';
import type { Selectable } from 'kysely';
import type { Db, Trx } from '../../platform/database.ts';
import { EXPORT_PAGE } from '../../platform/export-rows.ts';
import type { Platform } from '../../platform/platform.ts';
import { retireAlert } from '../../shared/alerts.ts';

/** A row is what its person was reminded of, and the mark that makes it once. */
export interface CaseReminderTable {
  form_session_id: string;
  kind: ReminderKind;
  /** `YYYY-MM-DD` */
  day: string;
  /** Days from that day: -7, -1, 0 or 1. */
  off: number;
  /** While its mail waits, when it was made. */
  sent_at: Date;
}

declare module '../../platform/tables.ts' {
  interface Tables {
    case_reminder: CaseReminderTable;
  }
}

export const keyOfReminder = (formSessionId: string, { kind, day, off }: Reminder): string =>
  `reminder:${formSessionId}:${kind}:${day}:${off}`;

export async function findReminders(db: Db | Trx, formSessionId: string): Promise<(Reminder & { at: number })[]> {
  const rows = await db
    .selectFrom('case_reminder')
    .select(['kind', 'day', 'off', 'sent_at'])
    .where('form_session_id', '=', formSessionId)
    .execute();
  return rows.map(({ sent_at, ...reminder }) => ({ ...reminder, at: sent_at.getTime() }));
}

/** After news of a case: which days it has is looked at anew, and alerts of the kinds that it answers are retired. */
export async function forgetReminders(
  trx: Trx,
  platform: Pick<Platform, 'now'>,
  { userId, formSessionId, ended }: { userId: string; formSessionId: string; ended: readonly ReminderKind[] },
): Promise<void> {
  for (const reminder of await findReminders(trx, formSessionId)) {
    if (!ended.includes(reminder.kind)) continue;
    await retireAlert(trx, platform, { userId, dedupeKey: keyOfReminder(formSessionId, reminder) });
  }
  await trx
    .updateTable('letter')
    .set({ remind_at: platform.now() })
    .where((is) => {
      const own = is.selectFrom('letter').select('id').where('form_session_id', '=', formSessionId);
      return is.or([is('form_session_id', '=', formSessionId), is('original_letter_id', 'in', own)]);
    })
    .execute();
}

/** All that a person was reminded of, read page by page. */
export async function* remindersOf(db: Db, userId: string): AsyncGenerator<Selectable<CaseReminderTable>> {
  for (let offset = 0; ; offset += EXPORT_PAGE) {
    const rows = await db
      .selectFrom('case_reminder')
      .innerJoin('form_session', 'form_session.id', 'form_session_id')
      .where('form_session.user_id', '=', userId)
      .selectAll('case_reminder')
      .orderBy('sent_at')
      .orderBy('form_session_id')
      .orderBy('kind')
      .limit(EXPORT_PAGE)
      .offset(offset)
      .execute();
    yield* rows;
    if (rows.length < EXPORT_PAGE) return;
  }
}
