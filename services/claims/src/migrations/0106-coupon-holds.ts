import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // A use that somebody is about to pay with: nobody else gets it before `ends_at`, and before the payment is closed.
  await sql`
    create table claims.coupon_hold (
      order_key text primary key,
      code text not null references claims.coupon (code),
      user_id char(24) not null,
      held_at timestamptz not null,
      ends_at timestamptz not null
    )`.execute(db);
  await sql`create index coupon_hold_code on claims.coupon_hold (code)`.execute(db);
  await sql`create index coupon_hold_end on claims.coupon_hold (ends_at)`.execute(db);
}
