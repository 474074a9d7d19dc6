/** The letter after the first (R50): what it may say of the first, and whether there may be one. */
import { createHash } from 'node:crypto';
import { AppError, type ClaimFormData } from '@redress/contracts';
import { addDays, dayAtPlace, defendantOf, incidentPlace, ledgerSums, STOPS_LETTERS } from '@redress/domain';
import type { EarlierLetter, LetterFate } from '@redress/domain/letter';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/database.ts';
import { sessionOf } from '../form-sessions/form-session.repository.ts';
import { documentDay } from '../letters/letter-days.ts';
import { findLetter, type LoadedLetter } from '../letters/letter.repository.ts';
import { isWrongAddress } from '../letters/wrong-address.ts';
import { standingAfter } from '../mailings/mailing-history.ts';
import type { Limits } from '../reference/packages.ts';
import { readKnown, type Known } from './known-case.ts';

/** A first letter that names no day had this long to be answered. */
const DAYS_WITHOUT_A_DATE = 30;
const YEAR_MS = 365 * 86_400_000;

/** Digest of where a letter goes, however the address is typed: letters to one address are counted by it. */
export function addressDigest(answers: ClaimFormData): string {
  const { address, apt, city, state, zipcode } = defendantOf(answers).place;
  const plain = [address, apt, city, state, (zipcode ?? '').slice(0, 5)].map((line) =>
    (line ?? '')
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ''),
  );
  return createHash('sha256').update(plain.join('\n')).digest('hex');
}

function fateOf({ mailing }: Known): Pick<EarlierLetter, 'fate' | 'fateOn'> {
  const dayOf = (at: Date | null) => (at && mailing ? dayAtPlace(at.getTime(), mailing.mailing.recipient) : null);
  if (mailing?.mailing.state === 'delivered') return { fate: 'delivered', fateOn: dayOf(mailing.mailing.delivered_at) };
  const { ended } = standingAfter(mailing?.scans ?? []);
  return ended
    ? { fate: ended.state satisfies LetterFate, fateOn: dayOf(ended.scan.at) }
    : { fate: 'unknown', fateOn: null };
}

/** What a second letter says of the first; null before the first was mailed. */
export function earlierOf(known: Known): EarlierLetter | null {
  const { letter, mailing, claim, answers } = known;
  const isMailed = letter?.state === 'posted' && mailing && !['waiting', 'rejected'].includes(mailing.mailing.state);
  if (!isMailed || !letter.posted_at) return null;
  const sentOn = documentDay(answers, letter.posted_at);
  const payments = claim.ledger
    .filter(({ standing, cents }) => standing === 'counts' && cents > 0)
    .flatMap(({ cents, day }) => (day !== null && day >= sentOn ? [{ cents, day }] : []))
    .toSorted((a, b) => a.day.localeCompare(b.day));
  return { sentOn, ...fateOf(known), payments, balanceCents: ledgerSums(claim).balanceCents };
}

/** Whether two say the same, in whatever order the database keeps their fields. */
export const saysTheSame = (a: EarlierLetter, b: EarlierLetter): boolean => {
  const said = ({ sentOn, fate, fateOn, payments, balanceCents }: EarlierLetter) =>
    JSON.stringify([sentOn, fate, fateOn, balanceCents, payments.map(({ cents, day }) => [cents, day])]);
  return said(a) === said(b);
};

/** The case is paid or closed: nothing more is asked for. */
export const isOver = ({ claim }: Known): boolean => claim.closed !== null || ledgerSums(claim).balanceCents === 0;

/** The case of the letter that a second one follows; null when it was erased. A report that comes at the same time waits. */
export async function caseBefore(trx: Trx, followsLetterId: string): Promise<Known | null> {
  const letter = await findLetter(trx, followsLetterId);
  const row =
    letter &&
    (await trx
      .selectFrom('form_session')
      .selectAll()
      .where('id', '=', letter.form_session_id)
      .forShare()
      .executeTakeFirst());
  return row ? readKnown(trx, sessionOf(row)) : null;
}

type Following = Pick<LoadedLetter, 'letter' | 'snapshot'>;

/** The case that a second letter follows; null of every other letter. */
export const caseFollowed = async (trx: Trx, { letter, snapshot }: Following): Promise<Known | null> =>
  snapshot.earlier && letter.original_letter_id ? caseBefore(trx, letter.original_letter_id) : null;

/** @throws {AppError} LETTER_NOT_NEEDED for a second letter of a case that was paid or closed since, or whose reader was */
export async function requireNeeded(trx: Trx, loaded: Following): Promise<void> {
  const known = await caseFollowed(trx, loaded);
  if (!known) return;
  if (isOver(known) || (await isStopped(trx, loaded.letter.user_id, addressDigest(known.answers))))
    throw new AppError('LETTER_NOT_NEEDED');
}

/** Whether the claimant has said of this address, in any case, that its reader is bankrupt, dead or a minor. */
async function isStopped(db: Db | Trx, userId: string, digest: string): Promise<boolean> {
  const { rows } = await sql<{ answers: ClaimFormData }>`
    select f.form_data as answers from claims.form_session f
    join lateral (
      select closed_as from claims.case_report where form_session_id = f.id order by no desc limit 1) r on true
    where f.user_id = ${userId} and f.deleted_at is null and r.closed_as = any(${[...STOPS_LETTERS]}::text[])`.execute(
    db,
  );
  return rows.some(({ answers }) => addressDigest(answers) === digest);
}

/** Whether a second letter of this case may be bought now. @param own - its own claim, once opened */
export async function mayFollow(
  db: Db | Trx,
  known: Known,
  { userId, limits, own, at }: { userId: string; limits: Limits; own: string | null; at: Date },
): Promise<boolean> {
  const earlier = earlierOf(known);
  if (!earlier || isOver(known)) return false;
  const today = dayAtPlace(at.getTime(), incidentPlace(known.answers));
  const until = known.answerBy ?? addDays(earlier.sentOn, DAYS_WITHOUT_A_DATE);
  const isLost = earlier.fate !== 'delivered' && earlier.fate !== 'unknown';
  if (!isLost && today <= until) return false;
  const digest = addressDigest(known.answers);
  if (await isWrongAddress(db, userId, defendantOf(known.answers).place)) return false;
  if (await isStopped(db, userId, digest)) return false;
  const { count } = await db
    .selectFrom('form_session')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('sent_to', '=', digest)
    .where('paid_at', '>', new Date(at.getTime() - YEAR_MS))
    .where('id', '<>', own ?? '')
    .executeTakeFirstOrThrow();
  return count < limits.perAddressYear;
}
