import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table claims.package (
      id text primary key,
      title text not null,
      description text not null,
      price_cents int not null check (price_cents >= 0),
      original_price_cents int check (original_price_cents >= 0),
      frequency text not null,
      features jsonb not null,
      popular boolean not null,
      position int not null,
      on_sale boolean not null default true,
      updated_at timestamptz not null
    )`.execute(db);

  await sql`
    create table claims.coupon (
      code text primary key check (code = upper(code)),
      type text not null check (type in ('fixed', 'percentage')),
      -- fixed: whole cents; percentage: hundredths of a percent
      amount int not null check (amount >= 0),
      description text not null default '',
      starts_at timestamptz,
      ends_at timestamptz,
      max_uses int check (max_uses > 0),
      uses int not null default 0,
      max_uses_per_person int check (max_uses_per_person > 0),
      active boolean not null default true,
      created_at timestamptz not null,
      check (type = 'fixed' or amount <= 10000),
      check (max_uses is null or uses <= max_uses)
    )`.execute(db);

  // One row a use: the order's id is unique, so a payment told twice redeems once.
  await sql`
    create table claims.coupon_redemption (
      order_key text primary key,
      code text not null references claims.coupon (code),
      user_id char(24) not null,
      redeemed_at timestamptz not null
    )`.execute(db);
  await sql`create index coupon_redemption_user on claims.coupon_redemption (code, user_id)`.execute(db);
}
