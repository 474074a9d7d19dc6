import { sql, type Kysely } from 'kysely';

/** Promotions to come, and what is set for a channel. A channel without a row is as it was before. */
export const plans = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table releases.plan (
        id integer generated always as identity primary key,
        channel text not null,
        builds jsonb not null,
        at timestamptz,
        needs_confirmation boolean not null,
        confirmed_by text,
        expires_at timestamptz,
        reason text,
        is_override boolean not null,
        seen integer not null,
        actor text not null,
        person text,
        created_at timestamptz not null,
        state text not null check (state in ('waiting', 'done', 'refused', 'ended', 'expired')),
        number integer,
        note text
      )`.execute(db);
    await sql`create index plan_waiting on releases.plan (at) where state = 'waiting'`.execute(db);
    await sql`
      create table releases.channel_setting (
        channel text primary key,
        min_groups integer,
        second_person_minutes integer,
        limits jsonb not null default '{}'
      )`.execute(db);
  },
};
