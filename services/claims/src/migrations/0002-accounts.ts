import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table claims.account (
      id char(24) primary key,
      email text not null unique,
      -- null: the account has only ever been entered through a provider
      password_hash text,
      email_verified_at timestamptz,
      pending_email text,
      first_name text not null default '',
      last_name text not null default '',
      phone_number text not null default '',
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`create index account_unverified on claims.account (created_at) where email_verified_at is null`.execute(db);
  await sql`
    alter table claims.user_session
      add constraint user_session_account foreign key (user_id) references claims.account (id) on delete cascade`.execute(
    db,
  );

  // One code under way for each purpose, address and browser. A code of another browser is not there to be guessed at.
  await sql`
    create table claims.code (
      id char(24) primary key,
      purpose text not null,
      address_key text not null,
      visitor_id char(64) not null,
      code_hash text not null,
      sealed bytea not null,
      tries int not null default 0,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz,
      unique (purpose, address_key, visitor_id)
    )`.execute(db);
  await sql`create index code_visitor on claims.code (visitor_id, purpose)`.execute(db);
  await sql`create index code_expires_at on claims.code (expires_at)`.execute(db);

  await sql`
    create table claims.trusted_browser (
      account_id char(24) not null references claims.account (id) on delete cascade,
      visitor_id char(64) not null,
      last_sign_in_at timestamptz not null,
      primary key (account_id, visitor_id)
    )`.execute(db);
  await sql`create index trusted_browser_last_sign_in on claims.trusted_browser (last_sign_in_at)`.execute(db);

  await sql`
    create table claims.identity (
      issuer text not null,
      subject text not null,
      account_id char(24) not null references claims.account (id) on delete cascade,
      created_at timestamptz not null,
      primary key (issuer, subject)
    )`.execute(db);
  await sql`create index identity_account on claims.identity (account_id)`.execute(db);

  await sql`
    create table claims.oidc_attempt (
      state_key text primary key,
      visitor_id char(64) not null,
      sealed bytea not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index oidc_attempt_expires_at on claims.oidc_attempt (expires_at)`.execute(db);

  // A sign-in by provider that waits for the proof that the account of its address is the same person's.
  await sql`
    create table claims.pending_link (
      visitor_id char(64) primary key,
      sealed bytea not null,
      expires_at timestamptz not null
    )`.execute(db);

  await sql`
    create table claims.alert (
      id char(24) primary key,
      account_id char(24) not null references claims.account (id) on delete cascade,
      title text not null,
      message text not null,
      link text,
      dedupe_key text not null,
      created_at timestamptz not null,
      dismissed_at timestamptz,
      unique (account_id, dedupe_key)
    )`.execute(db);
  await sql`create index alert_open on claims.alert (account_id, created_at desc) where dismissed_at is null`.execute(
    db,
  );
}
