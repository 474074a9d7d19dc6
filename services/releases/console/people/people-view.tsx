import type { RegisteredPerson, ReleaseTeam, TokenSummary } from '@redress/contracts/release-api';
import { Badge, Button, EmptyState, LoadError, Notice, announce } from '@redress/ui';
import { DataTable, type Column } from '@redress/ui/data';
import { useCallback, useState } from 'react';
import type { ReleaseRefusal } from '../../src/refusal.ts';
import { useConsole } from '../console-context.ts';
import styles from '../console.module.css';
import { Instant } from '../instant.tsx';
import { useLoaded } from '../use-loaded.ts';
import { texts } from '../texts.ts';
import { peopleTexts } from './people-texts.ts';
import { ChangePerson, EndPerson, InvitePerson } from './person-dialogs.tsx';
import { SecretOnce } from './secret-once.tsx';
import { EndToken, GiveToken, RotateToken } from './token-dialogs.tsx';

type Act =
  | { kind: 'invite' | 'give' }
  | { kind: 'change' | 'end'; person: RegisteredPerson }
  | { kind: 'rotate' | 'end-token'; token: TokenSummary };

const TONES = { invited: 'pending', lapsed: 'neutral', joined: 'success', ended: 'neutral' } as const;
const rightsOf = ({ role, team }: Pick<RegisteredPerson, 'role' | 'team'>) =>
  [peopleTexts.roles[role], team].filter(Boolean).join(', ');

