import { userInfo } from 'node:os';
import { sql } from 'kysely';
import type { Db } from '../platform/database.ts';
import { recordEvent } from '../platform/event.ts';
import type { Printed } from './desk.ts';

export interface IncidentDeps {
  db: Db;
  now: () => Date;
}

/** A stretch of time, both ends included. */
export interface Window {
  from: Date;
  to: Date;
}

interface AffectedRow {
  account_id: string;
  was_signed_in: boolean;
  writes: number;
}

/** A sign-in ends after so many days at the latest; a sign-in before that cannot have lasted into the window. */
const LONGEST_SESSION_DAYS = 60;
const ID = /^[0-9a-f]{24}$/;

/** @throws {Error} where a time cannot be read, or the end lies before the beginning */
export function readWindow(from: string | undefined, to: string | undefined): Window {
  const window = { from: new Date(from ?? ''), to: new Date(to ?? '') };
  if (Number.isNaN(window.from.getTime()) || Number.isNaN(window.to.getTime()) || window.from > window.to) {
    throw new Error('Say between when, with --from 2026-11-22T08:00Z --to 2026-11-22T09:30Z.');
  }
  return window;
}

/** What an operator does when a key or memory was disclosed (docs/runbooks/leaked-key.md and memory-disclosure.md). */
export function createIncident({ db, now }: IncidentDeps) {
  const operator = { kind: 'operator' as const, id: userInfo().username };
  const assertReason = (reason: string) => {
    if (!reason.trim()) throw new Error('Say why, with --reason "…": it is kept.');
  };

  /**
   * Everybody who was signed in or wrote something in the window. Reads are not recorded one by one, so a session that
   * lasted into the window counts; one that ended is known by its events.
   */
  const findAffected = async ({ from, to }: Window): Promise<AffectedRow[]> => {
    const earliest = new Date(from.getTime() - LONGEST_SESSION_DAYS * 86_400_000);
    const { rows } = await sql<AffectedRow>`
      with signed_in as (
        select user_id as account_id from claims.user_session where created_at <= ${to} and last_seen_at >= ${from}
        union
        select e.subject_id from claims.event e
        where e.kind in ('account.signed-in', 'account.verified') and e.at between ${earliest} and ${to}
          and not exists (
            select 1 from claims.event o
            where o.subject_kind = 'account' and o.subject_id = e.subject_id and o.kind = 'account.signed-out' and o.id > e.id and o.at < ${from})
      ), wrote as (
        select actor_id as account_id, count(*)::int as writes from claims.event
        where actor_kind = 'user' and at between ${from} and ${to} group by actor_id
        union all
        select user_id, count(*)::int from claims.form_session
        where user_id is not null and updated_at between ${from} and ${to} group by user_id
      ), both_kinds as (
        select account_id, true as was_signed_in, 0 as writes from signed_in
        union all select account_id, false, writes from wrote
      )
      select account_id, bool_or(was_signed_in) as was_signed_in, sum(writes)::int as writes
      from both_kinds where account_id is not null group by account_id order by writes desc, account_id`.execute(db);
    return rows;
  };

  return {
    /** Signs out everybody, or one account: sessions, codes and sign-ins under way end at once. */
    async endSessions(account: string, reason: string): Promise<Printed> {
      assertReason(reason);
      const isAll = account === 'all';
      if (!isAll && !ID.test(account)) throw new Error('Say whose: `end-sessions all`, or the id of an account.');
      return db.transaction().execute(async (trx) => {
        const ended = isAll
          ? await trx.deleteFrom('user_session').executeTakeFirst()
          : await trx.deleteFrom('user_session').where('user_id', '=', account).executeTakeFirst();
        const sessions = Number(ended.numDeletedRows);
        if (isAll)
          for (const table of ['code', 'oidc_attempt', 'pending_link'] as const) await trx.deleteFrom(table).execute();
        await recordEvent(trx, {
          kind: 'sessions.ended',
          actor: operator,
          subject: isAll ? { kind: 'installation', id: 'all' } : { kind: 'account', id: account },
          details: { reason, count: sessions },
          at: now(),
        });
        return [
          `${sessions} ${sessions === 1 ? 'session has' : 'sessions have'} ended. What is typed stays in the browsers.`,
        ];
      });
    },

    /** Ids only; visitors without an account are counted. */
    async affected(window: Window): Promise<Printed> {
      const rows = await findAffected(window);
      const { visitors } = await db
        .selectFrom('form_session')
        .select((is) => is.fn.countAll<number>().as('visitors'))
        .where('user_id', 'is', null)
        .where('updated_at', '>=', window.from)
        .where('updated_at', '<=', window.to)
        .executeTakeFirstOrThrow();
      return [
        'account\tsigned in\twrites',
        ...rows.map(({ account_id, was_signed_in, writes }) =>
          [account_id, was_signed_in ? 'yes' : '-', writes].join('\t'),
        ),
        `${rows.length} accounts; ${visitors} drafts of visitors without an account, who have no address here.`,
      ];
    },

    /** Their e-mail addresses, to write to them. Kept in the audit: who asked, why, and how many there were. */
    async addresses(window: Window, reason: string): Promise<Printed> {
      assertReason(reason);
      const rows = await findAffected(window);
      const found = await db
        .selectFrom('account')
        .select('email')
        .where('id', 'in', ['', ...rows.map(({ account_id }) => account_id)])
        .where('email_verified_at', 'is not', null)
        .orderBy('email')
        .execute();
      await recordEvent(db, {
        kind: 'addresses.shown',
        actor: operator,
        subject: { kind: 'installation', id: 'all' },
        details: { reason, count: found.length, from: window.from.toISOString(), to: window.to.toISOString() },
        at: now(),
      });
      return found.map(({ email }) => email);
    },
  };
}
