import { sql, type Kysely } from 'kysely';

/** Papers are drawn again when the letter's way turns: which version a person holds, and since when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table claims.court_document
      add column version int not null default 1,
      add column made_at timestamptz`.execute(db);
  await sql`update claims.court_document set made_at = created_at`.execute(db);
  await sql`alter table claims.court_document alter column made_at set not null`.execute(db);
}
