import { sql, type Kysely } from 'kysely';

/** What every process on this database has in common; at most one row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table claims.installation (
      only_one boolean primary key default true check (only_one),
      secret_digest text not null
    )`.execute(db);
}
