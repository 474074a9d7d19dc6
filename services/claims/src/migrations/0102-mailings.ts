import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table claims.mailing (
      id char(24) primary key,
      letter_id char(24) not null references claims.letter (id),
      order_id char(24) not null references claims.claim_order (id),
      user_id char(24) not null,
      -- 0 is the other side; the others are the extra recipients in the order they were bought
      recipient_no int not null,
      recipient jsonb not null,
      version int not null,
      text_hash char(64) not null,
      pdf_key char(64),
      state text not null check (state in ('waiting', 'mailed', 'in_transit', 'attempted', 'awaiting_pickup', 'delivered',
        'refused', 'unclaimed', 'returned', 'undeliverable', 'rejected')),
      carrier_id text unique,
      tracking_number text,
      expected_delivery date,
      first_tried_at timestamptz,
      accepted_at timestamptz,
      delivered_at timestamptz,
      problem text,
      last_polled_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);
  // One letter for each recipient of an order, whatever is repeated (R19); one the carrier would not take may be sent anew.
  await sql`create unique index mailing_once on claims.mailing (letter_id, recipient_no) where state <> 'rejected'`.execute(
    db,
  );
  await sql`create index mailing_moving on claims.mailing (last_polled_at nulls first) where carrier_id is not null and state not in ('delivered', 'returned', 'rejected')`.execute(
    db,
  );

  await sql`
    create table claims.mailing_event (
      id char(24) primary key,
      mailing_id char(24) not null references claims.mailing (id),
      -- the carrier's id of it, or one made of what it says: told twice is kept once
      event_key text not null,
      name text not null,
      detail text,
      location text,
      at timestamptz not null,
      received_at timestamptz not null,
      unique (mailing_id, event_key)
    )`.execute(db);
  await sql`create index mailing_event_time on claims.mailing_event (mailing_id, at)`.execute(db);
}
