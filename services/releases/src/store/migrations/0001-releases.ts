import { sql, type Kysely } from 'kysely';

type Db = Kysely<unknown>;

/** Builds, channels, their snapshots, and what holds a remote back. */
async function channels(db: Db): Promise<void> {
  await sql`
    create table releases.build (
      name text not null,
      build_id text not null,
      version text not null,
      owner text not null,
      payload text not null,
      -- origin, size and budget
      about jsonb,
      published_at timestamptz not null,
      published_by text not null,
      primary key (name, build_id)
    );
    create table releases.channel (
      name text primary key,
      number integer not null default 0,
      -- from a copy: sites may have seen numbers that nobody here knows of, and the next one leaves room for them
      is_put_back boolean not null default false,
      -- the signed rules and variants that go with the number; null while nothing rolls out
      rollout jsonb
    );
    create table releases.snapshot (
      channel text not null references releases.channel (name),
      number integer not null,
      key_id text not null,
      signature text not null,
      payload text not null,
      builds jsonb not null,
      kind text not null,
      reason text,
      actor text not null,
      created_at timestamptz not null,
      primary key (channel, number)
    );
    -- A remote that was rolled back stays there until it is promoted again.
    create table releases.hold (
      channel text not null,
      remote text not null,
      from_build text not null,
      to_build text not null,
      reason text not null,
      actor text not null,
      created_at timestamptz not null,
      primary key (channel, remote)
    );
    create table releases.switched_off (
      channel text not null,
      remote text not null,
      build_id text not null,
      reason text not null,
      actor text not null,
      created_at timestamptz not null,
      primary key (channel, remote)
    )`.execute(db);
}

/**
 * Which builds served a remote on a channel, with what was known of them before: the way back is looked up in a row instead of
 * searched for in snapshots. `last_*` is empty while the build serves.
 */
async function served(db: Db): Promise<void> {
  await sql`
    create table releases.served_build (
      channel text not null,
      remote text not null,
      build_id text not null,
      first_number integer not null,
      first_at timestamptz not null,
      since_number integer not null,
      since_at timestamptz not null,
      since_kind text not null,
      last_number integer,
      last_at timestamptz,
      bad_at timestamptz,
      bad_by text,
      bad_reason text,
      -- no open tab may go on showing it: an urgent rollback says so
      is_withdrawn boolean not null default false,
      -- the last snapshot in which everybody had the build; null while they do, and when they never did
      everybody_last integer,
      primary key (channel, remote, build_id)
    );
    create index on releases.served_build (channel, remote, last_number desc nulls first);
    create index on releases.build (name, published_at desc, build_id);
    create index on releases.served_build
      (channel, remote, (coalesce(everybody_last, last_number)) desc nulls first);
    create index served_build_withdrawn on releases.served_build (channel) where is_withdrawn;
    create index served_build_serving on releases.served_build (channel) where last_number is null;
    create index served_build_of on releases.served_build (remote, build_id)`.execute(db);
}

/** Rollouts, cohorts, freezes, promotions to come, and what is set for a channel. A channel without a row has the defaults. */
async function rollouts(db: Db): Promise<void> {
  await sql`
    -- buckets: of 10,000, how many get the new build. next: steps to come. number: of the snapshot
    -- with which it was last changed.
    create table releases.rollout (
      channel text not null,
      remote text not null,
      build_id text not null,
      base_build_id text not null,
      buckets integer not null check (buckets between 0 and 10000),
      salt text not null,
      state text not null check (state in ('running', 'paused')),
      actor text not null,
      started_at timestamptz not null,
      updated_at timestamptz not null,
      next jsonb,
      next_at timestamptz,
      reason text,
      number integer not null default 0,
      cohorts jsonb,
      primary key (channel, remote)
    );
    create table releases.freeze (
      id integer generated always as identity primary key,
      channel text not null,
      starts_at timestamptz not null,
      ends_at timestamptz not null,
      reason text not null,
      actor text not null,
      check (starts_at < ends_at)
    );
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
      note text,
      rollout jsonb
    );
    create index plan_waiting on releases.plan (at) where state = 'waiting';
    create table releases.channel_setting (
      channel text primary key,
      min_groups integer,
      second_person_minutes integer,
      limits jsonb not null default '{}'
    );
    -- secret_hash: of the address, until a browser opens it.
    create table releases.staff_pass (
      id serial primary key,
      channel text not null,
      person text not null,
      secret_hash text unique,
      actor text not null,
      reason text,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      opened_at timestamptz,
      ended_at timestamptz
    )`.execute(db);
}

