/** Letters after the first one (R50): what a second one says of it, and which there may be. */
import { createHash } from 'node:crypto';
import { AppError, type ClaimFormData } from '@redress/contracts';
import {
  addDays,
  dayAtPlace,
  defendantOf,
  FIRST_CLASS_TWIN,
  furtherLetters,
  FURTHER_LETTERS,
  incidentPlace,
  ledgerSums,
  movedTo,
  NEW_ADDRESS,
  STOPS_LETTERS,
  type FurtherLetter,
  type Place,
} from '@redress/domain';
import type { EarlierLetter, LetterFate } from '@redress/domain/letter';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/database.ts';
import { SESSION_COLUMNS, type StoredSession } from '../form-sessions/form-session.ts';
import { documentDay } from '../letters/letter-days.ts';
import { isGivenBack, REFUNDED, REFUNDING } from '../letters/letter-problem.ts';
import { findLetter, type LetterRow, type LoadedLetter } from '../letters/letter.repository.ts';
import { isWrongAddress } from '../letters/wrong-address.ts';
import { standingAfter } from '../mailings/mailing-history.ts';
import { findSoldPackage, type Package } from '../reference/packages.ts';
import { readKnown, type Known } from './known-case.ts';

/** A letter that names no day had this long to be answered. */
const DAYS_WITHOUT_A_DATE = 30;
const YEAR_MS = 365 * 86_400_000;

