import { sql, type Kysely } from 'kysely';

/** Addresses at which builds are seen before others see them (decision 0222). Of the secret a digest is kept alone. */
export const previews = {
  async up(db: Kysely<unknown>): Promise<void> {
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
        expires_at timestamptz not null
      )`.execute(db);
  },
};
