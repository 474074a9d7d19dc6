import type { RegisteredPerson, ReleaseTeam, TokenSummary } from '@redress/contracts/release-api';
import { Badge } from '@redress/ui';
import { useCallback } from 'react';
import { ActButton } from './acts/act-button.tsx';
import {
  changePerson,
  endPerson,
  endSessions,
  endToken,
  giveToken,
  invite,
  ROLE_NAMES,
  rotateToken,
} from './acts/people-acts.ts';
import { useConsole } from './console-context.ts';
import styles from './console.module.css';
import { List, type Columns } from './list.tsx';
import { Instant } from './parts.tsx';
import { useLoaded } from './use-loaded.ts';

const TONES = { invited: 'pending', lapsed: 'neutral', joined: 'success', ended: 'neutral' } as const;
const STATES = { invited: 'Invited', lapsed: 'Invitation lapsed', joined: 'Joined', ended: 'Ended' };

const rightsOf = ({ role, team }: Pick<RegisteredPerson, 'role' | 'team'>) =>
  [ROLE_NAMES[role], team].filter(Boolean).join(', ');
const sessionsOf = ({ state, sessions }: RegisteredPerson) =>
  state !== 'joined' ? '' : sessions === 0 ? 'signed out' : sessions === 1 ? '1 session' : `${sessions} sessions`;

const When = ({ word, at }: { word: string; at: string | null }) =>
  at && (
    <>
      {' '}
      {word} <Instant at={at} />
    </>
  );

const PEOPLE: Columns<RegisteredPerson> = {
  Name: ({ name }) => name,
  Handle: ({ handle }) => `@${handle}`,
  Role: rightsOf,
  State: (person) => (
    <>
      <Badge tone={TONES[person.state]}>{STATES[person.state]}</Badge> {person.email} {sessionsOf(person)}
      <When word="until" at={person.invitedUntil} />
      <When word="last seen" at={person.seenAt} />
      <When word="since" at={person.endedAt} />
    </>
  ),
};

const TOKENS: Columns<TokenSummary> = {
  'Name of the token': ({ name }) => name,
  'Whose it is': ({ person }) => person ?? 'key folder',
  Role: rightsOf,
  Made: ({ createdAt }) => <Instant at={createdAt} />,
  Ends: ({ expiresAt }) => (expiresAt ? <Instant at={expiresAt} /> : 'with its file'),
};

const teamsOf = (people: readonly RegisteredPerson[]): Columns<ReleaseTeam> => ({
  Team: ({ name }) => name,
  Remotes: ({ remotes }) => remotes.join(', '),
  People: ({ name }) =>
    people
      .filter(({ team, state }) => team === name && state !== 'ended')
      .map((person) => person.name)
      .join(', '),
});

/** Who may do what: people by their sign-in, and the tokens that programs and people hold. */
export function PeopleView() {
  const { api, person: asking } = useConsole();
  const load = useCallback(async () => {
    const [people, tokens, teams] = await Promise.all([api('people', {}), api('tokens', {}), api('teams', {})]);
    return { people, tokens, teams };
  }, [api]);
  const of = useLoaded(load);
  const { people, tokens, teams } = of.data ?? {};
  const isKeyHolder = asking.role === 'key-holder';
  const isOwn = ({ name, person }: TokenSummary) =>
    asking.name === name || (asking.name.startsWith('@') && asking.person === person);
  const current = people?.filter(({ state }) => state !== 'ended') ?? [];
  return (
    <>
      <p className={styles['soft']}>
        The provider says who somebody is. What they may do stands here, and key holders set it.
      </p>
      <List
        heading="People"
        begin={isKeyHolder && <ActButton variant="primary" act={invite(teams ?? [])} />}
        caption="People who may sign in"
        of={of}
        rows={people}
        rowKey={({ handle }) => handle}
        columns={PEOPLE}
        empty="Nobody is registered: people use tokens."
        forReaders
        buttons={(person) =>
          person.state !== 'ended' && (
            <>
              {isKeyHolder && <ActButton of={person.name} act={changePerson(person, teams ?? [])} />}
              {isKeyHolder && <ActButton of={person.name} act={endPerson(person)} />}
              {person.sessions > 0 && (isKeyHolder || asking.name === `@${person.handle}`) && (
                <ActButton of={person.name} act={endSessions(person)} />
              )}
            </>
          )
        }
      />
      <List
        heading="Tokens"
        begin={isKeyHolder && <ActButton act={giveToken(current, teams ?? [])} />}
        caption="Tokens in force, without their secrets"
        of={of}
        rows={tokens}
        rowKey={({ name }) => name}
        columns={TOKENS}
        empty="There is no token."
        forReaders
        buttons={(token) =>
          token.person !== null &&
          (isKeyHolder || isOwn(token)) && (
            <>
              <ActButton of={token.name} act={rotateToken(token)} />
              <ActButton of={token.name} act={endToken(token)} />
            </>
          )
        }
      />
      <List
        heading="Teams"
        caption="Teams of the trust document, and what they own"
        of={of}
        rows={teams}
        rowKey={({ name }) => name}
        columns={teamsOf(people ?? [])}
        empty="No team has a key yet."
      />
    </>
  );
}
