import { sql, type Kysely } from 'kysely';

/** Groups of accounts, which builds roll out to (docs/decisions/0224-cohorts-are-fields-of-a-rule.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table claims.account_group (
      account_id char(24) not null references claims.account (id) on delete cascade,
      name text not null,
      created_at timestamptz not null,
      primary key (account_id, name)
    )`.execute(db);
  await sql`create index account_group_name on claims.account_group (name, account_id)`.execute(db);
}
