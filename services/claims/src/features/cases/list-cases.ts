import {
  CASE_STANDINGS,
  type AnswerOf,
  type CaseStanding,
  type ClaimFormData,
  type getCases,
} from '@redress/contracts';
import { amountCents, dayAtPlace, defendantOf, hasCourtPapers, incidentPlace } from '@redress/domain';
import { payByIn, type LetterPart } from '@redress/domain/letter';
import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { mapWholeRows } from '../../platform/whole-rows.ts';
import type { Platform } from '../../platform/platform.ts';
import { HELD, REFUNDING } from '../../shared/letters/letter-problem.ts';
import { toDollars } from '../../shared/orders/money.ts';

const PAGE_SIZE = 6;
/** Of so many claims what they need is found out before they are put in order; older ones come after them. */
const RANKED = 100;

type Listed = AnswerOf<typeof getCases>;

interface Row {
  id: string;
  standing: CaseStanding;
  form_data: ClaimFormData;
  package_id: string | null;
  package_title: string | null;
  created_at: Date;
  paid_at: Date | null;
  window_ends_at: Date | null;
  posted_at: Date | null;
  delivered_at: Date | null;
  letters: number;
  letters_lost: number;
  parts: LetterPart[] | null;
  letter_day: string | null;
  pay_by: string | null;
}

/**
 * The person's claims, the most urgent first. What a claim needs is known only when its order, payment, letter and mailings
 * are read together, and the page is cut after they are put in order. Of a business with thousands of claims the newest, and
 * those whose letter has not been posted, are put in order; all others follow, the newest first. Edits of a claim are no
 * claims of their own until they are bought.
 */
export async function listCases(
  { db, log, now }: Pick<Platform, 'db' | 'log' | 'now'>,
  userId: string,
  { page = 1, pageSize = PAGE_SIZE }: { page?: number | undefined; pageSize?: number | undefined },
): Promise<Listed> {
  const at = now();
  const offset = (page - 1) * pageSize;
  const newest = await readClaimIds(db, userId, { limit: RANKED });
  const isAll = newest.length < RANKED;
  const [unposted, total] = isAll
    ? [[], newest.length]
    : await Promise.all([readUnposted(db, userId), countClaims(db, userId)]);
  const ranked = isAll ? newest : [...new Set([...newest, ...unposted])];
  const rows = await readStandings(db, { userId, ids: ranked, at, offset, limit: pageSize });
  if (!isAll && rows.length < pageSize) {
    const older = await readClaimIds(db, userId, {
      limit: pageSize - rows.length,
      offset: Math.max(0, offset - ranked.length),
      without: ranked,
    });
    const standings = await readStandings(db, { userId, ids: older, at, offset: 0, limit: pageSize });
    rows.push(...standings.toSorted((a, b) => older.indexOf(a.id) - older.indexOf(b.id)));
  }
  return {
    total,
    cases: mapWholeRows(log, 'cases', rows, (row) => caseOf(row, at)),
  };
}

/** A person's own claims, and edits that were bought. */
const listedOf = (userId: string) => sql`
  f.user_id = ${userId} and f.deleted_at is null and (f.original_session_id is null or exists (
    select from claims.claim_order o where o.form_session_id = f.id and o.user_id = f.user_id and o.status <> 'open'))`;

