import {
  CASE_STANDINGS,
  type CASE_VIEWS,
  type AnswerOf,
  type CaseStanding,
  type ClaimFormData,
  type getCases,
} from '@redress/contracts';
import {
  amountCents,
  centsToDollars,
  dayAtPlace,
  defendantOf,
  hasCourtPapers,
  incidentPlace,
  ledgerSums,
  NEW_CASE,
  withReports,
  zoneOfPlace,
} from '@redress/domain';
import type { LetterPart } from '@redress/domain/letter';
import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { mapWholeRows } from '../../platform/whole-rows.ts';
import type { Platform } from '../../platform/platform.ts';
import { eventOf, findReportsOf, type CaseReportRow } from '../../shared/cases/case-report-table.ts';
import { answerDay } from '../../shared/cases/known-case.ts';
import { HELD, REFUNDED, REFUNDING } from '../../shared/letters/letter-problem.ts';

const PAGE_SIZE = 6;
/** Of so many claims what they need is found out before they are put in order; older ones come after them. */
const RANKED = 100;
/** Clocks of two programs differ less. */
const CLOCKS_MS = 86_400_000;
const WEEK_MS = 7 * 86_400_000;

type Listed = AnswerOf<typeof getCases>;

interface Asked {
  view?: (typeof CASE_VIEWS)[number] | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
}

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
  recipient: Parameters<typeof zoneOfPlace>[0] | null;
  letters: number;
  letters_lost: number;
  parts: LetterPart[] | null;
  letter_day: string | null;
  pay_by: string | null;
  due_on: string | null;
  due_kind: string | null;
  reports: readonly CaseReportRow[];
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
  { view, page = 1, pageSize = PAGE_SIZE }: Asked,
): Promise<Listed> {
  const at = now();
  const offset = (page - 1) * pageSize;
  if (view) {
    const { ids, total } = await readView(db, userId, { view, at, offset, limit: pageSize });
    const rows = await readInOrder(db, { userId, ids, at });
    return { total, cases: mapWholeRows(log, 'cases', rows, (row) => caseOf(row, at)) };
  }
  const newest = await readClaims(db, userId, { limit: RANKED });
  const isAll = newest.length < RANKED;
  const { unposted, total } = isAll ? { unposted: [], total: newest.length } : await readUnposted(db, userId);
  const recent = newest.map(({ id }) => id);
  const others = unposted.filter((id) => !recent.includes(id));
  const ranked = [...recent, ...others];
  const since = new Date((newest.at(-1)?.created_at ?? at).getTime() - CLOCKS_MS);
  const rows = await readStandings(db, { userId, ids: ranked, since, others, at, offset, limit: pageSize });
  if (!isAll && rows.length < pageSize) {
    const older = await readClaims(db, userId, {
      limit: pageSize - rows.length,
      offset: Math.max(0, offset - ranked.length),
      without: ranked,
    });
    rows.push(...(await readInOrder(db, { userId, ids: older.map(({ id }) => id), at })));
  }
  return { total, cases: mapWholeRows(log, 'cases', rows, (row) => caseOf(row, at)) };
}

