import { asRole, type Actor } from '../http/actor.ts';
import { tokenHolder } from '../http/tokens.ts';
import { ReleaseRefusal } from '../refusal.ts';
import { rowsWith } from '../store/rows.ts';
import type { Db, PersonRow } from '../store/schema.ts';

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
export async function holderNamed(db: Db, name: string, at: { now: Date; since?: Date }): Promise<Actor> {
  if (!name.startsWith('@')) return tokenHolder(db, name, at);
  const row = await rowsWith(db, 'person', { handle: name.slice(1), ended_at: null }).executeTakeFirst();
  if (!row) throw new ReleaseRefusal('TOKEN_UNKNOWN', `${name} has ended.`);
  return actorOfPerson(row);
}
