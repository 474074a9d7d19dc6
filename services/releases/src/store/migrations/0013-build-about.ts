import { sql, type Kysely } from 'kysely';

/** Origin, size and budget of a build. Builds of before have none. */
export const buildAbout = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table releases.build add column about jsonb`.execute(db);
  },
};
