import { sql, type Kysely } from 'kysely';

/** Who reported of a build, once over all kinds of reports: digests only, kept for a day. */
export const healthVoices = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table releases.health_voice (
        remote text not null,
        build_id text not null,
        voice text not null,
        address_group text not null,
        last_at timestamptz not null,
        failed_at timestamptz,
        primary key (remote, build_id, voice)
      )`.execute(db);
    await sql`create index on releases.health_voice (last_at)`.execute(db);
  },
};
