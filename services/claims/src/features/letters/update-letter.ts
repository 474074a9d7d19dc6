import {
  AppError,
  DEFAULT_AMOUNT_RANGE,
  type BodyOf,
  type ClaimFormData,
  type updateDemandLetter,
} from '@redress/contracts';
import { unsafeShortTexts } from '@redress/domain/short-texts';
import { joinParts, redateParts, withOwnWords } from '@redress/domain/letter';
import type { Trx } from '../../platform/database.ts';
import { byPerson, recordEvent } from '../../platform/event.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  copySignature,
  lockOwnedSession,
  markSessionCompleted,
} from '../../shared/form-sessions/form-session.repository.ts';
import { claimProblems } from '../../shared/form-sessions/claim-problems.ts';
import type { StoredSession } from '../../shared/form-sessions/form-session.ts';
import {
  addVersion,
  findLetterOfSession,
  lockLetter,
  type LetterRow,
  type NewVersion,
} from '../../shared/letters/letter.repository.ts';
import { findComposed } from '../../shared/letters/composed-text.ts';
import { daysOf, documentDay, partsOf } from '../../shared/letters/letter-days.ts';
import { assertAnswersSafe, assertPrintable, findRulings } from '../../shared/letters/letter-gate.ts';
import { HELD, isGivenBack } from '../../shared/letters/letter-problem.ts';
import type { Services } from '../../shared/feature-services.ts';
import { freezeAnswers } from '../../shared/letters/snapshot.ts';
import { findOrder, findPaidQuote, recipientsOf } from '../../shared/orders/order.repository.ts';
import { windowEnd } from '../../shared/letters/change-window.ts';
import { composeVersion } from './composing.ts';
import { loadLetter } from './demand-view.ts';
import { askForKept } from './held-back.ts';

type Update = BodyOf<typeof updateDemandLetter>;

export interface UpdatedLetter {
  letterId: string;
  text: string;
  /** The posted letter stands as it was mailed; this is a copy of its own (R19a). */
  isCopy: boolean;
}

type Composed = Omit<NewVersion, 'origin'>;
interface Written {
  composed: Composed;
  /** With what the claimant wrote by hand, where there is such. */
  own: Composed | null;
}

async function sessions(trx: Trx, userId: string, { original_session_id, edit_session_id }: Update) {
  const owner = { userId, visitorId: null };
  // Both in the order of their ids, as a deletion of the account locks them.
  await trx
    .selectFrom('form_session')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', 'in', [original_session_id, edit_session_id])
    .orderBy('id')
    .forUpdate()
    .execute();
  const original = await lockOwnedSession(trx, original_session_id, owner);
  if (!original?.paidAt) throw new AppError('EDIT_ORIGINAL_INVALID');
  const edit = await lockOwnedSession(trx, edit_session_id, owner);
  if (edit?.originalSessionId !== original.id || edit.followsLetterId) throw new AppError('EDIT_SESSION_INVALID');
  return { edit, original };
}

/** Before posting the edited answers are the claim's answers; the signature given to them goes along. */
async function keepAnswers(trx: Trx, original: StoredSession, edit: StoredSession, formData: ClaimFormData, at: Date) {
  await trx
    .updateTable('form_session')
    .set({ form_data: JSON.stringify(formData), revision: original.revision + 1, saved_at: at, updated_at: at })
    .where('id', '=', original.id)
    .execute();
  await copySignature(trx, edit.id, original.id);
}

/** The letter with the words that were written into it by hand; `null` where there are none. */
async function withHandWritten(trx: Trx, letter: LetterRow, composed: Composed): Promise<Composed | null> {
  const { version } = await loadLetter(trx, letter);
  const written = await findComposed(trx, version);
  if (!written || written.version === version.version) return null;
  const partsNow = (row: typeof version) => redateParts(partsOf(row), daysOf(row), composed.days);
  const parts = withOwnWords(partsNow(written), partsNow(version), composed.parts);
  return parts && { ...composed, parts, text: joinParts(parts) };
}

/** As our rules write it, and behind it the letter with words of the claimant: only the first is believed to be ours. */
async function addVersions(trx: Trx, letterId: string, after: number, { composed, own }: Written) {
  const hash = await addVersion(trx, letterId, after + 1, { ...composed, origin: 'updated' });
  if (!own) return { version: after + 1, hash };
  return { version: after + 2, hash: await addVersion(trx, letterId, after + 2, { ...own, origin: 'edited' }) };
}

