import { sql, type Kysely } from 'kysely';

/** Cohorts of rollouts (decision 0224), and which builds everybody had, whatever they did since. */
export const cohorts = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table releases.rollout add column cohorts jsonb`.execute(db);
    // everybody_last: the last snapshot in which everybody had the build; null while they do, and when they never did.
    await sql`alter table releases.served_build add column everybody_last integer`.execute(db);
    await sql`
      update releases.served_build b set everybody_last = b.last_number
      where since_kind <> 'rollout'`.execute(db);
    await sql`
      update releases.served_build b set everybody_last = s.number
      from (
        select s.channel, e.key as remote, e.value ->> 'current' as build_id, max(s.number) as number
        from releases.snapshot s, jsonb_each(s.builds) e where s.variant = '' group by 1, 2, 3
      ) s
      where b.since_kind = 'rollout' and s.channel = b.channel and s.remote = b.remote and s.build_id = b.build_id`.execute(
      db,
    );
    await sql`
      create index on releases.served_build
        (channel, remote, (coalesce(everybody_last, last_number)) desc nulls first)`.execute(db);
    // secret_hash: of the address, until a browser opens it.
    await sql`
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
  },
};
