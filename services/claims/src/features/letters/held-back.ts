import { AppError, type answerWait, type askForLook, type BodyOf } from '@redress/contracts';
import { defendantOf } from '@redress/domain';
import type { SentenceChoice } from '@redress/domain/letter-gate';
import { sql } from 'kysely';
import type { Trx } from '../../platform/database.ts';
import { byPerson, recordEvent } from '../../platform/event.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Limit } from '../../platform/rate-limits.ts';
import { ownedSession } from '../../shared/form-sessions/form-session.repository.ts';
import { HELD, isGivenBack } from '../../shared/letters/letter-problem.ts';
import type { Services } from '../../shared/feature-services.ts';
import type { ClaimRulings } from '../../shared/letters/letter-work.ts';
import { sentenceHash } from '../../shared/letters/sentence-hash.ts';
import {
  findLetterOfSession,
  lockLetter,
  type LetterRow,
  type LoadedLetter,
} from '../../shared/letters/letter.repository.ts';
import { findLivePayment, findOrder } from '../../shared/orders/order.repository.ts';
import { askRefund, keptOf } from '../../shared/orders/refund.ts';
import { notify } from '../../shared/orders/customer.ts';
import { loadLetter } from './demand-view.ts';
import { acceptLaw } from './redate.ts';
import { stopForRefund, takeBackApproval } from '../../shared/letters/take-back.ts';
import { keepAnswer } from './waits.ts';

/** Refunds by a press, for one account; a person looks at further ones. */
const REFUNDS_BY_PRESS = { max: 2, days: 30 };
const REFUND_ASKED = 'order.refund-asked';
const LOOKS_PER_PERSON: Limit = { name: 'letter-look', max: 60, seconds: 86_400 };

/** A letter that was about to be posted and may not be: the claimant is notified once, with what to do. */
export async function holdBack(
  trx: Trx,
  platform: Platform,
  { letter, snapshot }: LoadedLetter,
  why: 'unsafe' | 'waits' | 'moved' | 'notNeeded',
): Promise<void> {
  const { text } = platform;
  const order = letter.order_id ? await findOrder(trx, letter.order_id) : null;
  await takeBackApproval(trx, platform, letter, { kind: 'system', id: null }, HELD);
  await notify(trx, platform, {
    kind: 'letter-problem',
    userId: letter.user_id,
    about: `${letter.id}:${why}:${letter.version}`,
    link: `/result?claim=${letter.form_session_id}`,
    values: {
      order: order?.order_number ?? '',
      to: defendantOf(snapshot.answers).name,
      what: text(`mailings.problem.${why}.sentence`),
      next: text(`mailings.problem.${why}.nextStep`),
    },
  });
}

/** What the claimant decided about sentences of class B, each by itself; the last word counts. */
export async function recordChoices(
  trx: Trx,
  letter: LetterRow,
  choices: readonly SentenceChoice[],
  at: Date,
): Promise<void> {
  for (const { key, choice } of choices) {
    await trx
      .insertInto('sentence_choice')
      .values({
        form_session_id: letter.form_session_id,
        sentence_key: key,
        user_id: letter.user_id,
        choice,
        chosen_at: at,
      })
      .onConflict((conflict) =>
        conflict.columns(['form_session_id', 'sentence_key']).doUpdateSet({ choice, chosen_at: at }),
      )
      .execute();
    await recordEvent(trx, {
      kind: `letter.sentence-${choice === 'keep' ? 'kept' : 'cut'}`,
      ...byPerson(letter.user_id, { kind: 'letter', id: letter.id }),
      details: { sentence: key },
      at,
    });
  }
}

/**
 * Questions for an operator. Caller has locked the letter; one that was approved is a draft until the answer. An answer
 * once given stands.
 * @returns whether something was asked now
 */
async function askAbout(
  trx: Trx,
  platform: Pick<Platform, 'now' | 'newId'>,
  letter: LetterRow,
  sentences: readonly string[],
): Promise<boolean> {
  const at = platform.now();
  const asked = [];
  for (const sentence of sentences) {
    const row = await trx
      .insertInto('sentence_look')
      .values({
        id: platform.newId(),
        form_session_id: letter.form_session_id,
        user_id: letter.user_id,
        sentence,
        sentence_hash: sentenceHash(sentence),
        state: 'asked',
        asked_at: at,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['form_session_id', 'sentence_hash'])
          .doUpdateSet({ state: 'asked', asked_at: at })
          .where('sentence_look.state', '=', 'withdrawn'),
      )
      .returning('id')
      .executeTakeFirst();
    if (row) asked.push(row.id);
  }
  if (asked.length === 0) return false;
  const byOwner = byPerson(letter.user_id, { kind: 'letter', id: letter.id });
  if (letter.state === 'approved') await takeBackApproval(trx, platform, letter, byOwner.actor);
  for (const look of asked) await recordEvent(trx, { kind: 'letter.look-asked', ...byOwner, details: { look }, at });
  return true;
}

