import { sql, type Kysely } from 'kysely';

/** People who may sign in, and their sessions. */
export const people = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table releases.person (
        handle text primary key,
        name text not null,
        name_key text not null unique,
        role text not null,
        team text,
        email text unique,
        invited_until timestamptz,
        issuer text,
        subject text,
        created_at timestamptz not null,
        ended_at timestamptz,
        unique (issuer, subject)
      )`.execute(db);
    await sql`
      create table releases.session (
        hash text primary key,
        handle text not null references releases.person (handle),
        created_at timestamptz not null,
        seen_at timestamptz not null,
        expires_at timestamptz not null
      )`.execute(db);
    await sql`create index session_handle on releases.session (handle)`.execute(db);
  },
};
