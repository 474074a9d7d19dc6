import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Stripe repeats a 500 for a day to everybody who asks under the same idempotency key: keys are numbered.
  await sql`alter table claims.payment add column opening_no int not null default 0`.execute(db);
  await sql`alter table claims.payment add column opening_at timestamptz`.execute(db);
  await sql`update claims.payment set opening_at = created_at`.execute(db);
  await sql`alter table claims.payment alter column opening_at set not null`.execute(db);
  await sql`alter table claims.payment rename column told_quote_id to synced_quote_id`.execute(db);
}