/** Sentences about the other side that their claimant keeps go to an operator. @returns whether something was asked now */
export const askForKept = async (
  trx: Trx,
  services: Services,
  letter: LetterRow,
  text: string,
  rulings: ClaimRulings,
): Promise<boolean> => askAbout(trx, services, letter, await services.threads.run('forOperator', { text, rulings }));

/** What a claimant can do about a letter that is held back, besides changing it. */
export function createHeldBack(services: Services) {
  const { db, now, jobs, limits, threads } = services;

  async function lockUnposted(trx: Trx, userId: string, formSessionId: string): Promise<LetterRow> {
    const session = await ownedSession(trx, formSessionId, userId);
    const known = await findLetterOfSession(trx, session.id);
    const letter = known && (await lockLetter(trx, known.id));
    if (!letter) throw new AppError('LETTER_MISSING');
    if (letter.state === 'posting' || letter.state === 'posted') throw new AppError('LETTER_POSTED');
    return letter;
  }

  async function hasHadEnough(trx: Trx, userId: string): Promise<boolean> {
    const asked = await trx
      .selectFrom('event')
      .select('id')
      .where('actor_id', '=', userId)
      .where('kind', '=', REFUND_ASKED)
      .where('at', '>', new Date(now().getTime() - REFUNDS_BY_PRESS.days * 86_400_000))
      .limit(REFUNDS_BY_PRESS.max)
      .execute();
    return asked.length === REFUNDS_BY_PRESS.max;
  }

  return {
    /** Asks an operator to look at a sentence, or takes the question back. Nothing is posted while it is open. */
    async ask(userId: string, request: BodyOf<typeof askForLook>): Promise<LetterRow> {
      await limits.take(LOOKS_PER_PERSON, userId);
      return db.transaction().execute(async (trx) => {
        const letter = await lockUnposted(trx, userId, request.form_session_id);
        if (request.withdraw) {
          await trx
            .updateTable('sentence_look')
            .set({ state: 'withdrawn' })
            .where('form_session_id', '=', letter.form_session_id)
            .where('sentence_hash', '=', sentenceHash(request.sentence))
            .where('state', '=', 'asked')
            .execute();
          return letter;
        }
        // Only what is stopped can be asked about; the answer to a sentence stands once it is given.
        if (!(await threads.run('isStopped', { text: request.sentence }))) return letter;
        await askAbout(trx, services, letter, [request.sentence]);
        return (await lockLetter(trx, letter.id)) ?? letter;
      });
    },

    /** An answer the letter waits for. It stays a draft: its owner approves it when they have seen that nothing is missing. */
    answer: (userId: string, { form_session_id, law, ...answer }: BodyOf<typeof answerWait>): Promise<LetterRow> =>
      db.transaction().execute(async (trx) => {
        const letter = await lockUnposted(trx, userId, form_session_id);
        if (law === undefined) await keepAnswer(trx, services, letter, answer);
        else await acceptLaw(trx, services, await loadLetter(trx, letter), law);
        return (await lockLetter(trx, letter.id)) ?? letter;
      }),

    /**
     * The terms' promise: before posting the price can be had back, but for what opened papers keep. Asked twice it is given once.
     * @param shownCents - what the person read that they get; without it, the whole price
     */
    refund: (userId: string, formSessionId: string, shownCents?: number): Promise<void> =>
      db.transaction().execute(async (trx) => {
        // Two tabs with two letters wait for each other, so that both count.
        await sql`select pg_advisory_xact_lock(hashtextextended(${`refund:${userId}`}, 0))`.execute(trx);
        const letter = await lockUnposted(trx, userId, formSessionId);
        const order = letter.order_id ? await findOrder(trx, letter.order_id) : null;
        if (order?.status === 'refunded') return;
        const payment = order && (await findLivePayment(trx, order.id));
        if (order?.status !== 'paid' || payment?.status !== 'succeeded' || payment.amount_cents === 0)
          throw new AppError('NOT_PAID');
        // A draft cannot be posted while the money is on its way back.
        if (isGivenBack(letter.problem)) return;
        const dueCents = payment.amount_cents - (await keptOf(trx, payment));
        // The papers were opened, here or on another device, after the sum was shown.
        if (dueCents < (shownCents ?? payment.amount_cents)) throw new AppError('PAPERS_OPENED');
        if (payment.disputed) throw new AppError('PAYMENT_DISPUTED');
        if (await hasHadEnough(trx, userId)) throw new AppError('REFUNDS_BY_HAND');
        await stopForRefund(trx, services, letter, { kind: 'user', id: userId });
        await recordEvent(trx, {
          kind: REFUND_ASKED,
          ...byPerson(userId, { kind: 'order', id: order.id }),
          details: { dueCents },
          at: now(),
        });
        const reason = 'asked by the claimant before posting';
        await askRefund(trx, jobs, payment, { dueCents, reason, at: now() });
      }),
  };
}
