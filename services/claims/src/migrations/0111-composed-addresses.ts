import { sql, type Kysely } from 'kysely';

/**
 * Addresses are composed (NFC) from now on. An account whose composed address is another account's already keeps its
 * own spelling: joining two accounts is nothing a migration may decide.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update claims.account a set email = normalize(email, NFC)
    where email <> normalize(email, NFC)
      and not exists (select from claims.account b where b.email = normalize(a.email, NFC) and b.id <> a.id)
      and a.id = (
        select min(c.id) from claims.account c where normalize(c.email, NFC) = normalize(a.email, NFC)
      )`.execute(db);
  await sql`update claims.account set pending_email = normalize(pending_email, NFC) where pending_email is not null`.execute(
    db,
  );
}
