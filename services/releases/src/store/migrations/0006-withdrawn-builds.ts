import { sql, type Kysely } from 'kysely';

/** Builds that no open tab may go on showing: an urgent rollback says so. */
export const withdrawnBuilds = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table releases.served_build add column is_withdrawn boolean not null default false`.execute(db);
  },
};
