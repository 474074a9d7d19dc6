import type { Person } from '@redress/contracts/release-api';
import { Button, Notice, PageHeading } from '@redress/ui';
import { Tabs } from '@redress/ui/data';
import { useId, useMemo, useState, type FormEvent } from 'react';
import type { ReleaseRefusal } from '../src/refusal.ts';
import { releaseApi } from './api.ts';
import styles from './console.module.css';
import { LedgerView } from './ledger-view.tsx';
import { PlansView } from './plans-view.tsx';
import { RemotesView } from './remotes-view.tsx';
import { SnapshotsView } from './snapshots-view.tsx';
import { texts } from './texts.ts';

/** Kept for this tab only: a reload should not ask again, another tab or day should. */
const STORED = 'redress-release-token';

export function App() {
  const [token, setToken] = useState(() => sessionStorage.getItem(STORED));
  const [person, setPerson] = useState<Person | null>(null);
  const [view, setView] = useState('remotes');
  const api = useMemo(() => (token === null ? null : releaseApi(token)), [token]);
  if (api === null || person === null) {
    return (
      <SignIn
        known={token}
        onSignIn={(given, who) => {
          sessionStorage.setItem(STORED, given);
          setToken(given);
          setPerson(who);
        }}
      />
    );
  }
  const leave = () => {
    sessionStorage.removeItem(STORED);
    setToken(null);
    setPerson(null);
  };
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <PageHeading>{texts.title}</PageHeading>
        <p className={styles['soft']}>
          {person.name}{' '}
          <Button variant="quiet" size="small" onClick={leave}>
            {texts.leave}
          </Button>
        </p>
      </header>
      <main>
        <Tabs
          label={texts.title}
          selected={view}
          onSelect={setView}
          tabs={[
            { key: 'remotes', label: texts.tabs.remotes, content: <RemotesView api={api} /> },
            { key: 'snapshots', label: texts.tabs.snapshots, content: <SnapshotsView api={api} /> },
            { key: 'plans', label: texts.tabs.plans, content: <PlansView api={api} /> },
            { key: 'ledger', label: texts.tabs.ledger, content: <LedgerView api={api} /> },
          ]}
        />
      </main>
    </div>
  );
}

function SignIn({ known, onSignIn }: { known: string | null; onSignIn: (token: string, person: Person) => void }) {
  const [token, setToken] = useState(known ?? '');
  const [refusal, setRefusal] = useState<ReleaseRefusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const id = useId();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      onSignIn(token.trim(), await releaseApi(token.trim()).whoAmI());
    } catch (error) {
      setRefusal(error as ReleaseRefusal);
      setBusy(false);
    }
  };
  return (
    <main className={styles['signIn']}>
      <form className={styles['form']} onSubmit={(event) => void submit(event)}>
        <PageHeading>{texts.signIn.heading}</PageHeading>
        <p>{texts.signIn.lead}</p>
        <div className={styles['field']}>
          <label htmlFor={id}>{texts.signIn.label}</label>
          <input
            id={id}
            type="password"
            autoComplete="off"
            value={token}
            onChange={(event) => setToken(event.target.value)}
          />
        </div>
        {refusal && (
          <Notice tone="danger" live>
            {refusal.code === 'TOKEN_UNKNOWN' ? texts.signIn.wrong : `${refusal.message} ${refusal.remedy}`}
          </Notice>
        )}
        <Button type="submit" busy={isBusy}>
          {texts.signIn.submit}
        </Button>
      </form>
    </main>
  );
}