/** Who may do what: people by their sign-in, and the tokens that programs and people hold. */
export function PeopleView() {
  const { api, person: asking } = useConsole();
  const load = useCallback(async () => {
    const [people, tokens, teams] = await Promise.all([api('people', {}), api('tokens', {}), api('teams', {})]);
    return { people, tokens, teams };
  }, [api]);
  const { data, refusal, reload } = useLoaded(load);
  const [act, setAct] = useState<Act | null>(null);
  const [issued, setIssued] = useState<{ name: string; token: string } | null>(null);
  const [said, setSaid] = useState<{ text: string; isRefusal: boolean } | null>(null);
  if (!data && refusal)
    return <LoadError title={texts.failed} text={`${refusal.message} ${refusal.remedy}`} onRetry={reload} />;

  const isKeyHolder = asking.role === 'key-holder';
  const finish = (text: string) => {
    setSaid({ text, isRefusal: false });
    announce(text);
    reload();
  };
  const signOut = ({ handle, name }: RegisteredPerson) =>
    api('endSessions', { handle }).then(
      ({ ended }) => finish(`${name}: ${ended === 1 ? '1 session has' : `${ended} sessions have`} ended.`),
      ({ message, remedy }: ReleaseRefusal) => setSaid({ text: `${message} ${remedy}`, isRefusal: true }),
    );
  const isOwnToken = ({ name, person }: TokenSummary) =>
    asking.name === name || (asking.name.startsWith('@') && asking.person === person);
  const close = () => setAct(null);

  const people: Column<RegisteredPerson>[] = [
    { key: 'name', header: peopleTexts.name, isRowHeader: true, render: ({ name }) => name },
    { key: 'handle', header: 'Handle', render: ({ handle }) => <span className={styles['build']}>@{handle}</span> },
    { key: 'role', header: peopleTexts.role, render: rightsOf },
    {
      key: 'state',
      header: 'State',
      render: ({ state, email, invitedUntil, endedAt, sessions, seenAt }) => (
        <span className={styles['state']}>
          <Badge tone={TONES[state]}>{peopleTexts.states[state]}</Badge> {email}{' '}
          {state === 'joined' && peopleTexts.sessions(sessions)}
          <When word={peopleTexts.until} at={invitedUntil} />
          <When word={peopleTexts.lastSeen} at={seenAt} />
          <When word={peopleTexts.since} at={endedAt} />
        </span>
      ),
    },
    {
      key: 'acts',
      header: 'Actions',
      hideHeader: true,
      render: (person) =>
        person.state !== 'ended' && (
          <span className={styles['acts']}>
            {isKeyHolder && (
              <>
                <RowButton
                  label={peopleTexts.change}
                  of={person.name}
                  onClick={() => setAct({ kind: 'change', person })}
                />
                <RowButton label={peopleTexts.end} of={person.name} onClick={() => setAct({ kind: 'end', person })} />
              </>
            )}
            {person.sessions > 0 && (isKeyHolder || asking.name === `@${person.handle}`) && (
              <RowButton label={peopleTexts.signOut} of={person.name} onClick={() => signOut(person)} />
            )}
          </span>
        ),
    },
  ];
  const tokens: Column<TokenSummary>[] = [
    { key: 'name', header: peopleTexts.tokenName, isRowHeader: true, render: ({ name }) => name },
    { key: 'person', header: peopleTexts.person, render: ({ person }) => person ?? peopleTexts.keyFolder },
    { key: 'role', header: peopleTexts.role, render: rightsOf },
    { key: 'made', header: 'Made', render: ({ createdAt }) => <Instant at={createdAt} /> },
    {
      key: 'ends',
      header: 'Ends',
      render: ({ expiresAt }) => (expiresAt ? <Instant at={expiresAt} /> : peopleTexts.withFile),
    },
    {
      key: 'acts',
      header: 'Actions',
      hideHeader: true,
      render: (token) =>
        token.person !== null &&
        (isKeyHolder || isOwnToken(token)) && (
          <span className={styles['acts']}>
            <RowButton label={peopleTexts.rotate} of={token.name} onClick={() => setAct({ kind: 'rotate', token })} />
            <RowButton label={peopleTexts.end} of={token.name} onClick={() => setAct({ kind: 'end-token', token })} />
          </span>
        ),
    },
  ];
  const teams: Column<ReleaseTeam>[] = [
    { key: 'name', header: peopleTexts.team, isRowHeader: true, render: ({ name }) => name },
    { key: 'remotes', header: 'Remotes', render: ({ remotes }) => remotes.join(', ') || null },
    {
      key: 'people',
      header: peopleTexts.people,
      render: ({ name }) =>
        (data?.people ?? [])
          .filter(({ team, state }) => team === name && state !== 'ended')
          .map((person) => person.name)
          .join(', ') || null,
    },
  ];
  const status = data ? 'ready' : 'loading';
  return (
    <div className={styles['view']}>
      {said && (
        <Notice tone={said.isRefusal ? 'danger' : 'success'} live>
          {said.text}
        </Notice>
      )}
      <p className={styles['soft']}>
        {peopleTexts.lead} {!isKeyHolder && peopleTexts.notYours}
      </p>
      <section className={styles['section']}>
        <div className={styles['head']}>
          <h2>{peopleTexts.people}</h2>
          {isKeyHolder && (
            <Button size="small" onClick={() => setAct({ kind: 'invite' })}>
              {peopleTexts.invite}
            </Button>
          )}
        </div>
        <DataTable
          caption="People who may sign in"
          columns={people}
          rows={data?.people ?? []}
          rowKey={({ handle }) => handle}
          status={status}
          empty={<EmptyState title={peopleTexts.noPeople} />}
        />
      </section>
      <section className={styles['section']}>
        <div className={styles['head']}>
          <h2>{peopleTexts.tokens}</h2>
          {isKeyHolder && (
            <Button size="small" variant="secondary" onClick={() => setAct({ kind: 'give' })}>
              {peopleTexts.giveToken}
            </Button>
          )}
        </div>
        <DataTable
          caption="Tokens in force, without their secrets"
          columns={tokens}
          rows={data?.tokens ?? []}
          rowKey={({ name }) => name}
          status={status}
          empty={<EmptyState title={peopleTexts.noTokens} />}
        />
      </section>
      <section className={styles['section']}>
        <h2>{peopleTexts.teams}</h2>
        <DataTable
          caption="Teams of the trust document, and what they own"
          columns={teams}
          rows={data?.teams ?? []}
          rowKey={({ name }) => name}
          status={status}
          empty={<EmptyState title={peopleTexts.noTeams} />}
        />
      </section>
      {act?.kind === 'invite' && <InvitePerson onClose={close} onDone={finish} />}
      {act?.kind === 'change' && <ChangePerson person={act.person} onClose={close} onDone={finish} />}
      {act?.kind === 'end' && <EndPerson person={act.person} onClose={close} onDone={finish} />}
      {act?.kind === 'give' && (
        <GiveToken
          people={(data?.people ?? []).filter(({ state }) => state !== 'ended')}
          onClose={close}
          onIssued={setIssued}
        />
      )}
      {act?.kind === 'rotate' && <RotateToken token={act.token} onClose={close} onIssued={setIssued} />}
      {act?.kind === 'end-token' && <EndToken token={act.token} onClose={close} onDone={finish} />}
      {issued && <SecretOnce name={issued.name} secret={issued.token} onClose={() => setIssued(null)} />}
    </div>
  );
}

const When = ({ word, at }: { word: string; at: string | null }) =>
  at && (
    <>
      {' '}
      {word} <Instant at={at} />
    </>
  );

const RowButton = ({ label, of, onClick }: { label: string; of: string; onClick: () => unknown }) => (
  <Button size="small" variant="secondary" aria-label={`${label}: ${of}`} onClick={onClick}>
    {label}
  </Button>
);
