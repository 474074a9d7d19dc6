import { sql, type Kysely } from 'kysely';

/** Tokens of people beside those of the key folder: given to a person, for a time. */
export const tokensOfPeople = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table releases.token add column person text`.execute(db);
  },
};
