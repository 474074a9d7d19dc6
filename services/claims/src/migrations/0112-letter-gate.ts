import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // What a claimant decided about a sentence of their letter (ruling 34, class B): the last word counts, and is on record.
  await sql`
    create table claims.sentence_choice (
      form_session_id char(24) not null,
      sentence_key text not null,
      user_id char(24) not null,
      choice text not null check (choice in ('keep', 'cut')),
      chosen_at timestamptz not null,
      primary key (form_session_id, sentence_key)
    )`.execute(db);

  // A sentence stopped as a threat (class A) that the claimant calls a fact: an operator looks at it and says which.
  await sql`
    create table claims.sentence_look (
      id char(24) primary key,
      form_session_id char(24) not null,
      user_id char(24) not null,
      sentence text not null,
      sentence_hash char(64) not null,
      state text not null check (state in ('asked', 'withdrawn', 'fact', 'threat')),
      asked_at timestamptz not null,
      decided_at timestamptz,
      decided_by text,
      reason text,
      unique (form_session_id, sentence_hash)
    )`.execute(db);
  await sql`create index sentence_look_asked on claims.sentence_look (asked_at) where state = 'asked'`.execute(db);
}
