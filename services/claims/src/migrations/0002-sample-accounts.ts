import { sql, type Kysely } from 'kysely';

/** Accounts that were made in a preview: until when they are kept. An account of a claimant has no such time. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table claims.account add column sample_until timestamptz`.execute(db);
  await sql`create index account_sample on claims.account (sample_until) where sample_until is not null`.execute(db);
};
