import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table claims.form_session (
      id char(24) primary key,
      -- of a person, or of a browser until somebody signs in there; never of both
      user_id char(24) references claims.account (id) on delete cascade,
      visitor_id char(64),
      form_data jsonb not null default '{}',
      -- what the search looks in: names and labels, lower-case
      search_text text not null default '',
      revision int not null default 0,
      -- ids of the last saves, newest last: one that arrives twice counts once
      save_ids text[] not null default '{}',
      furthest_step text not null default '1',
      package_id text,
      package_title text,
      original_session_id char(24),
      saved_at timestamptz,
      paid_at timestamptz,
      completed_at timestamptz,
      deleted_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      check (user_id is null or visitor_id is null)
    )`.execute(db);
  await sql`create index form_session_user on claims.form_session (user_id, created_at desc, id) where deleted_at is null`.execute(
    db,
  );
  await sql`create index form_session_visitor on claims.form_session (visitor_id) where visitor_id is not null`.execute(
    db,
  );
  await sql`create index form_session_deleted on claims.form_session (deleted_at) where deleted_at is not null`.execute(
    db,
  );
  await sql`create index form_session_stale on claims.form_session (updated_at) where user_id is null`.execute(db);
  // One edit under way for each original, whatever two tabs ask for at once.
  await sql`
    create unique index form_session_open_edit on claims.form_session (original_session_id)
      where original_session_id is not null and completed_at is null and deleted_at is null`.execute(db);

  // Apart from the answers: two hundred times their size, and never changed by typing.
  await sql`
    create table claims.form_signature (
      form_session_id char(24) primary key references claims.form_session (id) on delete cascade,
      png bytea not null,
      png_hash char(64) not null,
      -- digest of the data URL as the browser sent it, and of ours: neither is decoded again when it comes back
      source_hash char(64) not null,
      data_url_hash char(64) not null,
      signed_at timestamptz not null
    )`.execute(db);

  // Which draft a browser is working on.
  await sql`
    create table claims.current_draft (
      visitor_id char(64) primary key,
      form_session_id char(24) not null references claims.form_session (id) on delete cascade,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`create index current_draft_session on claims.current_draft (form_session_id)`.execute(db);
}
