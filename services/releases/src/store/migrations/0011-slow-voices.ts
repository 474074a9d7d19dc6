import { sql, type Kysely } from 'kysely';

/** When a session last reported a web vital, and a poor one. */
export const slowVoices = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table releases.health_voice add column vital_at timestamptz, add column slow_at timestamptz`.execute(
      db,
    );
  },
};
