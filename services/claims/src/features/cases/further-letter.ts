import { AppError, type AnswerOf, type BodyOf, type CaseFile, type openFurtherLetter } from '@redress/contracts';
import { centsToDollars, defendantOf, movedTo, NEW_ADDRESS, type Place, SECOND_LETTER } from '@redress/domain';
import { joinParts } from '@redress/domain/letter';
import { isUnsafeLine } from '@redress/domain/short-texts';
import type { Trx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Known } from '../../shared/cases/known-case.ts';
import {
  addressDigest,
  earlierOf,
  furtherOf,
  isFirstClass,
  mayFollow,
  offersAfter,
  readLatest,
} from '../../shared/cases/further-letter.ts';
import { sameText } from '../../shared/cases/same-text.ts';
import { addFollowing, lockOwnedSession } from '../../shared/form-sessions/form-session.repository.ts';
import type { StoredSession } from '../../shared/form-sessions/form-session.ts';
import { windowEnd } from '../../shared/letters/change-window.ts';
import { composeIn } from '../../shared/letters/compose-letter.ts';
import { documentDay } from '../../shared/letters/letter-days.ts';
import { findRulings } from '../../shared/letters/letter-gate.ts';
import type { LetterRow } from '../../shared/letters/letter.repository.ts';
import { isReturnedAddress } from '../../shared/letters/wrong-address.ts';
import type { Services } from '../../shared/feature-services.ts';
import { findSoldPackage, type Package } from '../../shared/reference/packages.ts';
import { findState } from '../../shared/reference/tax.ts';
import { findCase } from './list-cases.ts';

type Opened = AnswerOf<typeof openFurtherLetter>;
type Ask = BodyOf<typeof openFurtherLetter>;

/** What the case says of its further letters: where each stands that was bought, and which can be had now. */
export async function furtherLettersOf(
  platform: Pick<Platform, 'db' | 'now'>,
  userId: string,
  latest: Known,
): Promise<CaseFile['further_letters']> {
  const { db, now } = platform;
  const rows = await furtherOf(db, latest.session.id);
  const bought = [];
  for (const { id, package_id, title } of rows.filter((row) => row.paid_at && !row.isStopped)) {
    const own = await findCase(platform, userId, id, { isFollowUp: true });
    bought.push({ package_id, title, price: 0, standing: own?.standing ?? 'writing', form_session_id: id });
  }
  const offers = await offersAfter(db, latest, userId, now());
  return [
    ...bought,
    ...offers.map(({ id, title, priceCents }) => ({
      package_id: id,
      title,
      price: centsToDollars(priceCents),
      standing: 'offered',
      form_session_id: null,
    })),
  ];
}

/** Where a letter goes that came back. @throws {AppError} VALIDATION_FAILED, ADDRESS_RETURNED */
async function newPlace(trx: Trx, userId: string, typed: Ask['place']): Promise<Place> {
  const state = findState(typed?.state);
  if (!typed || !state)
    throw new AppError('VALIDATION_FAILED', { fields: { 'place.state': 'validation.state.required' } });
  const place = { ...typed, apt: typed.apt ?? '', state: state.code };
  if (isUnsafeLine([place.address, place.apt, place.city]))
    throw new AppError('VALIDATION_FAILED', { fields: { 'place.address': 'validation.text.unsafe' } });
  if (await isReturnedAddress(trx, userId, place)) throw new AppError('ADDRESS_RETURNED');
  return place;
}