/** What browsers report of builds. Of those who report digests only, kept for a day; of their errors nothing of a person. */
async function health(db: Db): Promise<void> {
  await sql`
    create table releases.health (
      remote text not null,
      build_id text not null,
      minute timestamptz not null,
      kind text not null,
      sessions integer not null default 0,
      events integer not null default 0,
      total double precision not null default 0,
      primary key (remote, build_id, minute, kind)
    );
    create table releases.health_voice (
      remote text not null,
      build_id text not null,
      voice text not null,
      address_group text not null,
      -- two channels may serve the same build, and it fails on one of them
      channel text not null,
      last_at timestamptz not null,
      failed_at timestamptz,
      -- when a session last reported a web vital, and a poor one
      vital_at timestamptz,
      slow_at timestamptz,
      primary key (remote, build_id, voice)
    );
    create index on releases.health_voice (last_at);
    create table releases.browser_error (
      remote text not null,
      build_id text not null,
      digest text not null,
      kind text not null,
      message text not null,
      cause text,
      frames jsonb not null,
      sessions integer not null,
      events integer not null,
      first_at timestamptz not null,
      last_at timestamptz not null,
      primary key (remote, build_id, digest)
    );
    create index on releases.browser_error (last_at)`.execute(db);
}

/**
 * What is kept of builds and for how long: pins, builds whose files are gone, uploads without a build, and builds whose files
 * are kept. Triggers keep the last table: retention finds the few of years without a look at every one.
 */
async function retention(db: Db): Promise<void> {
  await sql`
    create table releases.pinned_build (
      name text not null,
      build_id text not null,
      reason text not null,
      actor text not null,
      created_at timestamptz not null,
      primary key (name, build_id)
    );
    -- restored_at: published again later; files_removed_at: the store no longer has what only this build needed.
    create table releases.collected_build (
      name text not null,
      build_id text not null,
      collected_at timestamptz not null,
      files_removed_at timestamptz,
      restored_at timestamptz,
      primary key (name, build_id)
    );
    create table releases.upload (
      integrity text primary key,
      bytes integer not null,
      uploader text not null,
      at timestamptz not null
    );
    create index upload_by_uploader on releases.upload (uploader, at);
    create table releases.kept_build (
      name text not null,
      build_id text not null,
      owner text not null,
      published_at timestamptz not null,
      primary key (name, build_id)
    );
    create function releases.note_published() returns trigger language plpgsql as $$ begin
      insert into releases.kept_build values (new.name, new.build_id, new.owner, new.published_at) on conflict do nothing;
      return null;
    end $$;
    create function releases.note_collected() returns trigger language plpgsql as $$ begin
      if new.restored_at is null then
        delete from releases.kept_build where name = new.name and build_id = new.build_id;
      else
        insert into releases.kept_build select name, build_id, owner, published_at from releases.build
        where name = new.name and build_id = new.build_id on conflict do nothing;
      end if;
      return null;
    end $$;
    create trigger build_published after insert on releases.build
    for each row execute function releases.note_published();
    create trigger build_collected after insert or update on releases.collected_build
    for each row execute function releases.note_collected();
    create index on releases.kept_build (published_at)`.execute(db);
}

