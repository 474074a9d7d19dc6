import { AppError, type AnswerOf, type getActiveSessions, type QueryOf } from '@redress/contracts';
import { claimantOf, defendantOf, formatAmount, progressPercent, sessionStatus } from '@redress/domain';
import { bound } from '@redress/server/bound';
import { byPerson, recordEvent } from '../../platform/event.ts';
import { isAmong, type Db } from '../../platform/database.ts';
import { allRows, mapRows } from '../../platform/export-rows.ts';
import type { SearchResult } from '../../platform/feature.ts';
import { mapWholeRows, readableName } from '../../platform/whole-rows.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Text } from '../../platform/text.ts';
import {
  lockOwnedSession,
  ownedSessions,
  sessionsWithWords,
} from '../../shared/form-sessions/form-session.repository.ts';
import { stepOf, type StoredSession } from '../../shared/form-sessions/form-session.ts';

const PAGE_SIZE = 20;
const RESTORE_DAYS = 30;
const SEARCH_LIMIT = 10;

type Listed = AnswerOf<typeof getActiveSessions>;
type Asked = QueryOf<typeof getActiveSessions>;

/** What a claim is called in lists: its package once chosen, else its kind and the other side. */
function sessionTitle(session: Pick<StoredSession, 'packageTitle' | 'formData'>, text: Text): string {
  const { packageTitle, formData } = session;
  const defendant = defendantOf(formData).name;
  return (
    packageTitle ||
    formData.packageTitle ||
    (defendant ? text('sessions.against', { name: defendant }) : formData.situationLabel) ||
    text('sessions.untitled')
  );
}

function rowOf(session: StoredSession, text: Text): Listed['sessions'][number] {
  const step = stepOf(session);
  const progress = progressPercent(step);
  return {
    session_id: session.id,
    form_session_id: session.id,
    package_title: sessionTitle(session, text),
    form_data: session.formData,
    current_step: step,
    progress,
    status_label: sessionStatus(progress, session.completedAt !== null),
    is_completed: session.completedAt !== null,
    created_at: session.createdAt.toISOString(),
    updated_at: session.updatedAt.toISOString(),
  };
}

/** A person's own claims: not edits of them, and not drafts that are still empty. */
const listed = (db: Db, userId: string, status: Asked['status']) =>
  ownedSessions(db, { userId, visitorId: null })
    .where('original_session_id', 'is', null)
    .$if(status === 'active', (query) => query.where('completed_at', 'is', null))
    .$if(status === 'completed', (query) => query.where('completed_at', 'is not', null));

async function list(
  { db, log, text }: Platform,
  userId: string,
  { page = 1, page_size: pageSize = PAGE_SIZE, status }: Asked,
): Promise<Listed> {
  const [rows, counted] = await Promise.all([
    ownedSessions(db, { userId, visitorId: null })
      // The page is cut by the index before a row is read.
      .where(
        isAmong(
          'form_session.id',
          listed(db, userId, status)
            .clearSelect()
            .select('form_session.id')
            .orderBy('created_at', 'desc')
            .orderBy('form_session.id', 'desc')
            .limit(pageSize)
            .offset((page - 1) * pageSize),
        ),
      )
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
    listed(db, userId, status)
      .clearSelect()
      .select((select) => select.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return {
    sessions: mapWholeRows(log, 'claims', rows, (row) => rowOf(row, text)),
    total: counted.total,
    message: text('sessions.listed'),
  };
}

async function remove({ db, now, text }: Platform, userId: string, id: string) {
  await db.transaction().execute(async (trx) => {
    const session = await lockOwnedSession(trx, id, { userId, visitorId: null });
    if (!session) throw new AppError('NOT_FOUND');
    if (session.paidAt || session.completedAt) throw new AppError('SESSION_COMPLETED');
    const at = now();
    await trx.updateTable('form_session').set({ deleted_at: at }).where('id', '=', id).execute();
    await trx.deleteFrom('current_draft').where('form_session_id', '=', id).execute();
    await recordEvent(trx, { kind: 'form-session.deleted', ...byPerson(userId, { kind: 'form-session', id }), at });
  });
  return { message: text('sessions.deleted') };
}

async function restore({ db, now, text }: Platform, userId: string, id: string) {
  const at = now();
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('form_session')
      .set({ deleted_at: null })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('deleted_at', '>', new Date(at.getTime() - RESTORE_DAYS * 86_400_000))
      .returning('id')
      .executeTakeFirst();
    if (!row) throw new AppError('NOT_FOUND');
    await recordEvent(trx, { kind: 'form-session.restored', ...byPerson(userId, { kind: 'form-session', id }), at });
  });
  return { message: text('sessions.restored') };
}

async function search({ db, log, text }: Platform, userId: string, words: readonly string[]): Promise<SearchResult[]> {
  const rows = await listed(db, userId, 'all')
    .where(isAmong('form_session.id', sessionsWithWords(db, userId, words)))
    .orderBy('updated_at', 'desc')
    .limit(SEARCH_LIMIT)
    .execute();
  return mapWholeRows(log, 'claims', rows, (session) => {
    const { formData, id } = session;
    return {
      kind: 'session' as const,
      id,
      title: sessionTitle(session, text),
      detail: text('sessions.category', {
        category: formData.situationLabel ?? text('sessions.untitled'),
        amount: formatAmount(formData.amount),
      }),
      url: session.completedAt ? '/completed-sessions' : '/dashboard',
    };
  });
}

function exportData({ db }: Platform, userId: string): Record<string, unknown> {
  const rows = allRows(
    'form_session',
    ownedSessions(db, { userId, visitorId: null }).select([
      'form_session.address_check',
      'form_session.readdressed_to',
    ]),
  );
  return {
    claims: mapRows(rows, (session) => ({
      id: session.id,
      created_at: session.createdAt.toISOString(),
      saved_at: session.savedAt?.toISOString() ?? null,
      current_step: stepOf(session),
      claimant: readableName(() => claimantOf(session.formData).name),
      answers: session.formData,
      address_check: session.address_check,
      readdressed_to: session.readdressed_to,
    })),
  };
}

/** Kept apart from typing: lists, deletion and its undoing, search, export. */
export const createSessionList = (platform: Platform) => bound(platform, { list, remove, restore, search, exportData });
