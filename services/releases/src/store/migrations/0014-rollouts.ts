import { sql, type Kysely } from 'kysely';

/** Rollouts (decision 0218). The table of them was made with the first migration and never used. */
export const rollouts = {
  async up(db: Kysely<unknown>): Promise<void> {
    // next: steps to come. number: of the snapshot with which it was last changed.
    await sql`
      alter table releases.rollout
        add column next jsonb,
        add column next_at timestamptz,
        add column reason text,
        add column number integer not null default 0`.execute(db);
    // The signed rules and variants that go with the channel's number; null while nothing rolls out.
    await sql`alter table releases.channel add column rollout jsonb`.execute(db);
    // A planned promotion to a share of the visitors.
    await sql`alter table releases.plan add column rollout jsonb`.execute(db);
  },
};
