import { sql, type Kysely } from 'kysely';

/** Errors in browsers by remote and build: few, without anything of a person. */
export const browserErrors = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table releases.browser_error (
        remote text not null,
        build_id text not null,
        digest text not null,
        kind text not null,
        message text not null,
        cause text,
        frames jsonb not null,
        sessions integer not null,
        events integer not null,
        first_at timestamptz not null,
        last_at timestamptz not null,
        primary key (remote, build_id, digest)
      )`.execute(db);
    await sql`create index on releases.browser_error (last_at)`.execute(db);
  },
};
