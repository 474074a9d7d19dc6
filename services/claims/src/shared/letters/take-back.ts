import type { Trx } from '../../platform/database.ts';
import { recordEvent, type EventEntry } from '../../platform/event.ts';
import type { Platform } from '../../platform/platform.ts';
import { markSessionActive } from '../form-sessions/form-session.repository.ts';
import { retractNotice } from '../orders/customer.ts';
import { isGivenBack, REFUNDING, type REFUNDED } from './letter-problem.ts';
import type { LetterRow } from './letter.repository.ts';

const STOPPED = 'letter.stopped';

/**
 * An approved letter is a draft again, and is not posted when its window ends. Caller has locked the letter.
 * @param problem - why it is one again, where its owner did not ask for it
 */
export async function takeBackApproval(
  trx: Trx,
  platform: Pick<Platform, 'now'>,
  letter: LetterRow,
  actor: EventEntry['actor'],
  problem: string | null = null,
): Promise<void> {
  const at = platform.now();
  await trx
    .updateTable('letter')
    .set({
      state: 'draft',
      approved_version: null,
      approved_hash: null,
      approved_at: null,
      approval_id: null,
      window_ends_at: null,
      // A refund asked for stands.
      problem: isGivenBack(letter.problem) ? letter.problem : problem,
      updated_at: at,
    })
    .where('id', '=', letter.id)
    .execute();
  await markSessionActive(trx, { id: letter.form_session_id, at });
  if (letter.approval_id) {
    await retractNotice(trx, platform, { kind: 'letter-approved', userId: letter.user_id, about: letter.approval_id });
  }
  await recordEvent(trx, { kind: STOPPED, actor, subject: { kind: 'letter', id: letter.id }, at });
}

/** A draft whose approval was taken back: an approval sent again after a lost answer would bring it back unasked. */
export async function wasStopped(trx: Trx, { id, state }: Pick<LetterRow, 'id' | 'state'>): Promise<boolean> {
  const stops = trx.selectFrom('event').select('id').where('subject_kind', '=', 'letter').where('subject_id', '=', id);
  return state === 'draft' && (await stops.where('kind', '=', STOPPED).limit(1).execute()).length > 0;
}

/** A letter that has not gone out is not posted when its price went back, or is on its way. Caller has locked the letter. */
export async function stopForRefund(
  trx: Trx,
  platform: Pick<Platform, 'now'>,
  letter: LetterRow,
  actor: EventEntry['actor'],
  problem: typeof REFUNDING | typeof REFUNDED = REFUNDING,
): Promise<void> {
  if (letter.state === 'approved') await takeBackApproval(trx, platform, letter, actor);
  // One that the carrier refused could be corrected and approved again, or handed over again.
  if (letter.state !== 'approved' && letter.state !== 'draft' && letter.state !== 'problem') return;
  await trx.updateTable('letter').set({ problem }).where('id', '=', letter.id).execute();
}
