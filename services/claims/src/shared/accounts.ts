import type { ReminderKind } from '@redress/domain';
import { sql, type Generated } from 'kysely';
import type { Db, Trx } from '../platform/database.ts';

export interface AccountTable {
  id: string;
  email: string;
  password_hash: string | null;
  email_verified_at: Date | null;
  pending_email: string | null;
  first_name: Generated<string>;
  last_name: Generated<string>;
  phone_number: Generated<string>;
  /** The zone the person's browser last named. */
  time_zone: Generated<string | null>;
  /** Kinds of reminders that its owner wants no more. */
  reminders_off: Generated<ReminderKind[]>;
  /** Of one that was made in a preview: it signs in nowhere else, and is removed then. */
  sample_until: Generated<Date | null>;
  /** Of the person that the site made for a preview: digest of the preview's secret. */
  sample_of: Generated<string | null>;
  created_at: Date;
  updated_at: Date;
}

export interface TrustedBrowserTable {
  account_id: string;
  visitor_id: string;
  last_sign_in_at: Date;
}

declare module '../platform/tables.ts' {
  interface Tables {
    account: AccountTable;
    trusted_browser: TrustedBrowserTable;
  }
}

const accounts = (db: Db | Trx) =>
  db
    .selectFrom('account')
    .select([
      'id',
      'email',
      'password_hash as passwordHash',
      'pending_email as pendingEmail',
      'first_name as firstName',
      'last_name as lastName',
      'phone_number as phoneNumber',
      'created_at as createdAt',
    ])
    .select((is) => is('email_verified_at', 'is not', null).$castTo<boolean>().as('isVerified'));

export type Account = Awaited<ReturnType<ReturnType<typeof accounts>['executeTakeFirstOrThrow']>>;

export const findAccount = async (db: Db | Trx, id: string): Promise<Account | null> =>
  (await accounts(db).where('id', '=', id).executeTakeFirst()) ?? null;

/** Whether it was made in a preview, by somebody or by the site. */
export async function isSampleAccount(db: Db | Trx, id: string): Promise<boolean> {
  const row = await db.selectFrom('account').select('sample_until').where('id', '=', id).executeTakeFirst();
  return (row?.sample_until ?? null) !== null;
}

/** @param email - lower-case, as the contract's `Email` gives it */
export const findAccountByEmail = async (db: Db | Trx, email: string): Promise<Account | null> =>
  (await accounts(db).where('email', '=', email).executeTakeFirst()) ?? null;

/** The zone in which a person reads times, once a browser has named it. */
export async function findTimeZone(db: Db | Trx, id: string): Promise<string | null> {
  const row = await db.selectFrom('account').select('time_zone').where('id', '=', id).executeTakeFirst();
  return row?.time_zone ?? null;
}

/** Switches a kind of reminder on or off. @returns the kinds that are off; null where there is no such account */
export async function switchReminder(
  db: Db | Trx,
  id: string,
  { kind, isOn }: { kind: ReminderKind; isOn: boolean },
): Promise<ReminderKind[] | null> {
  const others = sql<ReminderKind[]>`array_remove(reminders_off, ${kind})`;
  const row = await db
    .updateTable('account')
    .set({ reminders_off: isOn ? others : sql<ReminderKind[]>`array_append(${others}, ${kind})` })
    .where('id', '=', id)
    .returning('reminders_off')
    .executeTakeFirst();
  return row?.reminders_off ?? null;
}

export type GivenDetails = Pick<Account, 'firstName' | 'lastName' | 'phoneNumber'>;

/** What a person said of themselves as the claimant of the claim they worked on last; read as text, whatever is there. */
export async function findGivenDetails(db: Db | Trx, userId: string): Promise<GivenDetails | null> {
  const { rows } = await sql<GivenDetails>`
    select btrim(form_data->>'firstname') as "firstName",
      case when form_data->>'hasOneName' = 'true' then '' else coalesce(btrim(form_data->>'lastname'), '') end as "lastName",
      regexp_replace(coalesce(form_data->>'phonenumber', ''), '\\D', '', 'g') as "phoneNumber"
    from claims.form_session
    where user_id = ${userId} and deleted_at is null and btrim(form_data->>'firstname') <> ''
    order by updated_at desc, id desc limit 1`.execute(db);
  return rows[0] ?? null;
}

const nameOf = ({ firstName, lastName }: Pick<Account, 'firstName' | 'lastName'>): string =>
  [firstName, lastName].filter(Boolean).join(' ');

/** The name a person is greeted by: theirs, else the one they gave as the claimant, else the part of the address before the @. */
export async function displayName(db: Db, account: Account): Promise<string> {
  const own = nameOf(account);
  if (own) return own;
  const given = await findGivenDetails(db, account.id);
  return (given && nameOf(given)) || account.email.split('@', 1)[0]!;
}
