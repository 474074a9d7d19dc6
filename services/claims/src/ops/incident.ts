import { sql } from 'kysely';
import type { Db } from '../platform/database.ts';
import { affectedPages, findDrafts, type Window } from './affected.ts';
import { recordAct, type Printed } from './operator.ts';

export interface IncidentDeps {
  db: Db;
  now: () => Date;
}

const ID = /^[0-9a-f]{24}$/;
const INSTALLATION = { kind: 'installation', id: 'all' };

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
  return {
    /** Signs out everybody, or one account: sessions, codes and sign-ins under way end at once. */
    async endSessions(account: string, reason: string): Promise<Printed> {
      const isAll = account === 'all';
      if (!isAll && !ID.test(account)) throw new Error('Say whose: `end-sessions all`, or the id of an account.');
      return db.transaction().execute(async (trx) => {
        const ended = isAll
          ? await trx.deleteFrom('user_session').executeTakeFirst()
          : await trx.deleteFrom('user_session').where('user_id', '=', account).executeTakeFirst();
        const sessions = Number(ended.numDeletedRows);
        if (isAll)
          for (const table of ['code', 'oidc_attempt', 'pending_link'] as const) await trx.deleteFrom(table).execute();
        const subject = isAll ? INSTALLATION : { kind: 'account', id: account };
        await recordAct(trx, now(), { kind: 'sessions.ended', subject, reason, details: { count: sessions } });
        return [
          `${sessions} ${sessions === 1 ? 'session has' : 'sessions have'} ended. What is typed stays in the browsers.`,
        ];
      });
    },

    /** Ids only, in their order; visitors without an account are counted. */
    async affected(window: Window): Promise<Printed> {
      const { visitors, accounts } = await findDrafts(db, window);
      const lines: Printed = [];
      for await (const page of affectedPages(db, window, accounts))
        for (const { id, wasSignedIn, writes } of page) lines.push([id, wasSignedIn ? 'yes' : '-', writes].join('\t'));
      return [
        'account\tsigned in\twrites',
        ...lines,
        `${lines.length} accounts; ${visitors} drafts of visitors without an account, who have no address here.`,
      ];
    },

    /** Their e-mail addresses, to write to them. Kept in the audit: who asked, why, and how many there were. */
    async addresses(window: Window, reason: string): Promise<Printed> {
      const { accounts } = await findDrafts(db, window);
      const found: Printed = [];
      for await (const page of affectedPages(db, window, accounts)) {
        const ids = page.map(({ id }) => id);
        const rows = await db
          .selectFrom('account')
          .select('email')
          .where(sql<boolean>`id = any(${ids}::char(24)[])`)
          .where('email_verified_at', 'is not', null)
          .execute();
        for (const { email } of rows) found.push(email);
      }
      const details = { count: found.length, from: window.from.toISOString(), to: window.to.toISOString() };
      await recordAct(db, now(), { kind: 'addresses.shown', subject: INSTALLATION, reason, details });
      return found.sort();
    },
  };
}
