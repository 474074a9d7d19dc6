import { sql, type Kysely } from 'kysely';

/** What people are told without having asked, and whom (decision 0225). */
export const notices = {
  async up(db: Kysely<unknown>): Promise<void> {
    // key: of what happened, so that two programs which see the same tell it once.
    await sql`
      create table releases.notice (
        id integer generated always as identity primary key,
        key text not null unique,
        channel text not null,
        kind text not null,
        remote text,
        facts jsonb not null,
        created_at timestamptz not null
      )`.execute(db);
    await sql`create index notice_newest on releases.notice (channel, id desc)`.execute(db);
    // salt: of this and the key folder a webhook's secret is made, which is nowhere. secret_check: of which key folder.
    await sql`
      create table releases.notice_target (
        id integer generated always as identity primary key,
        channel text not null,
        team text,
        kind text not null check (kind in ('email', 'webhook')),
        address text not null,
        salt text,
        secret_check text,
        former_salt text,
        former_until timestamptz,
        actor text not null,
        created_at timestamptz not null,
        unique nulls not distinct (channel, team, address)
      )`.execute(db);
    // place: the address without what is of a person. next_at: when it is due, or was taken to be sent.
    await sql`
      create table releases.notice_sending (
        id uuid primary key,
        notice_id integer not null references releases.notice (id) on delete cascade,
        target_id integer references releases.notice_target (id) on delete set null,
        kind text not null,
        place text not null,
        state text not null default 'waiting' check (state in ('waiting', 'sent', 'dead', 'ended')),
        attempts integer not null default 0,
        next_at timestamptz not null,
        error text,
        sent_at timestamptz
      )`.execute(db);
    await sql`create index notice_sending_due on releases.notice_sending (next_at) where state = 'waiting'`.execute(db);
    await sql`create index notice_sending_of on releases.notice_sending (notice_id)`.execute(db);
    await sql`create index notice_sending_to on releases.notice_sending (target_id)`.execute(db);
  },
};
