import { sql, type Kysely } from 'kysely';

/**
 * A made-up migration of a next release: the first half of a rename (decision 0213). The rules about migrations and
 * `npm run cluster -- drill upgrade` are tried with it; no program applies it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table releases.served_build add column serves_since timestamptz`.execute(db);
  await sql`update releases.served_build set serves_since = since_at`.execute(db);
  await sql`
    create function releases.keep_serves_since() returns trigger language plpgsql as $$ begin
      new.serves_since := new.since_at;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger keep_serves_since before insert or update on releases.served_build
    for each row execute function releases.keep_serves_since()`.execute(db);
}
