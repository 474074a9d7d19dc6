import { createTokens } from '../http/tokens.ts';
import { teamsOf } from '../keys/ownership.ts';
import type { ReleaseCore } from '../release-core.ts';
import type { ReleaseOperations } from '../release-operations.ts';
import { createPeople } from './people.ts';

export function peopleOperations({ db, keys, now }: ReleaseCore) {
  const people = createPeople(db, now);
  const tokens = createTokens(db, now);
  return {
    teams: () => Promise.resolve(teamsOf(keys.trust())),
    people: (_input, actor) => people.list(actor),
    addPerson: people.add,
    changePerson: people.change,
    endPerson: people.end,
    endSessions: people.endSessions,
    tokens: tokens.list,
    addToken: tokens.add,
    rotateToken: tokens.rotate,
    endToken: tokens.end,
  } satisfies Partial<ReleaseOperations>;
}
