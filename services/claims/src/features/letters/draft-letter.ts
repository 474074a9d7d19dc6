import { AppError } from '@redress/contracts';
import { defendantOf, isFurtherLetter, SECOND_LETTER, type CalendarDay } from '@redress/domain';
import { joinParts } from '@redress/domain/letter';
import type { Trx } from '../../platform/database.ts';
import { bySystem, recordEvent } from '../../platform/event.ts';
import { answersAfter, caseBefore, earlierOf, isFirstClass } from '../../shared/cases/further-letter.ts';
import { sameText } from '../../shared/cases/same-text.ts';
import { lockCaseOf } from '../../shared/form-sessions/form-session.repository.ts';
import { sessions, type StoredSession } from '../../shared/form-sessions/form-session.ts';
import {
  addVersion,
  findLetter,
  findLetterOfSession,
  lockLetter,
  type LetterRow,
  type SnapshotRow,
} from '../../shared/letters/letter.repository.ts';
import { JOBS } from '../../shared/job-names.ts';
import { documentDay } from '../../shared/letters/letter-days.ts';
import { findRulings } from '../../shared/letters/letter-gate.ts';
import type { Services } from '../../shared/feature-services.ts';
import { freezeAnswers } from '../../shared/letters/snapshot.ts';
import { notify, notifyInPanel, type News } from '../../shared/orders/customer.ts';
import { findOrder, findPaidQuote, recipientsOf, type OrderRow } from '../../shared/orders/order.repository.ts';
import { windowEnd } from '../../shared/letters/change-window.ts';
import { composeVersion } from './composing.ts';
import { loadLetter } from './demand-view.ts';

/** The order screen approves within seconds; who is still reading after this has a mail to come back by. */
const READY_MAIL_AFTER_MS = 10 * 60_000;

async function paidSession(trx: Trx, order: OrderRow): Promise<StoredSession> {
  await lockCaseOf(trx, order.form_session_id);
  const session = await sessions(trx).where('id', '=', order.form_session_id).forUpdate().executeTakeFirst();
  if (!session) throw new AppError('NOT_FOUND');
  return session;
}

const freezeClaim = async (context: Services, trx: Trx, order: OrderRow): Promise<SnapshotRow> => {
  const session = await paidSession(trx, order);
  const quote = await findPaidQuote(trx, order.id);
  // A further letter is made of the answers of the one before, as that was mailed.
  const before = session.followsLetterId ? await caseBefore(trx, session.followsLetterId) : null;
  return freezeAnswers(trx, context, {
    formSessionId: session.id,
    formData: before ? await answersAfter(trx, session.id, before) : session.formData,
    recipients: recipientsOf(quote),
    earlier: before && order.package_id === SECOND_LETTER ? earlierOf(before) : null,
  });
};

type Composed = Awaited<ReturnType<typeof composeVersion>>;

/** The words of a letter that was mailed, once more: as our rules wrote them, then as they were mailed. */
async function copyMailed(
  { db, now }: Services,
  letterId: string,
  order: OrderRow,
  snapshot: SnapshotRow,
  day: CalendarDay,
) {
  const letter = await findLetter(db, letterId);
  if (!letter) throw new AppError('LETTER_MISSING');
  const { answers } = snapshot;
  const { texts, days, signerName } = await sameText(db, letter, {
    answers,
    day,
    isFirstClass: isFirstClass(order.package_id),
  });
  return texts.map((parts): Composed => ({
    text: joinParts(parts),
    parts,
    days,
    signerName,
    snapshot,
    drafting: null,
    at: now(),
  }));
}

