import { sql, type Kysely } from 'kysely';

/** The zone a person's browser last named: mails say times on that clock (R35). The session's tells when it changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table claims.account add column time_zone text`.execute(db);
  await sql`alter table claims.user_session add column time_zone text`.execute(db);
}
