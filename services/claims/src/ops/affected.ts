import { sql } from 'kysely';
import type { Db } from '../platform/database.ts';

/** A stretch of time, both ends included. */
export interface Window {
  from: Date;
  to: Date;
}

export interface AffectedAccount {
  id: string;
  wasSignedIn: boolean;
  /** Acts on record and drafts that were saved last in the window. */
  writes: number;
}

const DAY_MS = 86_400_000;
/** A sign-in ends after so many days at the latest; a sign-in before that cannot have lasted into the window. */
const LONGEST_SESSION_DAYS = 60;
/** Drafts of browsers without an account are removed after so many days. */
const LONGEST_VISIT_DAYS = 90;
/** Drafts are looked through by the time they were begun, so many days at once; accounts by their ids, so many at once. */
const DAYS_AT_ONCE = 5;
const ACCOUNTS_AT_ONCE = 200;

/**
 * Drafts that were saved last in the window, and begun at most ninety days before it: those of visitors are kept no longer.
 * The time of a save has no index: each save would then be written into every index of the table.
 * @returns how many belong to nobody, and the accounts of the others
 */
export async function findDrafts(db: Db, { from, to }: Window): Promise<{ visitors: number; accounts: string[] }> {
  const accounts = new Set<string>();
  let visitors = 0;
  const first = from.getTime() - LONGEST_VISIT_DAYS * DAY_MS;
  for (let end = to.getTime(); end >= first; end -= DAYS_AT_ONCE * DAY_MS) {
    const { rows } = await sql<{ user_id: string | null; drafts: number }>`
      select user_id, count(*)::int as drafts from claims.form_session
      where created_at > ${new Date(end - DAYS_AT_ONCE * DAY_MS)} and created_at <= ${new Date(end)}
        and updated_at between ${from} and ${to} group by user_id`.execute(db);
    for (const { user_id, drafts } of rows) {
      if (user_id === null) visitors += drafts;
      else accounts.add(user_id);
    }
  }
  return { visitors, accounts: [...accounts].sort() };
}

/**
 * Everybody who was signed in or wrote something in the window, in the order of their ids, a page at a time: no statement
 * grows with their number. Reads are not recorded one by one, so a session that lasted into the window counts; one that
 * ended is known by its events.
 * @param savers - accounts that saved drafts in the window: see {@link findDrafts}
 */
export async function* affectedPages(
  db: Db,
  window: Window,
  savers: readonly string[],
): AsyncGenerator<AffectedAccount[]> {
  const { from, to } = window;
  const events = await readEventNumbers(db, window);
  const earliest = new Date(from.getTime() - LONGEST_SESSION_DAYS * DAY_MS);
  for (let after = ''; ;) {
    const { rows } = await sql<AffectedAccount>`
      with signed_in as (
        (select distinct user_id as id from claims.user_session
          where user_id > ${after} and created_at <= ${to} and last_seen_at >= ${from} order by user_id limit ${ACCOUNTS_AT_ONCE})
        union
        (select subject_id::char(24) from (
          select distinct e.subject_id from claims.event e
          where e.subject_kind = 'account' and e.subject_id > ${after}
            and e.kind in ('account.signed-in', 'account.verified') and e.at between ${earliest} and ${to}
            and not exists (
              select from claims.event o
              where o.subject_kind = 'account' and o.subject_id = e.subject_id and o.id > e.id
                and o.kind = 'account.signed-out' and o.at < ${from})
          order by e.subject_id limit ${ACCOUNTS_AT_ONCE}) in_order)
      ), found as (
        select id, true as "wasSignedIn" from signed_in
        union all
        (select distinct actor_id::char(24), false from claims.event
          where actor_kind = 'user' and actor_id > ${after} and id between ${events.first} and ${events.last}
            and at between ${from} and ${to} order by 1 limit ${ACCOUNTS_AT_ONCE})
        union all
        (select id, false from unnest(${savers}::char(24)[]) id where id > ${after} order by 1 limit ${ACCOUNTS_AT_ONCE})
      ), page as materialized (
        select id, bool_or("wasSignedIn") as "wasSignedIn" from found group by id order by id limit ${ACCOUNTS_AT_ONCE}
      )
      select page.*, (
        select count(*) from claims.event e
        where e.actor_id = page.id and e.actor_kind = 'user' and e.id between ${events.first} and ${events.last}
          and e.at between ${from} and ${to}
      ) + (
        -- Which claims are still written on stands in the index; the others are not read.
        select count(*) from claims.form_session f
        where f.updated_at between ${from} and ${to} and f.id = any(array(
          select s.id from claims.form_session s
          where s.user_id = page.id and s.deleted_at is null and (s.completed_at is null or s.completed_at >= ${from})))
      ) as writes
      from page order by id`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < ACCOUNTS_AT_ONCE) return;
    after = rows.at(-1)?.id ?? '';
  }
}

/** Numbers of the events of a window: an account's acts are indexed by number. */
async function readEventNumbers(db: Db, { from, to }: Window): Promise<{ first: number; last: number }> {
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select min(id) as first, max(id) as last from (select id from claims.event where at between ${from} and ${to} offset 0) e`.execute(
    db,
  );
  return { first: rows[0]?.first ?? 0, last: rows[0]?.last ?? -1 };
}