/** An update made after posting, bought anew (R19a): from now on a letter like any other. */
async function adoptCopy({ now }: Services, trx: Trx, { id }: LetterRow, order: OrderRow): Promise<LetterRow> {
  // Another call may have adopted it meanwhile, and its owner approved it.
  const letter = await lockLetter(trx, id);
  if (!letter) throw new AppError('LETTER_MISSING');
  if (letter.state !== 'copy') return letter;
  return trx
    .updateTable('letter')
    .set({ state: 'draft', order_id: order.id, updated_at: now() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The answers of a paid order, as its letter will be made of them. */
export const freezeOrder = (context: Services, order: OrderRow) =>
  context.db.transaction().execute((trx) => freezeClaim(context, trx, order));

/** `problem` of an order whose letter could not be made. */
export const LETTER_FAILED = 'letter-failed';

/** What has become of a paid order, unless its payment is what is wrong. */
export const noteAdvance = ({ db, now }: Services, { id }: OrderRow, problem: typeof LETTER_FAILED | null) =>
  db
    .updateTable('claim_order')
    .set({ advanced_at: now(), problem })
    .where('id', '=', id)
    .where((is) => is.or([is('problem', 'is', null), is('problem', '=', LETTER_FAILED)]))
    .execute();

/**
 * Makes the letter of a paid order: asked by the order screen, the result screen and the order's own job alike.
 * @returns the letter there is, or the one just made
 * @throws {AppError} CLAIM_INCOMPLETE, LETTER_GENERATION_FAILED
 */
export async function ensureLetter(context: Services, order: OrderRow, signal?: AbortSignal): Promise<LetterRow> {
  const letter = await makeLetter(context, order, signal);
  if (order.advanced_at === null || order.problem === LETTER_FAILED) await noteAdvance(context, order, null);
  return letter;
}

async function makeLetter(context: Services, order: OrderRow, signal?: AbortSignal): Promise<LetterRow> {
  const { threads, drafting, db, now } = context;
  const known = await findLetterOfSession(db, order.form_session_id);
  if (known && known.state !== 'copy') return known;
  if (known) return db.transaction().execute((trx) => adoptCopy(context, trx, known, order));
  const snapshot = await db.transaction().execute((trx) => freezeClaim(context, trx, order));
  // Approved at once it goes out when its window ends: it carries the day of that moment.
  const day = documentDay(snapshot.answers, windowEnd(context));
  const { follows } = await db
    .selectFrom('form_session')
    .select('follows_letter_id as follows')
    .where('id', '=', order.form_session_id)
    .executeTakeFirstOrThrow();
  // Outside of any lock: a drafting service may take its time.
  const versions =
    follows && isFurtherLetter(order.package_id) && order.package_id !== SECOND_LETTER
      ? await copyMailed(context, follows, order, snapshot, day)
      : [
          await composeVersion(snapshot, {
            at: now(),
            day,
            rulings: await findRulings(db, [order.form_session_id], snapshot.answers),
            drafting,
            threads,
            ...(signal ? { signal } : {}),
          }),
        ];
  return keepDrafted(context, order, snapshot, versions, follows);
}

async function keepDrafted(
  context: Services,
  order: OrderRow,
  snapshot: SnapshotRow,
  versions: readonly Composed[],
  followsLetterId: string | null,
): Promise<LetterRow> {
  const { db, now, newId, jobs } = context;
  return db.transaction().execute(async (trx) => {
    const id = newId();
    await paidSession(trx, order);
    const at = now();
    const added = await trx
      .insertInto('letter')
      .values({
        id,
        form_session_id: order.form_session_id,
        user_id: order.user_id,
        order_id: order.id,
        original_letter_id: followsLetterId,
        state: 'draft',
        version: versions.length,
        created_at: at,
        updated_at: at,
      })
      .onConflict((conflict) => conflict.column('form_session_id').doNothing())
      .returningAll()
      .executeTakeFirst();
    // Another call made the letter meanwhile; that one is kept.
    if (!added)
      return trx
        .selectFrom('letter')
        .selectAll()
        .where('form_session_id', '=', order.form_session_id)
        .executeTakeFirstOrThrow();
    for (const [before, version] of versions.entries()) {
      const origin = before === 0 ? 'composed' : 'edited';
      const hash = await addVersion(trx, id, before + 1, { ...version, origin });
      await recordEvent(trx, {
        kind: before === 0 ? 'letter.composed' : 'letter.revised',
        ...bySystem({ kind: 'letter', id }),
        details: { version: before + 1, hash, model: version.drafting?.model ?? null },
        at,
      });
    }
    const news = readyNews(added, order, snapshot);
    await notifyInPanel(trx, context, news);
    await jobs.enqueue(
      trx,
      JOBS.notifyReady,
      { letterId: id },
      { key: id, startAfter: new Date(now().getTime() + READY_MAIL_AFTER_MS) },
    );
    return added;
  });
}

/** The mail about a letter its owner has not approved meanwhile: one that says "not sent yet" would contradict the next. */
export const notifyReady = (context: Services, letterId: string) =>
  context.db.transaction().execute(async (trx) => {
    const letter = await lockLetter(trx, letterId);
    if (letter?.state !== 'draft' || !letter.order_id) return;
    const order = await findOrder(trx, letter.order_id);
    const { snapshot } = await loadLetter(trx, letter);
    if (order?.status === 'paid') await notify(trx, context, readyNews(letter, order, snapshot));
  });

const readyNews = (letter: LetterRow, order: OrderRow, snapshot: SnapshotRow): News => ({
  kind: 'letter-ready',
  userId: order.user_id,
  about: letter.id,
  link: `/result?claim=${letter.form_session_id}`,
  values: { order: order.order_number, to: defendantOf(snapshot.answers).name },
});
