import { AppError, type AnswerOf, type createEditSession } from '@redress/contracts';
import type { Trx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  addFollowing,
  findSignature,
  lockOwnedSession,
  ownedSessions,
  signatureDataUrl,
} from '../../shared/form-sessions/form-session.repository.ts';
import type { StoredSession } from '../../shared/form-sessions/form-session.ts';
import { searchTextOf } from './save-draft.ts';

type Opened = AnswerOf<typeof createEditSession>;

/** Opens a paid claim for editing; one edit under way for each, reused when there is one. */
export function createEditSessions({ db, newId, now, text }: Platform) {
  const edits = (trx: Trx, userId: string, originalId: string) =>
    ownedSessions(trx, { userId, visitorId: null })
      .where('original_session_id', '=', originalId)
      .where('follows_letter_id', 'is', null);

  async function answer(trx: Trx, session: StoredSession, isReopened: boolean): Promise<Opened> {
    const signature = await findSignature(trx, session.id);
    return {
      message: text(isReopened ? 'sessions.editReopened' : 'sessions.editOpened'),
      existing_edit_session_id: isReopened ? session.id : null,
      data: {
        edit_session_id: session.id,
        form_data: signature ? { ...session.formData, signature: signatureDataUrl(signature.png) } : session.formData,
        revision: session.revision,
      },
    };
  }

  /** A copy of the answers as last edited, with their signature. */
  async function copy(trx: Trx, userId: string, original: StoredSession): Promise<StoredSession> {
    const lastEdit = await edits(trx, userId, original.id)
      .where('completed_at', 'is not', null)
      .orderBy('completed_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    const source = lastEdit ?? original;
    const id = newId();
    const event = { kind: 'form-session.edit-opened', details: { original: original.id } };
    await addFollowing(
      trx,
      { from: source.id, at: now(), event },
      {
        id,
        user_id: userId,
        form_data: JSON.stringify(source.formData),
        search_text: searchTextOf(source.formData),
        furthest_step: source.furthestStep,
        package_id: original.packageId,
        package_title: original.packageTitle,
        original_session_id: original.id,
      },
    );
    return { ...source, id, revision: 1, originalSessionId: original.id, paidAt: null, completedAt: null };
  }

  return {
    open: (userId: string, originalId: string): Promise<Opened> =>
      db.transaction().execute(async (trx) => {
        // Locked, so that two tabs that ask at once get the same one.
        const original = await lockOwnedSession(trx, originalId, { userId, visitorId: null });
        if (!original || original.originalSessionId || !(original.paidAt || original.completedAt)) {
          throw new AppError('EDIT_ORIGINAL_INVALID');
        }
        const open = await edits(trx, userId, originalId).where('completed_at', 'is', null).executeTakeFirst();
        return open ? answer(trx, open, true) : answer(trx, await copy(trx, userId, original), false);
      }),
  };
}
