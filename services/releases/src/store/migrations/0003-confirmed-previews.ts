import { sql, type Kysely } from 'kysely';

/** A preview of a build that was never promoted waits for another person, where two promote. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table releases.preview
      add column needs_confirmation boolean not null default false,
      add column person text,
      add column confirmed_by text`.execute(db);
};
