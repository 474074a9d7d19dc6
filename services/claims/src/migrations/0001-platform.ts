import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table claims.event (
      id bigint generated always as identity primary key,
      at timestamptz not null,
      kind text not null,
      actor_kind text not null check (actor_kind in ('user', 'visitor', 'operator', 'system')),
      actor_id text,
      subject_kind text not null,
      subject_id text not null,
      request_id text,
      details jsonb not null default '{}'
    )`.execute(db);
  await sql`create index event_subject on claims.event (subject_kind, subject_id, id)`.execute(db);
  await sql`create index event_actor on claims.event (actor_id, id)`.execute(db);

  await sql`
    create table claims.mail (
      id char(24) primary key,
      template text not null,
      sealed bytea,
      dedupe_key text not null unique,
      status text not null check (status in ('waiting', 'sent', 'failed')),
      last_error text,
      attempts int not null default 0,
      created_at timestamptz not null,
      sent_at timestamptz
    )`.execute(db);
  await sql`create index mail_status on claims.mail (status, created_at) where status <> 'sent'`.execute(db);

  // Counters of some minutes: losing them in a crash costs nothing, writing them to the log would.
  await sql`
    create unlogged table claims.rate_limit (
      key text primary key,
      count int not null,
      ends_at timestamptz not null
    )`.execute(db);
  await sql`create index rate_limit_ends_at on claims.rate_limit (ends_at)`.execute(db);

  await sql`
    create table claims.user_session (
      id char(24) primary key,
      user_id char(24) not null,
      token_hash char(64) not null unique,
      visitor_id char(64),
      label text not null,
      created_at timestamptz not null,
      last_seen_at timestamptz not null,
      ends_at timestamptz not null
    )`.execute(db);
  await sql`create index user_session_user on claims.user_session (user_id)`.execute(db);
  await sql`create index user_session_ends_at on claims.user_session (ends_at)`.execute(db);
}
