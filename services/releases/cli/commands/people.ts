import { ROLES, type RegisteredPerson } from '@redress/contracts/release-api';
import { ReleaseRefusal } from '../../src/refusal.ts';
import { said, type Command } from '../command.ts';
import type { Options } from '../options.ts';
import { table } from '../print.ts';

const STATES = { invited: 'invited until', lapsed: 'invitation lapsed', joined: 'last seen', ended: 'ended' } as const;
const day = (at: string | null) => at?.slice(0, 10) ?? '';
const instantOf = ({ state, invitedUntil, endedAt, seenAt }: RegisteredPerson) =>
  day(state === 'ended' ? endedAt : state === 'joined' ? seenAt : invitedUntil);

const print = (people: readonly RegisteredPerson[]) =>
  people.length === 0
    ? 'Nobody is registered: people use tokens.'
    : table([
        ['handle', 'name', 'role', 'team', 'state', 'sessions'],
        ...people.map((person) => [
          `@${person.handle}`,
          person.name,
          person.role,
          person.team ?? '',
          `${STATES[person.state]} ${instantOf(person)}`.trim(),
          String(person.sessions),
        ]),
      ]);

const printChanged = ({ person, tokensEnded }: { person: RegisteredPerson; tokensEnded: readonly string[] }) =>
  [print([person]), ...(tokensEnded.length > 0 ? [`Tokens that ended: ${tokensEnded.join(', ')}.`] : [])].join('\n');

function roleOf({ values }: Options) {
  const role = ROLES.find((known) => known === values.role);
  if (role) return role;
  throw new ReleaseRefusal('REQUEST_INVALID', `--role is one of ${ROLES.join(', ')}.`);
}

/** Who may sign in to the console, and what they may do. */
export const peopleCommand: Command = {
  on: 'releases',
  usage: 'people [add <handle> | change <handle> | end <handle> | sign-out <handle>]',
  about: 'people who sign in to the console: invited, changed and ended by a key holder',
  examples: [
    'people',
    'people add ann --name "Ann Lee" --email ann@example.org --role developer --team team-wizard --as key-holder',
    'people change ann --role release-manager --reason "new task" --as key-holder',
    'people change ann --email ann@example.org --reason "invited anew" --as key-holder',
    'people end ann --reason "left the team" --as key-holder',
    'people sign-out ann --as key-holder',
  ],
  async run({ call }, options) {
    const [act, handle = ''] = options.names;
    const { name = '', email, team } = options.values;
    if (act === undefined) return said(await call('people', {}), print);
    if (act === 'add') {
      const asked = { handle, name, email: email ?? '', role: roleOf(options), team: team ?? null };
      return said(await call('addPerson', asked), printChanged);
    }
    if (act === 'change') {
      const role = options.values.role === undefined ? undefined : roleOf(options);
      const reason = options.reason('Changing a person');
      return said(await call('changePerson', { handle, role, team, email, reason }), printChanged);
    }
    if (act === 'end') {
      return said(await call('endPerson', { handle, reason: options.reason('Ending a person') }), printChanged);
    }
    if (act === 'sign-out') {
      const ended = await call('endSessions', { handle });
      return { json: ended, text: `${ended.ended} sessions of @${handle} have ended.` };
    }
    throw new ReleaseRefusal('REQUEST_INVALID', `There is no \`people ${act}\`: add, change, end or sign-out.`);
  },
};
