import { sql, type Kysely } from 'kysely';

/** Previews whose address stays while their builds change. */
export const previewsOfPullRequests = {
  async up(db: Kysely<unknown>): Promise<void> {
    // salt: of this and the key folder the secret of such an address is made, so that it can be shown again.
    await sql`
      alter table releases.preview
        add column team text,
        add column pull_request integer,
        add column salt text,
        add column updated_at timestamptz`.execute(db);
    // Programs of the release before go on: they write no `pull_request`, and the index holds none of their rows.
    await sql`
      create unique index preview_of_pull_request on releases.preview (channel, team, pull_request)
        nulls not distinct where pull_request is not null`.execute(db);
  },
};
