import type { Kysely } from 'kysely';
import { asRole, type Actor } from '../http/actor.ts';
import { tokenHolder } from '../http/tokens.ts';
import { ReleaseRefusal } from '../refusal.ts';
import type { PersonRow, ReleaseTables } from '../store/schema.ts';

/** A person as the one who asks: `@ann`, with role and team as they are now. */
export const actorOfPerson = ({ handle, name, role, team }: PersonRow): Actor => ({
  name: `@${handle}`,
  role: asRole(role) ?? 'reader',
  team,
  person: name,
});

/**
 * Who holds the token of this name now, or is the person of this handle.
 * @param since - when they wanted what is done now: a person's token that was made later only has the same name
 * @throws {ReleaseRefusal} `TOKEN_UNKNOWN` when the token or the person has ended
 */
export async function holderNamed(
  db: Kysely<ReleaseTables>,
  name: string,
  at: { now: Date; since?: Date },
): Promise<Actor> {
  if (!name.startsWith('@')) return tokenHolder(db, name, at);
  const row = await db
    .selectFrom('releases.person')
    .selectAll()
    .where('handle', '=', name.slice(1))
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw new ReleaseRefusal('TOKEN_UNKNOWN', `${name} has ended.`);
  return actorOfPerson(row);
}
