import { sql, type Kysely } from 'kysely';

/**
 * A made-up migration of a next release: the first half of a rename (decision 0213). The rules about migrations and
 * `npm run cluster -- drill upgrade` are tried with it; no program applies it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table claims.account add column given_name text`.execute(db);
  await sql`update claims.account set given_name = first_name`.execute(db);
  await sql`
    create function claims.keep_given_name() returns trigger language plpgsql as $$ begin
      new.given_name := new.first_name;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger keep_given_name before insert or update on claims.account
    for each row execute function claims.keep_given_name()`.execute(db);
}
