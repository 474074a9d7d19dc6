import { sql, type Kysely } from 'kysely';

/** What is kept of builds and for how long: pins, builds whose files are gone, uploads without a build. */
export const retention = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table releases.pinned_build (
        name text not null,
        build_id text not null,
        reason text not null,
        actor text not null,
        created_at timestamptz not null,
        primary key (name, build_id)
      )`.execute(db);
    // restored_at: published again later; files_removed_at: the store no longer has what only this build needed.
    await sql`
      create table releases.collected_build (
        name text not null,
        build_id text not null,
        collected_at timestamptz not null,
        files_removed_at timestamptz,
        restored_at timestamptz,
        primary key (name, build_id)
      )`.execute(db);
    await sql`
      create table releases.upload (
        integrity text primary key,
        bytes integer not null,
        uploader text not null,
        at timestamptz not null
      )`.execute(db);
    await sql`create index upload_by_uploader on releases.upload (uploader, at)`.execute(db);
  },
};
