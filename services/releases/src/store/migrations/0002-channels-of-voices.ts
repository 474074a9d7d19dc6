import { sql, type Kysely } from 'kysely';

/** On which channel a session runs a build: two channels may serve the same one, and it fails on one of them. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table releases.health_voice add column channel text not null default ''`.execute(db);
};
