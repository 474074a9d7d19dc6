import { sql, type Kysely } from 'kysely';

/** The mailings of a letter, and for each recipient the newest: the unique index leaves out those that were refused. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index mailing_letter on claims.mailing (letter_id, recipient_no, created_at desc)`.execute(db);
}
