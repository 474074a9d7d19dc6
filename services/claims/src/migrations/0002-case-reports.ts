import { sql, type Kysely } from 'kysely';

/** What claimants report of their cases (R47). Rows are added, never changed: a report that was wrong stays on record. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table claims.case_report (
      form_session_id char(24) not null references claims.form_session (id) on delete cascade,
      -- counts the reports of a case from 1: of two that were made on the same ledger one is refused
      no int not null check (no > 0),
      -- made by the page: the same report again is no other one
      id char(24) not null,
      kind text not null check (kind in ('none', 'all', 'part', 'withdraw', 'close', 'open', 'court',
        'offer', 'dispute', 'not_them', 'signed')),
      -- of an offer each part and the day of the first one; of a court the sum of its judgment and its hearing
      cents int check (cents > 0),
      day date,
      now_cents int check (now_cents >= 0),
      now_day date,
      every text,
      -- reasons of a dispute
      words text,
      -- of a court: as its papers say
      case_number text,
      served_day date,
      judgment_day date,
      replaces char(24),
      reason text,
      -- how the case is closed after it, as the domain says; null: it is open. Lists read it.
      closed_as text,
      created_at timestamptz not null,
      primary key (form_session_id, no),
      unique (form_session_id, id)
    )`.execute(db);

  // What its person was reminded of: the row is the mark that makes it once (R47).
  await sql`
    create table claims.case_reminder (
      form_session_id char(24) not null references claims.form_session (id) on delete cascade,
      kind text not null,
      day date not null,
      -- days from that day: -7, -1, 0 or 1
      off int not null,
      -- while its mail waits, when it was made
      sent_at timestamptz not null,
      primary key (form_session_id, kind, day, off)
    )`.execute(db);
  await sql`create index case_reminder_sent on claims.case_reminder (sent_at)`.execute(db);
  // A case whose days can be read by a signed address; a row that goes takes its address with it.
  await sql`
    create table claims.case_calendar (
      form_session_id char(24) primary key references claims.form_session (id) on delete cascade,
      nonce char(24) not null
    )`.execute(db);
  // A person's means, for one paper alone: sealed, and gone thirty days after they were given.
  await sql`
    create table claims.fee_figures (
      form_session_id char(24) primary key references claims.form_session (id) on delete cascade,
      sealed bytea not null,
      given_at timestamptz not null
    )`.execute(db);
  await sql`create index fee_figures_given on claims.fee_figures (given_at)`.execute(db);
}
