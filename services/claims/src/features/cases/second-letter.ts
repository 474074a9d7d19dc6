import { AppError, type AnswerOf, type CaseFile, type openSecondLetter } from '@redress/contracts';
import { SECOND_LETTER } from '@redress/domain';
import type { Db, Trx } from '../../platform/database.ts';
import { byPerson, recordEvent } from '../../platform/event.ts';
import type { Platform } from '../../platform/platform.ts';
import { readKnown, type Known } from '../../shared/cases/known-case.ts';
import { addressDigest, earlierOf, mayFollow } from '../../shared/cases/second-letter.ts';
import { copySignature, lockOwnedSession } from '../../shared/form-sessions/form-session.repository.ts';
import { windowEnd } from '../../shared/letters/change-window.ts';
import { composeIn } from '../../shared/letters/compose-letter.ts';
import { documentDay } from '../../shared/letters/letter-days.ts';
import { findRulings } from '../../shared/letters/letter-gate.ts';
import type { LetterThreads } from '../../shared/letters/letter-threads.ts';
import { toDollars } from '../../shared/orders/money.ts';
import { findSoldPackage, type Package } from '../../shared/reference/packages.ts';
import { findCase } from './list-cases.ts';

type Opened = AnswerOf<typeof openSecondLetter>;

const findOpened = (db: Db | Trx, letterId: string) =>
  db
    .selectFrom('form_session')
    .select(['id', 'paid_at'])
    .where('follows_letter_id', '=', letterId)
    .where('package_id', '=', SECOND_LETTER)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/** What the case says of its second letter: where it stands, or that it can be had and what it costs. */
export async function secondLetterOf(
  platform: Pick<Platform, 'db' | 'now'>,
  userId: string,
  known: Known,
): Promise<CaseFile['second_letter']> {
  const { db, now } = platform;
  const offer = await findSoldPackage(db, SECOND_LETTER);
  if (!offer || !known.letter) return null;
  const opened = await findOpened(db, known.letter.id);
  const row = { package_id: offer.id, title: offer.title, price: toDollars(offer.priceCents) };
  if (opened?.paid_at) {
    const own = await findCase(platform, userId, opened.id, { isFollowUp: true });
    return { ...row, standing: own?.standing ?? 'writing', form_session_id: opened.id };
  }
  const ask = { userId, limits: limitsOf(offer), own: opened?.id ?? null, at: now() };
  return (await mayFollow(db, known, ask))
    ? { ...row, standing: 'offered', form_session_id: opened?.id ?? null }
    : null;
}

/** A follow-up without limits of its own is sold once. */
const limitsOf = ({ limits }: Package) => limits ?? { perCase: 1, perAddressYear: 1 };

/** Opens the claim that a second letter is bought as: one for each letter, whichever tab asks first. */
export function createSecondLetters(platform: Platform, threads: LetterThreads) {
  const { db, newId, now } = platform;

  /** The answers of the letter that was mailed, with the signature under it. */
  async function openSession(trx: Trx, userId: string, known: Known, offer: Package): Promise<string> {
    const { session, letter, answers } = known;
    const at = now();
    const id = newId();
    await trx
      .insertInto('form_session')
      .values({
        id,
        user_id: userId,
        visitor_id: null,
        form_data: JSON.stringify({
          ...answers,
          recipients: [],
          selectedPackage: offer.id,
          packageTitle: offer.title,
          packagePrice: toDollars(offer.priceCents),
          packageFeatures: offer.features,
        }),
        revision: 1,
        furthest_step: '5sub1',
        package_id: offer.id,
        package_title: offer.title,
        original_session_id: session.id,
        follows_letter_id: letter?.id ?? null,
        sent_to: addressDigest(answers),
        saved_at: at,
        paid_at: null,
        completed_at: null,
        deleted_at: null,
        created_at: at,
        updated_at: at,
      })
      .execute();
    await copySignature(trx, session.id, id);
    await recordEvent(trx, {
      kind: 'form-session.second-letter-opened',
      ...byPerson(userId, { kind: 'form-session', id }),
      details: { original: session.id },
      at,
    });
    return id;
  }

  return {
    async open(userId: string, formSessionId: string): Promise<Opened> {
      const { id, known, letterId } = await db.transaction().execute(async (trx) => {
        // Locked, so that two tabs that ask at once get the same one.
        const session = await lockOwnedSession(trx, formSessionId, { userId, visitorId: null });
        if (!session || session.followsLetterId) throw new AppError('NOT_FOUND');
        const found = await readKnown(trx, session);
        const offer = await findSoldPackage(trx, SECOND_LETTER);
        if (!offer || !found.letter) throw new AppError('FOLLOW_UP_NOT_NOW');
        const opened = await findOpened(trx, found.letter.id);
        if (opened?.paid_at) throw new AppError('ALREADY_PAID');
        const ask = { userId, limits: limitsOf(offer), own: opened?.id ?? null, at: now() };
        if (!(await mayFollow(trx, found, ask))) throw new AppError('FOLLOW_UP_NOT_NOW');
        const own = opened?.id ?? (await openSession(trx, userId, found, offer));
        return { id: own, known: found, letterId: found.letter.id };
      });
      const { text } = await composeIn(threads, {
        answers: { ...known.answers, recipients: [] },
        day: documentDay(known.answers, windowEnd(platform)),
        rulings: await findRulings(db, [known.session.id], known.answers),
        earlier: earlierOf(known),
      });
      return { form_session_id: id, follows_demand_id: letterId, package_id: SECOND_LETTER, demand_letter: text };
    },
  };
}
