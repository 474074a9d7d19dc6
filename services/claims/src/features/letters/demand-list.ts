import type { AnswerOf, getUserDemands, QueryOf } from '@redress/contracts';
import {
  caseSentence,
  defendantOf,
  demandStatusOf,
  formatTrackingNumber,
  trackingUrl,
  shortDayOf,
} from '@redress/domain';
import { sql } from 'kysely';
import { sessionsWithWords } from '../../shared/form-sessions/form-session.repository.ts';
import { isAmong } from '../../platform/database.ts';
import { mapWholeRows } from '../../platform/whole-rows.ts';
import type { Platform } from '../../platform/platform.ts';
import { caseStateOf } from '../../shared/letters/letter-case.ts';
import { documentDay } from '../../shared/letters/letter-days.ts';
import type { LetterRow } from '../../shared/letters/letter.repository.ts';
import { findTimeZone } from '../../shared/accounts.ts';
import { standingAfter } from '../../shared/mailings/mailing-history.ts';
import { findScans } from '../../shared/mailings/mailing.repository.ts';
import type { MailingState } from '../../shared/mailings/mailing-tables.ts';
import { formatTime } from '../../shared/orders/times.ts';

const PAGE_SIZE = 20;
/** Part of a tracking number, as people copy one. */
const TRACKING = /^\d{4,}$/;

type Listed = AnswerOf<typeof getUserDemands>;

/**
 * Letters of the person that have all of these words in the names of their claim, or the words as their tracking number.
 * @returns ids, the newest first
 */
export async function findDemands(
  db: Platform['db'],
  userId: string,
  { words, limit }: { words: readonly string[]; limit: number },
): Promise<string[]> {
  const digits = words.join('');
  const named = db
    .selectFrom('letter')
    .select(['letter.id', 'letter.created_at'])
    .where(isAmong('letter.form_session_id', sessionsWithWords(db, userId, words)))
    .where('letter.user_id', '=', userId);
  const tracked = db
    .selectFrom('mailing')
    .innerJoin('letter', 'letter.id', 'mailing.letter_id')
    .select(['letter.id', 'letter.created_at'])
    .where('letter.user_id', '=', userId)
    .where(sql<boolean>`position(${digits} in mailing.tracking_number) > 0`);
  const query = TRACKING.test(digits) ? named.union(tracked) : named;
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  return rows.map(({ id }) => id);
}

/** @returns the first page for a claim without a letter, as for another person's */
async function pageOfClaim(
  db: Platform['db'],
  userId: string,
  { claim, pageSize }: { claim: string; pageSize: number },
): Promise<number> {
  const { rows } = await sql<{ before: number }>`
    select count(*)::int as before from claims.letter l join claims.letter asked
      on (l.created_at, l.id) > (asked.created_at, asked.id)
    where l.user_id = ${userId} and asked.user_id = ${userId} and asked.form_session_id = ${claim}`.execute(db);
  return Math.floor((rows[0]?.before ?? 0) / pageSize) + 1;
}

/** The person's letters, newest first; a letter never made stands in no row. */
export async function listDemands(
  { db, log, text }: Pick<Platform, 'db' | 'log' | 'text'>,
  userId: string,
  { claim, page: asked = 1, page_size: pageSize = PAGE_SIZE }: QueryOf<typeof getUserDemands>,
  /** These letters alone. */
  only?: readonly string[],
): Promise<Listed> {
  const page = claim ? await pageOfClaim(db, userId, { claim, pageSize }) : asked;
  const [rows, counted] = await Promise.all([
    db
      .selectFrom('letter')
      .innerJoin('letter_version', (join) =>
        join
          .onRef('letter_version.letter_id', '=', 'letter.id')
          .on('letter_version.version', '=', sql<number>`coalesce(letter.posted_version, letter.version)`),
      )
      .innerJoin('claim_snapshot', 'claim_snapshot.id', 'letter_version.snapshot_id')
      .leftJoin('form_session', 'form_session.id', 'letter.form_session_id')
      .leftJoin('mailing', (join) =>
        join
          .onRef('mailing.letter_id', '=', 'letter.id')
          .on('mailing.recipient_no', '=', 0)
          .on('mailing.state', '<>', 'rejected'),
      )
      .select([
        'letter.id',
        'letter.form_session_id',
        'letter.state',
        'letter.created_at',
        'letter.posted_at',
        'letter.window_ends_at',
        'form_session.package_title',
        'claim_snapshot.answers',
        'mailing.state as mailing_state',
        'mailing.tracking_number',
        'mailing.id as mailing_id',
      ])
      .where('letter.user_id', '=', userId)
      // The page is cut by the index before anything is joined.
      .where(
        isAmong(
          'letter.id',
          db
            .selectFrom('letter as listed')
            .select('listed.id')
            .where('listed.user_id', '=', userId)
            .$if(only !== undefined, (some) => some.where('listed.id', 'in', ['', ...(only ?? [])]))
            .orderBy('listed.created_at', 'desc')
            .orderBy('listed.id', 'desc')
            .limit(pageSize)
            .offset((page - 1) * pageSize),
        ),
      )
      .orderBy('letter.created_at', 'desc')
      .orderBy('letter.id', 'desc')
      .execute(),
    db
      .selectFrom('letter')
      .select((select) => select.fn.countAll<number>().as('total'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow(),
  ]);
  const scans = await findScans(
    db,
    rows.flatMap(({ mailing_id }) => mailing_id ?? []),
  );
  const timeZone = await findTimeZone(db, userId);
  return {
    message: text('letters.listed'),
    total: counted.total,
    page,
    data: mapWholeRows(log, 'letters', rows, (row) => {
      const state = caseStateOf(row, row.mailing_state);
      const history = scans.get(row.mailing_id ?? '');
      const windowEnds = row.window_ends_at && `on ${formatTime(row.window_ends_at, row.answers, timeZone)}`;
      return {
        id: row.id,
        form_session_id: row.form_session_id,
        package_title: row.package_title ?? text('letters.title'),
        recipient: defendantOf(row.answers).name,
        formatted_date: shortDayOf(documentDay(row.answers, row.created_at)),
        created_at: row.created_at.toISOString(),
        status: row.state === 'copy' ? 'draft' : demandStatusOf(state),
        status_sentence:
          row.state === 'copy'
            ? text('letters.copySentence')
            : history
              ? standingAfter(history).meaning.sentence
              : caseSentence(state, windowEnds),
        mail_state: carrierStateOf(row, history !== undefined),
        send_date: row.posted_at ? shortDayOf(documentDay(row.answers, row.posted_at)) : null,
        tracking_number: row.tracking_number ? formatTrackingNumber(row.tracking_number) : null,
        tracking_url: row.tracking_number ? trackingUrl(row.tracking_number) : null,
        window_ends_at: row.state === 'approved' ? (row.window_ends_at?.toISOString() ?? null) : null,
      };
    }),
  };
}

/** What the carrier said; before its first scan only the printer has the letter. */
function carrierStateOf(
  row: { state: LetterRow['state']; mailing_state: MailingState | null },
  isScanned: boolean,
): string | null {
  if (row.state !== 'posted' || row.mailing_state === null || row.mailing_state === 'waiting') return null;
  return row.mailing_state === 'mailed' && !isScanned ? 'handed_over' : row.mailing_state;
}
