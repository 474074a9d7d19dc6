import { sql, type Kysely } from 'kysely';

/**
 * Builds whose files are kept: few of those of years, which retention found by a look at every one. Triggers keep the table,
 * so that programs of the release before, which do not know it, keep it as well.
 */
export const keptBuilds = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table releases.kept_build (
        name text not null,
        build_id text not null,
        owner text not null,
        published_at timestamptz not null,
        primary key (name, build_id)
      )`.execute(db);
    await sql`
      create function releases.note_published() returns trigger language plpgsql as $$ begin
        insert into releases.kept_build values (new.name, new.build_id, new.owner, new.published_at) on conflict do nothing;
        return null;
      end $$`.execute(db);
    await sql`
      create function releases.note_collected() returns trigger language plpgsql as $$ begin
        if new.restored_at is null then
          delete from releases.kept_build where name = new.name and build_id = new.build_id;
        else
          insert into releases.kept_build select name, build_id, owner, published_at from releases.build
          where name = new.name and build_id = new.build_id on conflict do nothing;
        end if;
        return null;
      end $$`.execute(db);
    await sql`
      create trigger build_published after insert on releases.build
      for each row execute function releases.note_published()`.execute(db);
    await sql`
      create trigger build_collected after insert or update on releases.collected_build
      for each row execute function releases.note_collected()`.execute(db);
    await sql`
      insert into releases.kept_build select name, build_id, owner, published_at from releases.build b
      where not exists (select from releases.collected_build c
        where c.name = b.name and c.build_id = b.build_id and c.restored_at is null)`.execute(db);
    await sql`create index on releases.kept_build (published_at)`.execute(db);
    await sql`create index served_build_of on releases.served_build (remote, build_id)`.execute(db);
  },
};
