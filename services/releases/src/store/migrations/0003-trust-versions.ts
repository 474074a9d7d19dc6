import { sql, type Kysely } from 'kysely';

/** Versions of the trust document that the ledger has an entry of. */
export const trustVersions = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table releases.trust_version (
        version integer primary key,
        noted_at timestamptz not null
      )`.execute(db);
  },
};
