import { sql, type Kysely } from 'kysely';

/** Builds, snapshots, channels, and a ledger that only grows. */
export const registry = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table releases.build (
        name text not null,
        build_id text not null,
        version text not null,
        owner text not null,
        payload text not null,
        facts jsonb not null,
        published_at timestamptz not null,
        published_by text not null,
        primary key (name, build_id)
      )`.execute(db);
    await sql`
      create table releases.channel (
        name text primary key,
        number integer not null default 0
      )`.execute(db);
    // variant: '' for everybody, or the remotes under rollout whose new build this snapshot serves.
    await sql`
      create table releases.snapshot (
        channel text not null references releases.channel (name),
        number integer not null,
        variant text not null default '',
        key_id text not null,
        signature text not null,
        payload text not null,
        builds jsonb not null,
        kind text not null,
        reason text,
        actor text not null,
        created_at timestamptz not null,
        primary key (channel, number, variant)
      )`.execute(db);
    // A remote that was rolled back stays there until it is promoted again.
    await sql`
      create table releases.hold (
        channel text not null,
        remote text not null,
        from_build text not null,
        to_build text not null,
        reason text not null,
        actor text not null,
        created_at timestamptz not null,
        primary key (channel, remote)
      )`.execute(db);
    await sql`
      create table releases.bad_build (
        channel text not null,
        remote text not null,
        build_id text not null,
        reason text not null,
        created_at timestamptz not null,
        primary key (channel, remote, build_id)
      )`.execute(db);
    await sql`
      create table releases.switched_off (
        channel text not null,
        remote text not null,
        build_id text not null,
        reason text not null,
        actor text not null,
        created_at timestamptz not null,
        primary key (channel, remote)
      )`.execute(db);
    // buckets: of 10,000, how many get the new build. rules: cohorts that get it regardless.
    await sql`
      create table releases.rollout (
        channel text not null,
        remote text not null,
        build_id text not null,
        base_build_id text not null,
        buckets integer not null check (buckets between 0 and 10000),
        salt text not null,
        state text not null check (state in ('running', 'paused')),
        rules jsonb not null default '{}',
        actor text not null,
        started_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (channel, remote)
      )`.execute(db);
    await sql`
      create table releases.freeze (
        id bigint generated always as identity primary key,
        channel text not null,
        starts_at timestamptz not null,
        ends_at timestamptz not null,
        reason text not null,
        actor text not null,
        check (starts_at < ends_at)
      )`.execute(db);
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
      )`.execute(db);
    await sql`
      create table releases.token (
        hash text primary key,
        name text not null unique,
        role text not null,
        team text,
        created_at timestamptz not null,
        expires_at timestamptz
      )`.execute(db);
    await sql`
      create table releases.ledger (
        seq integer primary key,
        hash text not null unique,
        entry text not null
      )`.execute(db);
    await sql`
      create function releases.refuse_change() returns trigger language plpgsql as $$
      begin
        raise exception '% is append-only', tg_table_name;
      end $$`.execute(db);
    for (const table of ['ledger', 'snapshot', 'build']) {
      await sql`
        create trigger append_only before update or delete or truncate on ${sql.id('releases', table)}
        for each statement execute function releases.refuse_change()`.execute(db);
    }
  },
};
