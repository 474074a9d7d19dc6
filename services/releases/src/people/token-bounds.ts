import type { Role } from '@redress/contracts/release-api';
import { changeRows, rowsWith } from '../store/rows.ts';
import type { PersonRow, Trx } from '../store/schema.ts';
import { personKey } from './same-person.ts';

/** A token reads for its person, or does what they do: never more. */
export const isWithin = (token: { role: string; team: string | null }, person: { role: string; team: string | null }) =>
  token.role === 'reader' || (token.role === person.role && token.team === person.team);

/** @returns somebody registered under this name, also one who was ended */
export const findByName = (trx: Trx, name: string): Promise<PersonRow | undefined> =>
  rowsWith(trx, 'person', { name_key: personKey(name) }).executeTakeFirst();

/**
 * Ends the tokens in a person's name that may more than they do.
 * @param person - `role`: `null` for somebody who may nothing any more
 * @returns names of the tokens
 */
export async function endTokensBeyond(
  trx: Trx,
  person: { name: string; role: Role | null; team: string | null },
): Promise<string[]> {
  const { name, role, team } = person;
  const held = await trx.selectFrom('releases.token').selectAll().where('person', 'is not', null).execute();
  const beyond = held
    .filter((token) => personKey(token.person ?? '') === personKey(name))
    .filter((token) => role === null || !isWithin(token, { role, team }))
    .map((token) => token.name);
  if (beyond.length > 0) await trx.deleteFrom('releases.token').where('name', 'in', beyond).execute();
  return beyond.sort();
}

/** Columns of a person with neither an account of the provider nor an invitation. */
export const NO_ACCOUNT = { email: null, invited_until: null, issuer: null, subject: null };

/** Who they were to the provider is forgotten; handle and name stay with what they did. @returns tokens that ended */
export async function endPersonRow(
  trx: Trx,
  { handle, name, at }: { handle: string; name: string; at: Date },
): Promise<string[]> {
  await changeRows(trx, 'person', { handle }, { ended_at: at, ...NO_ACCOUNT });
  return endTokensBeyond(trx, { name, role: null, team: null });
}
