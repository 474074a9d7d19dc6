import {
  ROLES,
  type RegisteredPerson,
  type ReleaseTeam,
  type Role,
  type TokenSummary,
} from '@redress/contracts/release-api';
import { act, type Act, type ActField, type Typed } from './act.ts';

export const ROLE_NAMES: Record<Role, string> = {
  reader: 'Reader',
  developer: 'Developer',
  'release-manager': 'Release manager',
  'key-holder': 'Key holder',
};
const READER = { role: 'reader' };
const DAYS: ActField = { key: 'days', label: 'Days until it ends', kind: 'number' };

const roleOf = (of: Typed['of']): Role => ROLES.find((known) => known === of('role')) ?? 'reader';
/** A role, and for a developer a team. */
const rightsOf = ({ of }: Typed) => ({
  role: roleOf(of),
  team: roleOf(of) === 'developer' ? of('team') || null : null,
});
const rights = ({ of }: Typed, teams: readonly ReleaseTeam[]): ActField[] => [
  {
    key: 'role',
    label: 'Role',
    kind: 'choice',
    options: ROLES.map((role) => ({ value: role, label: ROLE_NAMES[role] })),
  },
  ...(roleOf(of) === 'developer'
    ? [
        {
          key: 'team',
          label: 'Team',
          kind: 'choice' as const,
          options: [{ value: '', label: 'No team' }, ...teams.map(({ name }) => ({ value: name, label: name }))],
        },
      ]
    : []),
];
const tokensEnded = (names: readonly string[]) =>
  names.length === 0 ? '' : ` Tokens that ended: ${names.join(', ')}.`;
const issued = ({ name, token }: { name: string; token: string }) => ({
  text: `The token ${name} has a secret.`,
  secret: { name, lead: 'This secret is shown once. Copy it now.', value: token },
});

/** Lets somebody in who has not been here before. */
export const invite = (teams: readonly ReleaseTeam[]): Act =>
  act({
    call: 'addPerson',
    action: 'Invite a person',
    lead: 'For two weeks, whoever signs in with this verified address becomes this person.',
    values: READER,
    fields: (typed) => [
      { key: 'name', label: 'Name' },
      { key: 'handle', label: 'Handle (as the ledger writes it: @ann)' },
      { key: 'email', label: 'E-mail address at the provider' },
      ...rights(typed, teams),
    ],
    request: (typed) => ({
      handle: typed.of('handle'),
      name: typed.of('name'),
      email: typed.of('email'),
      ...rightsOf(typed),
    }),
    done: ({ tokensEnded: ended }, { of }) => `${of('name')} is invited as @${of('handle')}.${tokensEnded(ended)}`,
  });

/** Gives a person other rights, or a way in by another address. */
export const changePerson = ({ handle, name, role, team }: RegisteredPerson, teams: readonly ReleaseTeam[]): Act =>
  act({
    call: 'changePerson',
    title: `Change: ${name}`,
    action: 'Change',
    lead: 'Their sessions end at once, and so do tokens that may more than the new role.',
    isGrave: true,
    values: { role, team: team ?? '' },
    fields: (typed) => [...rights(typed, teams), { key: 'email', label: 'Invite anew by (empty: as they joined)' }],
    request: (typed) => ({
      handle,
      ...rightsOf(typed),
      ...(typed.of('email').trim() === '' ? {} : { email: typed.of('email') }),
    }),
    done: ({ tokensEnded: ended }, { of }) =>
      `${name} is ${ROLE_NAMES[roleOf(of)].toLowerCase()} now.${tokensEnded(ended)}`,
  });

/** Lets somebody in no more. */
export const endPerson = ({ handle, name }: RegisteredPerson): Act =>
  act({
    call: 'endPerson',
    title: `End: ${name}`,
    action: 'End',
    lead: 'They are signed out everywhere at once, and their tokens end.',
    isGrave: true,
    request: () => ({ handle }),
    done: ({ tokensEnded: ended }) => `${name} has ended.${tokensEnded(ended)}`,
  });

export const endSessions = ({ handle, name }: RegisteredPerson): Act =>
  act({
    call: 'endSessions',
    title: `Sign out everywhere: ${name}`,
    action: 'Sign out everywhere',
    lead: 'Every session of theirs ends at once, in every browser. They may sign in again.',
    isGrave: true,
    request: () => ({ handle }),
    done: ({ ended }) => `${name}: ${ended === 1 ? '1 session has' : `${ended} sessions have`} ended.`,
  });

/** A token for a person: what it may is what they may, or to read. */
export const giveToken = (people: readonly RegisteredPerson[], teams: readonly ReleaseTeam[]): Act =>
  act({
    call: 'addToken',
    action: 'Give a token',
    values: { ...READER, days: '90' },
    fields: (typed) => [
      {
        key: 'person',
        label: 'Whose it is',
        options: people.map(({ name }) => ({ value: name, label: name })),
        fills: (chosen) => {
          const known = people.find(({ name }) => name === chosen);
          return known ? { role: known.role, team: known.team ?? '' } : {};
        },
      },
      { key: 'name', label: 'Name of the token' },
      ...rights(typed, teams),
      DAYS,
    ],
    request: (typed) => ({
      name: typed.of('name'),
      person: typed.of('person'),
      days: Number(typed.of('days')),
      ...rightsOf(typed),
    }),
    done: issued,
  });

/** The same token with another secret. */
export const rotateToken = ({ name }: TokenSummary): Act =>
  act({
    call: 'rotateToken',
    title: `New secret: ${name}`,
    action: 'New secret',
    lead: 'The secret that is in use ends at once.',
    values: { days: '90' },
    fields: () => [DAYS],
    request: ({ of }) => ({ name, days: Number(of('days')) }),
    done: issued,
  });

export const endToken = ({ name }: TokenSummary): Act =>
  act({
    call: 'endToken',
    title: `End: ${name}`,
    action: 'End',
    lead: 'Whoever uses it is refused from now on.',
    isGrave: true,
    request: () => ({ name }),
    done: () => `The token ${name} has ended.`,
  });
