import type { Role } from '@redress/contracts/release-api';
import type { Kysely } from 'kysely';
import { systemActor } from '../http/actor.ts';
import type { ReleaseTables } from '../store/schema.ts';
import { createPeople } from './people.ts';

/** An account of the sandbox's provider, and what it may do. */
export interface Operator {
  handle: string;
  name: string;
  email: string;
  role: Role;
  team: string | null;
}

/** On a machine of one's own people can sign in without anybody inviting them first. Done once: whoever is ended stays so. */
export async function inviteOperators(
  db: Kysely<ReleaseTables>,
  now: () => Date,
  operators: readonly Operator[],
): Promise<void> {
  if (operators.length === 0) return;
  const known = await db.selectFrom('releases.person').select('handle').limit(1).executeTakeFirst();
  if (known) return;
  for (const operator of operators) await createPeople(db, now).add(operator, systemActor('start'));
}
