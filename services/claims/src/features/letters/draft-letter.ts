import { AppError } from '@redress/contracts';
import { defendantOf } from '@redress/domain';
import { bound } from '../../platform/bound.ts';
import type { Trx } from '../../platform/database.ts';
import { bySystem, recordEvent } from '../../platform/event.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Drafting } from '../../providers/ports/drafting.ts';
import { caseBefore, earlierOf } from '../../shared/cases/second-letter.ts';
import { sessionOf } from '../../shared/form-sessions/form-session.repository.ts';
import type { StoredSession } from '../../shared/form-sessions/form-session.ts';
import {
  addVersion,
  findLetterOfSession,
  lockLetter,
  type LetterRow,
  type SnapshotRow,
} from '../../shared/letters/letter.repository.ts';
import { JOBS } from '../../shared/job-names.ts';
import { documentDay } from '../../shared/letters/letter-days.ts';
import { findRulings } from '../../shared/letters/letter-gate.ts';
import type { LetterThreads } from '../../shared/letters/letter-threads.ts';
import { freezeAnswers } from '../../shared/letters/snapshot.ts';
import { notify, notifyInPanel, type News } from '../../shared/orders/customer.ts';
import { findOrder, findPaidQuote, recipientsOf, type OrderRow } from '../../shared/orders/order.repository.ts';
import { windowEnd } from '../../shared/letters/change-window.ts';
import { composeVersion } from './composing.ts';
import { loadLetter } from './demand-view.ts';

/** The order screen approves within seconds; who is still reading after this has a mail to come back by. */
const READY_MAIL_AFTER_MS = 10 * 60_000;

export type LetterDrafter = ReturnType<typeof createLetterDrafter>;

type Context = Platform & { threads: LetterThreads; drafting: Drafting | null };

async function paidSession(trx: Trx, order: OrderRow): Promise<StoredSession> {
  const row = await trx
    .selectFrom('form_session')
    .selectAll()
    .where('id', '=', order.form_session_id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  return sessionOf(row);
}

const freezeClaim = async (context: Context, trx: Trx, order: OrderRow): Promise<SnapshotRow> => {
  const session = await paidSession(trx, order);
  const quote = await findPaidQuote(trx, order.id);
  // A second letter is made of the answers of the first, as that was mailed.
  const before = session.followsLetterId ? await caseBefore(trx, session.followsLetterId) : null;
  return freezeAnswers(trx, context, {
    formSessionId: session.id,
    formData: before?.answers ?? session.formData,
    recipients: recipientsOf(quote),
    earlier: before && earlierOf(before),
  });
};

/** An update made after posting, bought anew (R19a): from now on a letter like any other. */
async function adoptCopy({ now }: Context, trx: Trx, letter: LetterRow, order: OrderRow): Promise<LetterRow> {
  return trx
    .updateTable('letter')
    .set({ state: 'draft', order_id: order.id, updated_at: now() })
    .where('id', '=', letter.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

const freeze = (context: Context, order: OrderRow) =>
  context.db.transaction().execute((trx) => freezeClaim(context, trx, order));

/**
 * @returns the letter there is, or the one just made
 * @throws {AppError} CLAIM_INCOMPLETE, LETTER_GENERATION_FAILED
 */
async function ensure(context: Context, order: OrderRow, signal?: AbortSignal): Promise<LetterRow> {
  const { threads, drafting, db, now, newId, jobs } = context;
  const known = await findLetterOfSession(db, order.form_session_id);
  if (known && known.state !== 'copy') return known;
  if (known) return db.transaction().execute((trx) => adoptCopy(context, trx, known, order));
  const snapshot = await db.transaction().execute((trx) => freezeClaim(context, trx, order));
  // Outside of any lock: a drafting service may take its time.
  const composed = await composeVersion(snapshot, {
    at: now(),
    // Approved at once it goes out when its window ends: it carries the day of that moment.
    day: documentDay(snapshot.answers, windowEnd(context)),
    rulings: await findRulings(db, [order.form_session_id], snapshot.answers),
    drafting,
    threads,
    ...(signal ? { signal } : {}),
  });
  return db.transaction().execute(async (trx) => {
    const id = newId();
    const { followsLetterId } = await paidSession(trx, order);
    const added = await trx
      .insertInto('letter')
      .values({
        id,
        form_session_id: order.form_session_id,
        user_id: order.user_id,
        order_id: order.id,
        original_letter_id: followsLetterId,
        state: 'draft',
        version: 1,
        created_at: composed.at,
        updated_at: composed.at,
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
    const hash = await addVersion(trx, id, 1, { ...composed, origin: 'composed' });
    await recordEvent(trx, {
      kind: 'letter.composed',
      ...bySystem({ kind: 'letter', id }),
      details: { version: 1, hash, model: composed.drafting?.model ?? null },
      at: composed.at,
    });
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
const notifyReady = (context: Context, letterId: string) =>
  context.db.transaction().execute(async (trx) => {
    const letter = await lockLetter(trx, letterId);
    if (letter?.state !== 'draft' || !letter.order_id) return;
    const order = await findOrder(trx, letter.order_id);
    const { snapshot } = await loadLetter(trx, letter);
    if (order?.status === 'paid') await notify(trx, context, readyNews(letter, order, snapshot));
  });

/** Makes the letter of a paid order: asked by the order screen, the result screen and the order's own job alike. */
export const createLetterDrafter = (platform: Platform, threads: LetterThreads, drafting: Drafting | null) =>
  bound({ ...platform, threads, drafting }, { freeze, ensure, notifyReady });

const readyNews = (letter: LetterRow, order: OrderRow, snapshot: SnapshotRow): News => ({
  kind: 'letter-ready',
  userId: order.user_id,
  about: letter.id,
  link: `/result?claim=${letter.form_session_id}`,
  values: { order: order.order_number, to: defendantOf(snapshot.answers).name },
});