/** @returns ids, the newest claim first */
async function readClaimIds(
  db: Db,
  userId: string,
  { limit, offset = 0, without = [] }: { limit: number; offset?: number; without?: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select f.id from claims.form_session f where ${listedOf(userId)} and f.id <> all(${without}::char(24)[])
    order by f.created_at desc, f.id limit ${limit} offset ${offset}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Claims whose letter waits for somebody, however old they are. */
async function readUnposted(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select f.id from claims.letter l join claims.form_session f on f.id = l.form_session_id
    where l.user_id = ${userId} and l.state <> 'posted' and ${listedOf(userId)}
    order by l.updated_at desc limit ${RANKED}`.execute(db);
  return rows.map(({ id }) => id);
}

async function countClaims(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from claims.form_session f where ${listedOf(userId)}`.execute(db);
  return rows[0]?.total ?? 0;
}

interface Wanted {
  userId: string;
  ids: readonly string[];
  at: Date;
  offset: number;
  limit: number;
}

/** What became of the copies of a letter `l`. One that was sent again counts as what became of the last one. */
const mailed = sql`
  select max(state) filter (where recipient_no = 0) as state,
    max(delivered_at) filter (where recipient_no = 0) as delivered_at, count(*)::int as letters,
    (count(*) filter (where state in ('refused', 'unclaimed', 'returned', 'undeliverable', 'rejected')))::int as lost
  from (
    select distinct on (recipient_no) recipient_no, state, delivered_at
    from claims.mailing where letter_id = l.id order by recipient_no, created_at desc
  ) newest`;

/**
 * @returns of these claims a page, the most urgent first. What they are put in order by is read of all of them, by their
 * keys; what is shown is read of the page alone.
 */
async function readStandings(db: Db, { userId, ids, at, offset, limit }: Wanted): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with standing as (
      select f.id, greatest(f.updated_at, l.updated_at) as changed_at,
        case
          when o.status = 'refunded' then 'refunded'
          when l.problem = ${REFUNDING} or o.left_as = 'refunding' then 'refunding'
          when o.problem = 'payment-mismatch' then 'payment_problem'
          when o.status is null or o.status = 'open' then case
            when p.status = 'processing' then 'payment_processing'
            when p.decline_code is not null then 'payment_failed'
            when f.furthest_step in ('5sub1', '5sub2', '6') then 'payable'
            else 'draft' end
          when l.id is null or l.state = 'copy' then 'writing'
          when l.state = 'draft' then case
            when exists (select from claims.sentence_look s where s.form_session_id = f.id and s.state = 'asked') then 'looking'
            when l.problem = ${HELD} then 'held'
            else 'to_read' end
          when l.state = 'problem' then 'not_posted'
          when l.state in ('approved', 'posting') then l.state
          when m.state = 'delivered' and v.pay_by < ${at.toISOString().slice(0, 10)} then 'answer_due'
          when m.state is null or m.state in ('waiting', 'mailed') then 'posted'
          when m.state = 'rejected' then 'not_posted'
          else m.state end as standing
      from unnest(${ids}::char(24)[]) as wanted (id)
      join claims.form_session f on f.id = wanted.id and f.user_id = ${userId} and f.deleted_at is null
      left join claims.claim_order o on o.form_session_id = f.id and o.user_id = f.user_id
      left join claims.payment p on p.order_id = o.id and p.status <> 'canceled' and o.status = 'open'
      left join claims.letter l on l.form_session_id = f.id and l.user_id = f.user_id
      left join claims.letter_version v on v.letter_id = l.id
        and v.version = coalesce(l.posted_version, l.approved_version, l.version)
      left join lateral (${mailed}) m on l.state = 'posted'
    ), page as materialized (
      select standing.*, array_position(${[...CASE_STANDINGS]}::text[], standing) as place from standing
      order by place, changed_at desc, id desc limit ${limit} offset ${offset}
    )
    select f.id, page.standing, f.form_data, f.created_at,
      coalesce(o.package_id, f.package_id) as package_id, coalesce(o.package_title, f.package_title) as package_title,
      case when o.status <> 'open' then o.paid_at end as paid_at,
      case when l.state = 'approved' then l.window_ends_at end as window_ends_at, l.posted_at, m.delivered_at,
      coalesce(m.letters, 0) as letters, coalesce(m.lost, 0) as letters_lost,
      case when l.state in ('approved', 'posting', 'posted') then v.parts end as parts, v.letter_day, v.pay_by
    from page join claims.form_session f on f.id = page.id
    left join claims.claim_order o on o.form_session_id = f.id and o.user_id = f.user_id
    left join claims.letter l on l.form_session_id = f.id and l.user_id = f.user_id
    left join claims.letter_version v on v.letter_id = l.id
      and v.version = coalesce(l.posted_version, l.approved_version, l.version)
    left join lateral (${mailed}) m on true
    order by page.place, page.changed_at desc, page.id desc`.execute(db);
  return rows;
}

function caseOf(row: Row, at: Date): Listed['cases'][number] {
  const { form_data, standing } = row;
  const cents = amountCents(form_data.amount);
  const answerBy = answerDay(row);
  const today = dayAtPlace(at.getTime(), incidentPlace(form_data));
  return {
    form_session_id: row.id,
    // The order of the list goes by the day the letter was written with; what is said goes by the words that were sent.
    standing:
      standing === 'delivered' || standing === 'answer_due'
        ? answerBy !== null && answerBy < today
          ? 'answer_due'
          : 'delivered'
        : standing,
    defendant: defendantOf(form_data).name,
    amount: cents === null ? null : toDollars(cents),
    package_title: row.package_title,
    has_court_papers: row.paid_at !== null && hasCourtPapers({ id: row.package_id, title: row.package_title }),
    created_at: row.created_at.toISOString(),
    paid_at: row.paid_at?.toISOString() ?? null,
    window_ends_at: row.window_ends_at?.toISOString() ?? null,
    posted_at: row.posted_at?.toISOString() ?? null,
    delivered_at: row.delivered_at?.toISOString() ?? null,
    answer_by: answerBy,
    letters: row.letters,
    letters_lost: row.letters_lost,
  };
}

/** As the letter says it: the claimant may have chosen another day, or none. Versions of before days were kept name none. */
const answerDay = ({ parts, letter_day, pay_by }: Row): string | null =>
  parts && letter_day && pay_by ? payByIn(parts, { letterDay: letter_day, payBy: pay_by }) : null;
