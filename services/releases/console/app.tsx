import type { Person } from '@redress/contracts/release-api';
import { Button, Dialog, LoadError, PageHeading } from '@redress/ui';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ReleaseRefusal } from '../src/refusal.ts';
import { releaseApi } from './api.ts';
import styles from './console.module.css';
import { Frame } from './frame.tsx';
import { LiveContext, useLiveConnection } from './live.ts';
import { SignIn } from './sign-in.tsx';
import { texts } from './texts.ts';

/** Kept for this tab only: a reload should not ask again, another tab or day should. */
const STORED = 'redress-release-token';

export function App() {
  const [token, setToken] = useState(() => sessionStorage.getItem(STORED));
  const [person, setPerson] = useState<Person | null>(null);
  const [hasEnded, setEnded] = useState(false);
  const [refusal, setRefusal] = useState<ReleaseRefusal | null>(null);
  const api = useMemo(() => (token === null ? null : releaseApi(token, () => setEnded(true))), [token]);
  // Nothing is asked with a token that has ended.
  const live = useLiveConnection(hasEnded || person === null ? null : api);

  const leave = useCallback(() => {
    sessionStorage.removeItem(STORED);
    setToken(null);
    setPerson(null);
    setEnded(false);
    setRefusal(null);
  }, []);
  const signIn = (given: string, who: Person) => {
    sessionStorage.setItem(STORED, given);
    setToken(given);
    setPerson(who);
    setEnded(false);
  };
  const resume = useCallback(async () => {
    setRefusal(null);
    try {
      if (api) setPerson(await api('whoAmI', {}));
    } catch (error) {
      setRefusal(error as ReleaseRefusal);
    }
  }, [api]);
  useEffect(() => {
    if (person === null) void resume();
  }, [person, resume]);

  if (api === null || (person === null && hasEnded)) {
    return (
      <main className={styles['signIn']}>
        <div className={styles['form']}>
          <PageHeading>{texts.title}</PageHeading>
          <SignIn onSignIn={signIn} />
        </div>
      </main>
    );
  }
  if (person === null) {
    return (
      <main className={styles['signIn']}>
        <div className={styles['form']}>
          <PageHeading>{texts.title}</PageHeading>
          {refusal ? (
            <>
              <LoadError
                title={texts.failed}
                text={`${refusal.message} ${refusal.remedy}`}
                onRetry={() => void resume()}
              />
              <Button variant="quiet" onClick={leave}>
                {texts.leave}
              </Button>
            </>
          ) : (
            <p role="status">{texts.signIn.resuming}</p>
          )}
        </div>
      </main>
    );
  }
  return (
    <LiveContext value={live}>
      <Frame api={api} person={person} onLeave={leave} />
      {/* Over whatever is open: what was typed there is not lost. */}
      <Dialog open={hasEnded} title={texts.signIn.ended} onClose={leave}>
        <SignIn onSignIn={signIn} />
      </Dialog>
    </LiveContext>
  );
}
