import { sql, type Kysely } from 'kysely';

/** The trust document as it was signed: a process with other keys is told from one with a later document. */
export const trustDocuments = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table releases.trust_version add column signed text`.execute(db);
  },
};
