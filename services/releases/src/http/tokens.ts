import { createHash } from 'node:crypto';
import { ROLES, type Role } from '@redress/contracts/release-api';
import type { Kysely } from 'kysely';
import type { KeyFolder } from '../keys/key-folder.ts';
import { ReleaseRefusal } from '../refusal.ts';
import type { ReleaseTables } from '../store/schema.ts';
import type { Actor } from './actor.ts';

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Makes the tokens of the key folder valid, and ends those whose file is gone. The table holds hashes only. */
export async function syncTokens(db: Kysely<ReleaseTables>, keys: KeyFolder, now: Date): Promise<void> {
  const files = keys.tokens().map(({ name, role, team, token }) => ({ hash: hashOf(token), name, role, team }));
  await db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('releases.token')
      .where('expires_at', 'is', null)
      .$if(files.length > 0, (query) =>
        query.where(
          'hash',
          'not in',
          files.map(({ hash }) => hash),
        ),
      )
      .execute();
    for (const row of files) {
      await trx
        .insertInto('releases.token')
        .values({ ...row, created_at: now, expires_at: null })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  });
}

/**
 * @param header - value of `Authorization`
 * @throws {ReleaseRefusal} `TOKEN_UNKNOWN`
 */
export async function actorOf(db: Kysely<ReleaseTables>, header: string | undefined, now: Date): Promise<Actor> {
  const token = /^Bearer ([\w-]{20,100})$/.exec(header ?? '')?.[1];
  const row =
    token === undefined
      ? undefined
      : await db.selectFrom('releases.token').selectAll().where('hash', '=', hashOf(token)).executeTakeFirst();
  const isValid = row && (row.expires_at === null || row.expires_at > now);
  const role = ROLES.find((known): known is Role => known === row?.role);
  if (!isValid || !role) throw new ReleaseRefusal('TOKEN_UNKNOWN', 'This needs a release token.');
  return { name: row.name, role, team: row.team };
}
