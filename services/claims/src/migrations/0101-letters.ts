import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // The answers as they stood when a letter was made from them, and what was declared with the signature.
  await sql`
    create table claims.claim_snapshot (
      id char(24) primary key,
      form_session_id char(24) not null,
      answers jsonb not null,
      answers_hash char(64) not null,
      signature_key char(64),
      signed_at timestamptz,
      declaration text not null,
      created_at timestamptz not null,
      unique (form_session_id, answers_hash)
    )`.execute(db);

  await sql`
    create table claims.letter (
      id char(24) primary key,
      form_session_id char(24) not null unique,
      user_id char(24) not null,
      order_id char(24) references claims.claim_order (id),
      -- for an update made after posting: the letter it began as
      original_letter_id char(24) references claims.letter (id),
      state text not null check (state in ('draft', 'approved', 'posting', 'posted', 'copy', 'problem')),
      version int not null,
      approved_version int,
      approved_hash char(64),
      approved_at timestamptz,
      -- new with every approval: a job of an approval that was taken back does nothing
      approval_id char(24),
      window_ends_at timestamptz,
      posting_since timestamptz,
      posted_at timestamptz,
      posted_version int,
      problem text,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      check (state not in ('approved', 'posting', 'posted') or approved_hash is not null)
    )`.execute(db);
  await sql`create index letter_user on claims.letter (user_id, created_at desc, id)`.execute(db);
  await sql`create index letter_window on claims.letter (window_ends_at) where state = 'approved'`.execute(db);
  await sql`create index letter_posting on claims.letter (posting_since) where state = 'posting'`.execute(db);

  // Rows are added, never changed; only the file made from a row is noted in it.
  await sql`
    create table claims.letter_version (
      letter_id char(24) not null references claims.letter (id) on delete cascade,
      version int not null,
      origin text not null check (origin in ('composed', 'edited', 'restored', 'updated')),
      text text not null,
      text_hash char(64) not null,
      parts jsonb,
      headings text[] not null default '{}',
      signer_name text not null,
      snapshot_id char(24) not null references claims.claim_snapshot (id),
      drafting jsonb,
      pdf_key char(64),
      pdf_pages int,
      created_at timestamptz not null,
      primary key (letter_id, version)
    )`.execute(db);
}