/** Claims in the order of their ids. */
async function readInOrder(db: Db, { userId, ids, at }: Pick<Wanted, 'userId' | 'ids' | 'at'>): Promise<Row[]> {
  if (ids.length === 0) return [];
  const rows = await readStandings(db, { userId, ids, since: null, others: ids, at, offset: 0, limit: ids.length });
  return rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

/** One claim of this person as the list shows it; null where there is none. */
export async function findCase(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  userId: string,
  id: string,
  { isFollowUp = false } = {},
): Promise<Listed['cases'][number] | null> {
  const own = isFollowUp ? sql`f.user_id = ${userId} and f.follows_letter_id is not null` : ownOf(userId);
  const { rows } = await sql<{ id: string }>`
    select f.id from claims.form_session f where f.id = ${id} and ${own}`.execute(db);
  if (rows.length === 0) return null;
  const at = now();
  const only = { userId, ids: [id], others: [id], since: null, at, offset: 0, limit: 1 };
  const [row] = await readStandings(db, only);
  return row ? caseOf(row, at) : null;
}

/** A person's own claims, and edits that were bought. A second letter stands in the case of the first. */
const ownOf = (userId: string) => sql`
  f.user_id = ${userId} and f.deleted_at is null and f.follows_letter_id is null and (f.original_session_id is null or exists (
    select from claims.claim_order o where o.form_session_id = f.id and o.user_id = f.user_id and o.status <> 'open'))`;

/** Those among them that are as far as paying: drafts stand in a list of their own. */
const listedOf = (userId: string) => sql`
  ${ownOf(userId)} and (f.furthest_step in ('5sub1', '5sub2', '6') or exists (
    select from claims.claim_order o left join claims.payment p on p.order_id = o.id and p.status <> 'canceled'
    where o.form_session_id = f.id and o.user_id = f.user_id and (o.status <> 'open' or p.id is not null)))`;

/** @returns the newest claim first */
async function readClaims(
  db: Db,
  userId: string,
  { limit, offset = 0, without = [] }: { limit: number; offset?: number; without?: readonly string[] },
): Promise<{ id: string; created_at: Date }[]> {
  const { rows } = await sql<{ id: string; created_at: Date }>`
    select f.id, f.created_at from claims.form_session f
    where ${listedOf(userId)} and f.id <> all(${without}::char(24)[])
    order by f.created_at desc, f.id limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** Claims whose letter waits for somebody, however old they are, and how many claims there are. */
async function readUnposted(db: Db, userId: string): Promise<{ unposted: string[]; total: number }> {
  const { rows } = await sql<{ unposted: string[]; total: number }>`
    with own as materialized (select f.id from claims.form_session f where ${listedOf(userId)})
    select (select count(*)::int from own) as total, array(
      select l.form_session_id::text from claims.letter l join own on own.id = l.form_session_id
      where l.user_id = ${userId} and l.state <> 'posted' order by l.updated_at desc limit ${RANKED}) as unposted`.execute(
    db,
  );
  return rows[0] ?? { unposted: [], total: 0 };
}

/** Ids of a page of mailed cases by what is due in them, and how many there are. An index has them in this order. */
async function readView(
  db: Db,
  userId: string,
  { view, at, offset, limit }: { view: (typeof CASE_VIEWS)[number]; at: Date; offset: number; limit: number },
): Promise<{ ids: string[]; total: number }> {
  const within = new Date(at.getTime() + WEEK_MS).toISOString().slice(0, 10);
  const open = sql`l.state = 'posted' and l.closed_at is null`;
  const { which, order } = {
    due: { which: sql`${open} and l.due_on <= ${within}`, order: sql`l.due_on, l.id` },
    later: { which: sql`${open} and (l.due_on > ${within} or l.due_on is null)`, order: sql`l.due_on, l.id` },
    closed: { which: sql`l.closed_at is not null`, order: sql`l.closed_at desc, l.id` },
  }[view];
  const from = sql`
    from claims.letter l join claims.form_session f on f.id = l.form_session_id
    where l.user_id = ${userId} and ${which} and ${ownOf(userId)}`;
  const { rows } = await sql<{ ids: string[]; total: number }>`
    select (select count(*)::int ${from}) as total,
      array(select l.form_session_id::text ${from} order by ${order} limit ${limit} offset ${offset}) as ids`.execute(
    db,
  );
  return rows[0] ?? { ids: [], total: 0 };
}

interface Wanted {
  userId: string;
  ids: readonly string[];
  /** What belongs to these claims was made since then; null: whenever. */
  since: Date | null;
  /** Those of which that does not hold: all of them where `since` is null, and else such whose letter is not posted. */
  others: readonly string[];
  at: Date;
  offset: number;
  limit: number;
}

/** What became of the copies of a letter `l`. One that was sent again counts as what became of the last one. */
const mailed = sql`
  select max(state) filter (where recipient_no = 0) as state,
    max(delivered_at) filter (where recipient_no = 0) as delivered_at, count(*)::int as letters,
    (array_agg(recipient) filter (where recipient_no = 0))[1] as recipient,
    (count(*) filter (where state in ('refused', 'unclaimed', 'returned', 'undeliverable', 'rejected')))::int as lost
  from (
    select distinct on (recipient_no) recipient_no, recipient, state, delivered_at
    from claims.mailing where letter_id = l.id order by recipient_no, created_at desc
  ) newest`;

/**
 * Orders, letters and mailings of a person's claims: those made lately stand side by side in an index, those of other claims
 * are found by their keys. Claims are older than what belongs to them.
 */
function partsOf({ userId, since, others }: Wanted) {
  const of = sql`user_id = ${userId} and form_session_id = any(${others}::char(24)[])`;
  const lately = sql`user_id = ${userId} and created_at >= ${since}`;
  const order = sql`select id, form_session_id, status, problem, left_as from claims.claim_order`;
  const letter = sql`
    select id, form_session_id, state, problem, updated_at, coalesce(posted_version, approved_version, version) as version
    from claims.letter`;
  const mailing = sql`
    select distinct on (letter_id) letter_id, state from claims.mailing where recipient_no = 0`;
  if (since === null) {
    return sql`
      orders as materialized (${order} where ${of}),
      letters as materialized (${letter} where ${of}),
      mailings as materialized (
        ${mailing} and letter_id = any(array(select id from letters where state = 'posted'))
        order by letter_id, created_at desc)`;
  }
  return sql`
    orders as materialized (${order} where ${lately} union all ${order} where ${of} and created_at < ${since}),
    -- Of the others the letter is not posted.
    letters as materialized (
      ${letter} where ${lately} union all ${letter} where ${of} and created_at < ${since} and state <> 'posted'),
    mailings as materialized (${mailing} and ${lately} order by letter_id, created_at desc)`;
}

/**
 * @returns of these claims a page, the most urgent first. What they are put in order by is read of all of them, from indexes
 * where it stands there; what is shown is read of the page alone.
 */
async function readStandings(db: Db, wanted: Wanted): Promise<Row[]> {
  const { ids, since, others, at, offset, limit } = wanted;
  const { rows } = await sql<Omit<Row, 'reports'>>`
    with ${partsOf(wanted)},
    reported as materialized (
      select distinct on (form_session_id) form_session_id, closed_as from claims.case_report
      where form_session_id = any(${ids}::char(24)[]) order by form_session_id, no desc),
    standing as (
      select wanted.id, coalesce(l.updated_at, f.updated_at) as changed_at,
        case
          when o.status = 'refunded' or l.problem = ${REFUNDED} then 'refunded'
          when l.problem = ${REFUNDING} or o.left_as = 'refunding' then 'refunding'
          when o.problem = 'payment-mismatch' then 'payment_problem'
          when o.status is null or o.status = 'open' then case
            when p.status = 'processing' then 'payment_processing'
            when p.decline_code is not null then 'payment_failed'
            when f.furthest_step in ('5sub1', '5sub2', '6') then 'payable'
            else 'draft' end
          -- Its letter was posted after it was found among those that wait.
          when l.id is null and wanted.id = any(${since === null ? [] : others}::char(24)[]) then 'posted'
          when l.id is null or l.state = 'copy' then 'writing'
          when l.state = 'draft' then case
            when exists (
              select from claims.sentence_look s where s.form_session_id = wanted.id and s.state = 'asked') then 'looking'
            when l.problem = ${HELD} then 'held'
            else 'to_read' end
          when l.state = 'problem' then 'not_posted'
          when l.state in ('approved', 'posting') then l.state
          when c.closed_as is not null then 'closed'
          when m.state = 'delivered' and v.pay_by < ${at.toISOString().slice(0, 10)} then 'answer_due'
          when m.state is null or m.state in ('waiting', 'mailed') then 'posted'
          when m.state = 'rejected' then 'not_posted'
          else m.state end as standing
      from unnest(${ids}::char(24)[]) as wanted (id)
      left join orders o on o.form_session_id = wanted.id
      left join letters l on l.form_session_id = wanted.id
      left join mailings m on m.letter_id = l.id and l.state = 'posted'
      left join reported c on c.form_session_id = wanted.id
      -- Each is one row at most. By the offset it stays a question of its own, which is only asked where the rest needs it.
      -- What changes a claim that has a letter changes the letter with it.
      left join lateral (
        select updated_at, furthest_step from claims.form_session where l.id is null and id = wanted.id offset 0) f on true
      left join lateral (
        select status, decline_code from claims.payment
        where o.status = 'open' and order_id = o.id and status <> 'canceled' offset 0) p on true
      left join lateral (
        select pay_by from claims.letter_version
        where m.state = 'delivered' and letter_id = l.id and version = l.version offset 0) v on true
    ), page as materialized (
      select standing.*, array_position(${[...CASE_STANDINGS]}::text[], standing) as place from standing
      order by place, changed_at desc, id desc limit ${limit} offset ${offset}
    )
    select f.id, page.standing, f.form_data, f.created_at,
      coalesce(o.package_id, f.package_id) as package_id, coalesce(o.package_title, f.package_title) as package_title,
      case when o.status <> 'open' then o.paid_at end as paid_at,
      case when l.state = 'approved' then l.window_ends_at end as window_ends_at, l.posted_at, m.delivered_at, m.recipient,
      coalesce(m.letters, 0) as letters, coalesce(m.lost, 0) as letters_lost,
      case when l.state in ('approved', 'posting', 'posted') then v.parts end as parts, v.letter_day, v.pay_by,
      l.due_on, l.due_kind
    from page join claims.form_session f on f.id = page.id and f.deleted_at is null
    left join claims.claim_order o on o.form_session_id = f.id and o.user_id = f.user_id
    left join claims.letter l on l.form_session_id = f.id and l.user_id = f.user_id
    left join claims.letter_version v on v.letter_id = l.id
      and v.version = coalesce(l.posted_version, l.approved_version, l.version)
    left join lateral (${mailed}) m on true
    order by page.place, page.changed_at desc, page.id desc`.execute(db);
  const listed = rows.map(({ id }) => id);
  const reports = await findReportsOf(db, listed);
  return rows.map((row) => ({ ...row, reports: reports.get(row.id) ?? [] }));
}

function caseOf(row: Row, at: Date): Listed['cases'][number] {
  const { form_data, standing } = row;
  const claimedCents = amountCents(form_data.amount);
  const claim = withReports({ ...NEW_CASE, claimedCents: claimedCents ?? 0 }, row.reports.map(eventOf));
  const answerBy = answerDay(row);
  const today = dayAtPlace(at.getTime(), incidentPlace(form_data));
  const isDelivered = standing === 'delivered' || standing === 'answer_due';
  return {
    form_session_id: row.id,
    // The order of the list goes by the day the letter was written with; what is said goes by the words that were sent.
    standing: !isDelivered ? standing : answerBy !== null && answerBy < today ? 'answer_due' : 'delivered',
    defendant: defendantOf(form_data).name,
    amount: claimedCents === null ? null : centsToDollars(ledgerSums(claim).balanceCents),
    package_title: row.package_title,
    has_court_papers: row.paid_at !== null && hasCourtPapers(row.package_id),
    created_at: row.created_at.toISOString(),
    paid_at: row.paid_at?.toISOString() ?? null,
    window_ends_at: row.window_ends_at?.toISOString() ?? null,
    posted_at: row.posted_at?.toISOString() ?? null,
    delivered_at: row.delivered_at?.toISOString() ?? null,
    time_zone: zoneOfPlace(row.recipient ?? {}),
    answer_by: answerBy,
    due: row.due_on && row.due_kind ? { kind: row.due_kind, day: row.due_on, is_over: row.due_on < today } : null,
    letters: row.letters,
    letters_lost: row.letters_lost,
  };
}
