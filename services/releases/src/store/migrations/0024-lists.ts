import { sql, type Kysely } from 'kysely';

/**
 * Lists of the console among 100,000 rows: builds of all remotes by time, entries of the ledger by their words and by their
 * time. Words are found by pg_trgm, which comes with PostgreSQL; where it may not be switched on, every entry is read.
 */
export const lists = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create index build_newest on releases.build (published_at desc, name desc, build_id desc)`.execute(db);
    await sql`
      create index ledger_time on releases.ledger ((substring(entry from '"at":"([^"]*)"')), seq)`.execute(db);
    await sql`
      do $$ begin
        create extension if not exists pg_trgm with schema releases;
        execute format('create index ledger_words on releases.ledger using gin (entry %I.gin_trgm_ops)',
          (select extnamespace::regnamespace from pg_extension where extname = 'pg_trgm'));
      exception when insufficient_privilege or undefined_file or feature_not_supported then null;
      end $$`.execute(db);
  },
};