/** The answers of the letter that was mailed, with the signature under it. */
async function openSession(
  { newId, now }: Platform,
  trx: Trx,
  userId: string,
  known: Known,
  offer: Package,
): Promise<string> {
  const { session, letter, answers } = known;
  const id = newId();
  const event = {
    kind: 'form-session.further-letter-opened',
    details: { original: session.id, package: offer.id },
  };
  const chosen = {
    recipients: [],
    selectedPackage: offer.id,
    packageTitle: offer.title,
    packagePrice: centsToDollars(offer.priceCents),
    packageFeatures: offer.features,
  };
  await addFollowing(
    trx,
    { from: session.id, at: now(), event },
    {
      id,
      user_id: userId,
      form_data: JSON.stringify({ ...answers, ...chosen }),
      furthest_step: '5sub1',
      package_id: offer.id,
      package_title: offer.title,
      original_session_id: session.id,
      follows_letter_id: letter?.id ?? null,
      sent_to: addressDigest(answers),
    },
  );
  return id;
}

/** Typed once more before it is paid, it goes to the place typed last. */
async function readdress({ now }: Platform, trx: Trx, id: string, known: Known, place: Place): Promise<void> {
  const moved = movedTo(known.answers, place);
  const row = await trx.selectFrom('form_session').select('form_data').where('id', '=', id).executeTakeFirstOrThrow();
  await trx
    .updateTable('form_session')
    .set({
      readdressed_to: JSON.stringify(place),
      sent_to: addressDigest(moved),
      form_data: JSON.stringify(movedTo(row.form_data, place)),
      revision: (is) => is('revision', '+', 1) as never,
      updated_at: now(),
    })
    .where('id', '=', id)
    .execute();
}

/** As it would go out now. */
async function textOf(
  services: Services,
  { offer, known, letter, place }: { offer: Package; known: Known; letter: LetterRow; place: Place | null },
) {
  const { db, threads } = services;
  const answers = { ...(place ? movedTo(known.answers, place) : known.answers), recipients: [] };
  const day = documentDay(answers, windowEnd(services));
  if (offer.id !== SECOND_LETTER) {
    const { texts } = await sameText(db, letter, { answers, day, isFirstClass: isFirstClass(offer.id) });
    return joinParts(texts.at(-1) ?? []);
  }
  const rulings = await findRulings(db, [known.session.id], known.answers);
  return (await composeIn(threads, { answers, day, rulings, earlier: earlierOf(known) })).text;
}

/** A further letter is no case of its own: what came of it is said in the case of the first. */
export async function lockCase(trx: Trx, userId: string, formSessionId: string): Promise<StoredSession> {
  const session = await lockOwnedSession(trx, formSessionId, { userId, visitorId: null });
  if (!session || session.followsLetterId) throw new AppError('NOT_FOUND');
  return session;
}

/** Opens the claim that a further letter is bought as: one for each letter, whichever tab asks first. */
export async function openLetter(
  services: Services,
  userId: string,
  { form_session_id, package_id, place: typed }: Ask,
): Promise<Opened> {
  const { db, now } = services;
  const { id, known, letter, offer, place } = await db.transaction().execute(async (trx) => {
    // Locked, so that two tabs that ask at once get the same one.
    const session = await lockCase(trx, userId, form_session_id);
    const found = await readLatest(trx, session);
    const sold = await findSoldPackage(trx, package_id);
    if (!sold || !found.letter) throw new AppError('FOLLOW_UP_NOT_NOW');
    const opened = (await furtherOf(trx, session.id)).findLast(
      (row) => row.package_id === package_id && row.follows === found.letter?.id && !row.isStopped,
    );
    if (opened?.paid_at) throw new AppError('ALREADY_PAID');
    const moved = package_id === NEW_ADDRESS ? await newPlace(trx, userId, typed) : null;
    const to = moved ?? defendantOf(found.answers).place;
    if (!(await mayFollow(trx, found, { userId, offer: sold, own: opened?.id ?? null, to, at: now() })))
      throw new AppError('FOLLOW_UP_NOT_NOW');
    const own = opened?.id ?? (await openSession(services, trx, userId, found, sold));
    if (moved) await readdress(services, trx, own, found, moved);
    return { id: own, known: found, letter: found.letter, offer: sold, place: moved };
  });
  const text = await textOf(services, { offer, known, letter, place });
  return { form_session_id: id, follows_demand_id: letter.id, package_id, demand_letter: text };
}
