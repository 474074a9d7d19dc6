import { StartRefusal } from '@redress/database';
import type { Db } from './database.ts';
import type { Secrets } from './secrets.ts';

declare module './tables.ts' {
  interface Tables {
    installation: InstallationTable;
  }
}

interface InstallationTable {
  only_one: boolean;
  /** Says which secret codes are hashed and mails are sealed with, and nothing of the secret. */
  secret_digest: string;
}

/**
 * Each process is given the secret by itself. One with another secret would start, refuse the codes of all others and
 * seal mails that none of them can open.
 * @param former - the secret before, after a rotation
 * @param next - the one to come, which other processes may have taken already
 * @throws {StartRefusal} KEYS
 */
export async function refuseOtherSecret(
  db: Db,
  secret: Secrets,
  former: Secrets | null,
  next: Secrets | null = null,
): Promise<void> {
  const digestOf = (secrets: Secrets) => secrets.digest('installation', 'secret');
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('installation')
      .values({ only_one: true, secret_digest: digestOf(secret) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { secret_digest: known } = await trx
      .selectFrom('installation')
      .select('secret_digest')
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (known === digestOf(secret) || (next !== null && known === digestOf(next))) return;
    if (former === null || known !== digestOf(former)) {
      throw new StartRefusal(
        'KEYS',
        'The secret of this process is not the one of its database: set SECRET_FILE to a copy of the file that the other processes read. Where that file is lost: docs/security/keys.md, A key is lost.',
      );
    }
    await trx
      .updateTable('installation')
      .set({ secret_digest: digestOf(secret) })
      .execute();
  });
}
