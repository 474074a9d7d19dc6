import { sql, type Kysely } from 'kysely';

/**
 * Which builds served a remote on a channel, with what was known of them before: the way back is looked up in a row
 * instead of searched for in snapshots. `last_*` is empty while the build serves.
 */
export const servedBuilds = {
  async up(db: Kysely<unknown>): Promise<void> {
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
        primary key (channel, remote, build_id)
      )`.execute(db);
    await sql`create index on releases.served_build (channel, remote, last_number desc nulls first)`.execute(db);
    await sql`create index on releases.build (name, published_at desc, build_id)`.execute(db);
    await sql`
      insert into releases.served_build
      with served as (
        select s.channel, e.key as remote, e.value ->> 'current' as build_id, s.number, s.created_at, s.kind,
          lead(s.created_at) over (partition by s.channel, e.key order by s.number) as left_at,
          lag(e.value ->> 'current') over (partition by s.channel, e.key order by s.number)
            is distinct from e.value ->> 'current' as begins
        from releases.snapshot s, jsonb_each(s.builds) e
        where s.variant = ''
      )
      select v.channel, v.remote, v.build_id, min(v.number), min(v.created_at),
        max(v.number) filter (where v.begins),
        (array_agg(v.created_at order by v.number desc) filter (where v.begins))[1],
        (array_agg(v.kind order by v.number desc) filter (where v.begins))[1],
        case when max(v.number) < c.number then max(v.number) end,
        case when max(v.number) < c.number then (array_agg(v.left_at order by v.number desc))[1] end
      from served v join releases.channel c on c.name = v.channel
      group by v.channel, v.remote, v.build_id, c.number`.execute(db);
    await sql`
      update releases.served_build s
      set bad_at = b.created_at, bad_reason = b.reason,
        bad_by = coalesce(
          (select h.actor from releases.hold h
            where h.channel = b.channel and h.remote = b.remote and h.from_build = b.build_id),
          'unknown')
      from releases.bad_build b
      where s.channel = b.channel and s.remote = b.remote and s.build_id = b.build_id`.execute(db);
    await sql`drop table releases.bad_build`.execute(db);
  },
};
