import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Null in versions written before: their day is worked out from when they were composed.
  await sql`alter table claims.letter_version add column letter_day date, add column pay_by date`.execute(db);
  await sql`alter table claims.letter_version drop constraint letter_version_origin_check`.execute(db);
  await sql`
    alter table claims.letter_version add constraint letter_version_origin_check
      check (origin in ('composed', 'edited', 'restored', 'updated', 'redated'))`.execute(db);
}