/** Letters and digits of a line, however it is typed. */
const plain = (line: string | undefined): string =>
  (line ?? '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** Digest of where a letter goes, however the address is typed: letters to one address are counted by it. */
export function addressDigest(answers: ClaimFormData): string {
  const { address, apt, city, state, zipcode } = defendantOf(answers).place;
  const lines = [address, apt, city, state, (zipcode ?? '').slice(0, 5)].map(plain);
  return createHash('sha256').update(lines.join('\n')).digest('hex');
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

/** The case is paid or closed, or a court has decided it: no letter asks for it any more. */
export const isOver = ({ claim }: Known): boolean =>
  claim.closed !== null || claim.court?.judgmentDay != null || ledgerSums(claim).balanceCents === 0;

interface FurtherRow {
  id: string;
  package_id: FurtherLetter;
  title: string;
  follows: string;
  paid_at: Date | null;
  letter_id: string | null;
  state: LetterRow['state'] | null;
  posted_at: Date | null;
  /** It was not mailed and will not be: its price is on its way back, or there. It can be bought again. */
  isStopped: boolean;
}

/** All that was opened as a letter after the first one of a case, the oldest first. */
export async function furtherOf(db: Db | Trx, caseId: string): Promise<FurtherRow[]> {
  const { rows } = await sql<Omit<FurtherRow, 'isStopped'> & { problem: string | null; order_status: string | null }>`
    select f.id, f.package_id, coalesce(f.package_title, '') as title, f.follows_letter_id as follows, f.paid_at,
      l.id as letter_id, l.state, l.posted_at, l.problem, o.status as order_status
    from claims.form_session f
    left join claims.claim_order o on o.form_session_id = f.id
    left join claims.letter l on l.form_session_id = f.id
    where f.original_session_id = ${caseId} and f.follows_letter_id is not null and f.deleted_at is null
      and f.package_id = any(${[...FURTHER_LETTERS]}::text[])
    order by f.created_at, f.id`.execute(db);
  return rows.map(({ problem, order_status, ...row }) => ({
    ...row,
    isStopped: row.posted_at === null && (isGivenBack(problem) || order_status === 'refunded'),
  }));
}

const lastMailed = (rows: readonly FurtherRow[]): FurtherRow | undefined =>
  rows
    .filter(({ posted_at }) => posted_at !== null)
    .toSorted((a, b) => (a.posted_at?.getTime() ?? 0) - (b.posted_at?.getTime() ?? 0))
    .at(-1);

/** Whether no letter of the case was mailed after the one that it is read from. */
function isReadFromLast({ session, letter }: Known, rows: readonly FurtherRow[]): boolean {
  const last = lastMailed(rows);
  return last ? last.letter_id === letter?.id : letter?.form_session_id === session.id;
}

/** A case read from the letter that was mailed last: a further one follows that. */
export async function readLatest(db: Db | Trx, session: StoredSession): Promise<Known> {
  const further = lastMailed(await furtherOf(db, session.id));
  const letter = further?.letter_id ? await findLetter(db, further.letter_id) : null;
  return readKnown(db, session, letter ?? undefined);
}

/**
 * The case of the letter that a further one follows, read from that letter; null when it was erased. A report that comes at
 * the same time waits, and another further letter too.
 */
export async function caseBefore(trx: Trx, followsLetterId: string): Promise<Known | null> {
  const letter = await findLetter(trx, followsLetterId);
  const row =
    letter &&
    (await trx
      .selectFrom('form_session as own')
      .innerJoin('form_session', (on) =>
        on.on('form_session.id', '=', (is) =>
          is
            .case()
            .when('own.follows_letter_id', 'is not', null)
            .then(is.ref('own.original_session_id'))
            .else(is.ref('own.id'))
            .end(),
        ),
      )
      .select(SESSION_COLUMNS)
      .where('own.id', '=', letter.form_session_id)
      .forNoKeyUpdate('form_session')
      .executeTakeFirst());
  return row ? readKnown(trx, row, letter) : null;
}

const followOf = (db: Db | Trx, formSessionId: string) =>
  db
    .selectFrom('form_session')
    .select(['follows_letter_id', 'package_id', 'readdressed_to'])
    .where('id', '=', formSessionId)
    .executeTakeFirst();

/** What a further letter is made of: the answers of the letter before it, and its own place where it goes to another. */
export async function answersAfter(db: Db | Trx, formSessionId: string, before: Known): Promise<ClaimFormData> {
  const own = await followOf(db, formSessionId);
  return own?.readdressed_to ? movedTo(before.answers, own.readdressed_to) : before.answers;
}

type Following = Pick<LoadedLetter, 'letter' | 'snapshot'>;

/** The case that a further letter follows; null of every other letter. */
export async function caseFollowed(trx: Trx, { letter }: Pick<Following, 'letter'>): Promise<Known | null> {
  const own = await followOf(trx, letter.form_session_id);
  return own?.follows_letter_id ? caseBefore(trx, own.follows_letter_id) : null;
}

/** Nobody signs for it, and it has no number. */
export const isFirstClass = (packageId: string | null | undefined): boolean => packageId === FIRST_CLASS_TWIN;

/** Which letters the way of the last one asks for. */
async function asked(db: Db | Trx, { letter }: Known, { fate }: EarlierLetter, isDue: boolean) {
  const own = letter && (await followOf(db, letter.form_session_id));
  return furtherLetters({ fate, isDue, isFirstClass: isFirstClass(own?.package_id) });
}

/**
 * @throws {AppError} LETTER_NOT_NEEDED for a letter whose reader must not get it, and for a further one of a case that was
 *   paid or closed since, whose letter before it arrived, or where another one is as far
 */
export async function requireNeeded(trx: Trx, { letter, snapshot }: Following): Promise<void> {
  const refuse = (isNeeded: boolean) => {
    if (!isNeeded) throw new AppError('LETTER_NOT_NEEDED');
  };
  const known = await caseFollowed(trx, { letter });
  refuse(!(await isStopped(trx, letter.user_id, snapshot.answers, { isNamed: known === null })));
  if (!known) return;
  const earlier = earlierOf(known);
  if (isOver(known) || !earlier) return refuse(false);
  const rows = await furtherOf(trx, known.session.id);
  refuse(!rows.some((row) => row.letter_id !== letter.id && (row.state === 'approved' || row.state === 'posting')));
  refuse(isReadFromLast(known, rows));
  const own = await followOf(trx, letter.form_session_id);
  refuse((await asked(trx, known, earlier, true)).some((id) => id === own?.package_id));
}

/**
 * Whether the claimant has said of this address, in any case, that its reader is bankrupt, dead or a minor.
 * @param whom.isNamed - that of this reader: others may live there
 */
async function isStopped(
  db: Db | Trx,
  userId: string,
  answers: ClaimFormData,
  { isNamed }: { isNamed: boolean },
): Promise<boolean> {
  const { rows } = await sql<{ answers: ClaimFormData; moved: Place | null }>`
    select f.form_data as answers, n.readdressed_to as moved from claims.form_session f
    left join claims.form_session n on n.original_session_id = f.id and n.readdressed_to is not null
      and n.paid_at is not null and n.deleted_at is null
    join lateral (
      select closed_as from claims.case_report where form_session_id = f.id order by no desc limit 1) r on true
    where f.user_id = ${userId} and f.deleted_at is null and r.closed_as = any(${[...STOPS_LETTERS]}::text[])`.execute(
    db,
  );
  const readers = rows.flatMap((row) => (row.moved ? [row.answers, movedTo(row.answers, row.moved)] : [row.answers]));
  return readers.some((reader) =>
    isNamed ? isSameReader(reader, answers) : addressDigest(reader) === addressDigest(answers),
  );
}

/** The other side of a case at every address that its letters were bought for. */
export async function readersOf(db: Db | Trx, { session, answers }: Known): Promise<ClaimFormData[]> {
  const rows = await db
    .selectFrom('form_session')
    .select('readdressed_to')
    .where('original_session_id', '=', session.id)
    .where('readdressed_to', 'is not', null)
    .where('paid_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute();
  return [answers, ...rows.flatMap(({ readdressed_to: to }) => (to ? [movedTo(answers, to)] : []))];
}

const plainName = (answers: ClaimFormData) => plain(defendantOf(answers).name);

/** The same name at the same address, however both are typed. */
export const isSameReader = (a: ClaimFormData, b: ClaimFormData): boolean =>
  plainName(a) === plainName(b) && addressDigest(a) === addressDigest(b);

interface Asked {
  userId: string;
  offer: Pick<Package, 'id' | 'limits'>;
  /** The claim it is bought as, once opened. */
  own: string | null;
  /** Where it would go; null while that is not known. */
  to: Place | null;
  at: Date;
}

/**
 * Whether a letter may be bought now to follow the one that was mailed last.
 * @param known - of the letter that it follows
 */
export async function mayFollow(db: Db | Trx, known: Known, { userId, offer, own, to, at }: Asked): Promise<boolean> {
  const earlier = earlierOf(known);
  // A follow-up without limits of its own is sold once.
  const { perCase, perAddressYear } = offer.limits ?? { perCase: 1, perAddressYear: 1 };
  if (!earlier || isOver(known)) return false;
  const rows = await furtherOf(db, known.session.id);
  const others = rows.filter(({ id, paid_at, isStopped: is }) => paid_at && !is && id !== own);
  // One after the other: what the last one says and where it went decides about the next.
  if (others.some(({ posted_at }) => posted_at === null)) return false;
  if (!isReadFromLast(known, rows)) return false;
  if (others.filter(({ package_id }) => package_id === offer.id).length >= perCase) return false;
  const today = dayAtPlace(at.getTime(), incidentPlace(known.answers));
  const isDue = today > (known.answerBy ?? addDays(earlier.sentOn, DAYS_WITHOUT_A_DATE));
  if (!(await asked(db, known, earlier, isDue)).some((id) => id === offer.id)) return false;
  if (!to) return true;
  const answers = movedTo(known.answers, to);
  if (await isWrongAddress(db, userId, to)) return false;
  if (await isStopped(db, userId, answers, { isNamed: false })) return false;
  return (await countedAt(db, answers, { own, since: new Date(at.getTime() - YEAR_MS) })) < perAddressYear;
}

/** Further letters to an address, of whomever, that were mailed or will be. */
async function countedAt(db: Db | Trx, answers: ClaimFormData, { own, since }: { own: string | null; since: Date }) {
  const { count } = await db
    .selectFrom('form_session')
    .leftJoin('letter', 'letter.form_session_id', 'form_session.id')
    .leftJoin('claim_order', 'claim_order.form_session_id', 'form_session.id')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('form_session.sent_to', '=', addressDigest(answers))
    .where('form_session.paid_at', '>', since)
    .where('form_session.id', '<>', own ?? '')
    .where((is) =>
      is.or([
        is('letter.posted_at', 'is not', null),
        is.and([
          is('claim_order.status', '=', 'paid'),
          is.or([is('letter.problem', 'is', null), is('letter.problem', 'not in', [REFUNDING, REFUNDED])]),
        ]),
      ]),
    )
    .executeTakeFirstOrThrow();
  return count;
}

/** What can be bought now to follow the last letter of a case, the most useful first. */
export async function offersAfter(db: Db | Trx, known: Known, userId: string, at: Date): Promise<Package[]> {
  const earlier = earlierOf(known);
  if (!earlier) return [];
  const offers = [];
  for (const id of await asked(db, known, earlier, true)) {
    const offer = await findSoldPackage(db, id);
    const to = id === NEW_ADDRESS ? null : defendantOf(known.answers).place;
    if (offer && (await mayFollow(db, known, { userId, offer, own: null, to, at }))) offers.push(offer);
  }
  return offers;
}