async function nextRevision(trx: Trx, letter: LetterRow, update: Written): Promise<void> {
  const { composed } = update;
  const isOpen = letter.state === 'approved' && letter.window_ends_at !== null && letter.window_ends_at > composed.at;
  if (letter.state === 'approved' && !isOpen) throw new AppError('CONFLICT');
  const { version: next, hash } = await addVersions(trx, letter.id, letter.version, update);
  await trx
    .updateTable('letter')
    .set({
      version: next,
      updated_at: composed.at,
      ...(letter.problem === HELD ? { problem: null } : {}),
      ...(isOpen ? { approved_version: next, approved_hash: hash } : {}),
      // What the carrier would not take has been corrected: it can be approved again.
      ...(letter.state === 'problem'
        ? {
            state: 'draft' as const,
            approved_version: null,
            approved_hash: null,
            approval_id: null,
            // A refund asked for stands.
            problem: isGivenBack(letter.problem) ? letter.problem : null,
          }
        : {}),
    })
    .where('id', '=', letter.id)
    .execute();
}

async function copyOf(
  { newId }: Platform,
  trx: Trx,
  letter: LetterRow,
  edit: StoredSession,
  known: LetterRow | null,
  update: Written,
): Promise<string> {
  const { composed } = update;
  const next = (known?.version ?? 0) + (update.own ? 2 : 1);
  const id = known?.id ?? newId();
  if (known) {
    await trx.updateTable('letter').set({ version: next, updated_at: composed.at }).where('id', '=', id).execute();
  } else {
    await trx
      .insertInto('letter')
      .values({
        id,
        form_session_id: edit.id,
        user_id: letter.user_id,
        order_id: null,
        original_letter_id: letter.id,
        state: 'copy',
        version: next,
        created_at: composed.at,
        updated_at: composed.at,
      })
      .execute();
  }
  await addVersions(trx, id, known?.version ?? 0, update);
  return id;
}

/**
 * Edit mode: composes the letter anew from the edited answers; words written into it by hand stay. Before posting it is the letter's next revision, approved
 * with it while the change window is open; after posting the mailed version stays frozen and the update is a copy.
 */
export function createLetterUpdate(services: Services) {
  const { db, now, threads } = services;
  return async (userId: string, request: Update): Promise<UpdatedLetter> =>
    db.transaction().execute(async (trx) => {
      const { edit, original } = await sessions(trx, userId, request);
      const found = await findLetterOfSession(trx, original.id);
      const letter = found && (await lockLetter(trx, found.id));
      if (!letter) throw new AppError('EDIT_ORIGINAL_INVALID');
      const order = letter.order_id ? await findOrder(trx, letter.order_id) : null;
      const { signature: _drawn, ...formData } = request.form_data;
      const problems = claimProblems(formData, { range: DEFAULT_AMOUNT_RANGE, now: now() });
      const fields = Object.fromEntries([
        // Of a street the envelope would be cut; what else is open was paid for as it is.
        ...Object.entries(problems).filter(([, problem]) => problem === 'validation.address.tooLong'),
        ...unsafeShortTexts(formData).map((field) => [field, 'validation.text.unsafe'] as const),
      ]);
      const refused = Object.keys(fields);
      if (refused.length > 0)
        throw new AppError('CLAIM_INCOMPLETE', { fields, details: { reason: refused.join(',') } });
      const rulings = await findRulings(trx, [original.id, edit.id], formData);
      await assertAnswersSafe(threads, formData, rulings);
      const isCopy = letter.state === 'posting' || letter.state === 'posted';
      const snapshot = await freezeAnswers(trx, services, {
        formSessionId: edit.id,
        formData,
        // A copy is bought anew, and its recipients with it.
        recipients: isCopy || !order ? [] : recipientsOf(await findPaidQuote(trx, order.id)),
      });
      const composed = await composeVersion(snapshot, {
        at: now(),
        day: documentDay(snapshot.answers, windowEnd(services)),
        drafting: null,
        rulings,
        threads,
      });
      const copied = isCopy ? await findLetterOfSession(trx, edit.id) : null;
      const own = await withHandWritten(trx, copied ?? letter, composed);
      const { text } = own ?? composed;
      // In the change window the update is what will be posted; what an operator has to see first ends the window.
      const isAsked = !isCopy && (await askForKept(trx, services, letter, text, rulings));
      const current = isAsked ? ((await lockLetter(trx, letter.id)) ?? letter) : letter;
      if (current.state === 'approved') await assertPrintable(threads, { text, composed: composed.text }, rulings);
      let letterId = letter.id;
      if (isCopy) letterId = await copyOf(services, trx, letter, edit, copied, { composed, own });
      else {
        await nextRevision(trx, current, { composed, own });
        await keepAnswers(trx, original, edit, formData, now());
      }
      await markSessionCompleted(trx, { id: edit.id, at: composed.at });
      await recordEvent(trx, {
        kind: isCopy ? 'letter.copied' : 'letter.updated',
        ...byPerson(userId, { kind: 'letter', id: letterId }),
        details: { original: letter.id },
        at: composed.at,
      });
      return { letterId, text, isCopy };
    });
}
