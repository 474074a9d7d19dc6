import { sql, type Kysely } from 'kysely';

/** What a build holds is read from its files when it is asked for: a better scan then sees old builds too. */
export const factsFromFiles = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table releases.build drop column facts`.execute(db);
  },
};
