import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // One order for each claim. It outlives the account: what was paid is kept as tax law asks.
  await sql`
    create table claims.claim_order (
      id char(24) primary key,
      order_number text not null unique,
      form_session_id char(24) not null unique,
      user_id char(24) not null,
      status text not null check (status in ('open', 'paid', 'refunded')),
      package_id text,
      package_title text,
      total_cents int,
      email text not null,
      terms_version text not null,
      created_at timestamptz not null,
      paid_at timestamptz,
      -- the last time somebody or something worked on it: what the sweep looks at
      advanced_at timestamptz,
      problem text
    )`.execute(db);
  await sql`create index claim_order_user on claims.claim_order (user_id, created_at desc)`.execute(db);
  await sql`create index claim_order_paid on claims.claim_order (paid_at) where status = 'paid'`.execute(db);

  // Never changed: what was shown to the buyer at the time.
  await sql`
    create table claims.order_quote (
      id char(24) primary key,
      order_id char(24) not null references claims.claim_order (id),
      package_id text not null,
      package_title text not null,
      package_cents int not null,
      discount_cents int not null,
      coupon_code text,
      recipients jsonb not null default '[]',
      recipients_cents int not null,
      tax_rate double precision not null,
      tax_cents int not null,
      total_cents int not null check (total_cents = package_cents - discount_cents + recipients_cents + tax_cents),
      state_code text not null,
      state_name text not null,
      email text not null,
      terms_version text not null,
      billing jsonb not null default '{}',
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index order_quote_order on claims.order_quote (order_id)`.execute(db);

  await sql`
    create table claims.payment (
      id char(24) primary key,
      order_id char(24) not null references claims.claim_order (id),
      user_id char(24) not null,
      -- what the intent was opened with: the same words under the same key, however often it is tried
      opening_quote_id char(24) not null references claims.order_quote (id),
      quote_id char(24) not null references claims.order_quote (id),
      -- the quote the provider has been told of
      told_quote_id char(24) references claims.order_quote (id),
      intent_id text unique,
      client_secret text,
      status text not null check (status in ('open', 'processing', 'succeeded', 'canceled')),
      charge_id text,
      amount_cents int not null,
      refunded_cents int not null default 0,
      disputed boolean not null default false,
      card_brand text,
      card_last4 text,
      decline_code text,
      receipt_key char(64),
      created_at timestamptz not null,
      succeeded_at timestamptz,
      updated_at timestamptz not null
    )`.execute(db);
  // One payment under way or done for each claim: two tabs, two devices, two cards cannot pay twice.
  await sql`create unique index payment_one_per_order on claims.payment (order_id) where status <> 'canceled'`.execute(
    db,
  );
  await sql`create index payment_user on claims.payment (user_id, created_at desc)`.execute(db);
  await sql`create index payment_unfinished on claims.payment (updated_at) where status in ('open', 'processing')`.execute(
    db,
  );

  // Raw, as it came. Emptied after the time set by the sweep.
  await sql`
    create table claims.provider_event (
      id char(24) primary key,
      provider text not null,
      event_id text not null,
      type text not null,
      subject_id text,
      payload bytea,
      received_at timestamptz not null,
      processed_at timestamptz,
      outcome text,
      unique (provider, event_id)
    )`.execute(db);
  await sql`create index provider_event_open on claims.provider_event (received_at) where processed_at is null`.execute(
    db,
  );
}
