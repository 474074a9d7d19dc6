import type { Actor } from '../src/http/actor.ts';
import type { KeyFolder } from '../src/keys/key-folder.ts';
import { ReleaseRefusal } from '../src/refusal.ts';

/** Whoever holds the file of a token is that person. @throws {ReleaseRefusal} `TOKEN_UNKNOWN` */
export function actorNamed(keys: KeyFolder, tokenName: string): Actor {
  const file = keys.tokens().find(({ name }) => name === tokenName);
  if (!file) throw new ReleaseRefusal('TOKEN_UNKNOWN', `There is no token named ${tokenName}.`);
  return { name: file.name, role: file.role, team: file.team };
}
