import { sql, type Kysely } from 'kysely';

/** A change of a channel asks for what serves and for what is withdrawn, among every build that ever served. */
export const fewOfManyBuilds = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create index served_build_withdrawn on releases.served_build (channel) where is_withdrawn`.execute(db);
    await sql`create index served_build_serving on releases.served_build (channel) where last_number is null`.execute(
      db,
    );
  },
};