/** Addresses at which builds are seen before others see them (decision 0222). Of the secret a digest is kept alone. */
async function previews(db: Db): Promise<void> {
  await sql`
    create table releases.preview (
      id integer generated always as identity primary key,
      secret_hash text not null unique,
      channel text not null,
      what text not null,
      signed jsonb not null,
      actor text not null,
      reason text,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      -- the first browser to open it takes it for itself
      is_once boolean not null default false,
      opened_at timestamptz,
      -- of a pull request the address stays while its builds change: of salt and key folder its secret is made again
      team text,
      pull_request integer,
      salt text,
      updated_at timestamptz,
      -- of a build that was never promoted, where two promote: it waits for another person than this one
      needs_confirmation boolean not null default false,
      person text,
      confirmed_by text
    );
    create unique index preview_of_pull_request on releases.preview (channel, team, pull_request)
      nulls not distinct where pull_request is not null`.execute(db);
}

/** What people are told without having asked, and whom (decision 0225). */
async function notices(db: Db): Promise<void> {
  await sql`
    -- key: of what happened, so that two programs which see the same tell it once.
    create table releases.notice (
      id integer generated always as identity primary key,
      key text not null unique,
      channel text not null,
      kind text not null,
      remote text,
      facts jsonb not null,
      created_at timestamptz not null
    );
    create index notice_newest on releases.notice (channel, id desc);
    -- salt: of this and the key folder a webhook's secret is made, which is nowhere. secret_check: of which key folder.
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
    );
    -- place: the address without what is of a person. next_at: when it is due, or was taken to be sent.
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
    );
    create index notice_sending_due on releases.notice_sending (next_at) where state = 'waiting';
    create index notice_sending_of on releases.notice_sending (notice_id);
    create index notice_sending_to on releases.notice_sending (target_id)`.execute(db);
}

/** Tokens, people who may sign in, their sessions, and versions of the trust document that the ledger has an entry of. */
async function people(db: Db): Promise<void> {
  await sql`
    create table releases.token (
      hash text primary key,
      name text not null unique,
      role text not null,
      team text,
      person text,
      created_at timestamptz not null,
      expires_at timestamptz
    );
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
    );
    create table releases.session (
      hash text primary key,
      handle text not null references releases.person (handle),
      created_at timestamptz not null,
      seen_at timestamptz not null,
      expires_at timestamptz not null
    );
    create index session_handle on releases.session (handle);
    create table releases.trust_version (
      version integer primary key,
      noted_at timestamptz not null,
      signed text not null
    )`.execute(db);
}

/** A ledger that only grows, as builds and snapshots do; indexes for its words and its time. */
async function ledger(db: Db): Promise<void> {
  await sql`
    create table releases.ledger (
      seq integer primary key,
      hash text not null unique,
      entry text not null
    );
    create function releases.refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception '% is append-only', tg_table_name;
    end $$`.execute(db);
  for (const table of ['ledger', 'snapshot', 'build']) {
    await sql`
      create trigger append_only before update or delete or truncate on ${sql.id('releases', table)}
      for each statement execute function releases.refuse_change()`.execute(db);
  }
  await sql`
    create index build_newest on releases.build (published_at desc, name desc, build_id desc);
    create index ledger_time on releases.ledger ((substring(entry from '"at":"([^"]*)"')), seq);
    -- Words are found by pg_trgm, which comes with PostgreSQL; where it may not be switched on, every entry is read.
    do $$ begin
      create extension if not exists pg_trgm with schema releases;
      execute format('create index ledger_words on releases.ledger using gin (entry %I.gin_trgm_ops)',
        (select extnamespace::regnamespace from pg_extension where extname = 'pg_trgm'));
    exception when insufficient_privilege or undefined_file or feature_not_supported then null;
    end $$`.execute(db);
}

/** The schema of the first release. */
export async function up(db: Db): Promise<void> {
  for (const area of [channels, served, rollouts, health, retention, previews, notices, people, ledger]) await area(db);
}
