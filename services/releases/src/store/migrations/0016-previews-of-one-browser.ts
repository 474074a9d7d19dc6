import { sql, type Kysely } from 'kysely';

/** A preview that the first browser to open it takes for itself. */
export const previewsOfOneBrowser = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table releases.preview
        add column is_once boolean not null default false,
        add column opened_at timestamptz`.execute(db);
  },
};
