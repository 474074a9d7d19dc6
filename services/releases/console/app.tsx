import type { Person, SignInOutcome } from '@redress/contracts/release-api';
import { Button, Dialog, LoadError, PageHeading } from '@redress/ui';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { isReleaseRefusal, type ReleaseRefusal } from '../src/refusal.ts';
import { releaseApi } from './api.ts';
import styles from './console.module.css';
import { Frame } from './frame.tsx';
import { LiveContext, useLiveConnection } from './live.ts';
import { onSessionChanged, signOut, tellTabs } from './session.ts';
import { SignIn } from './sign-in.tsx';
import { texts } from './texts.ts';

/** Kept for this tab only: a reload should not ask again, another tab or day should. */
const STORED = 'redress-release-token';

/** @param props.outcome - of a sign-in that did not succeed, when this page was come back to from one */
export function App({ outcome }: { outcome: SignInOutcome | null }) {
  /** `null`: whoever has signed in with this browser. */
  const [token, setToken] = useState(() => sessionStorage.getItem(STORED));
  const [person, setPerson] = useState<Person | null>(null);
  const [hasEnded, setEnded] = useState(false);
  const [refusal, setRefusal] = useState<ReleaseRefusal | null>(null);
  const api = useMemo(() => releaseApi(token, () => setEnded(true)), [token]);
  // Nothing is asked with a token that has ended.
  const live = useLiveConnection(hasEnded || person === null ? null : api);

  const leave = useCallback(() => {
    const forget = () => {
      sessionStorage.removeItem(STORED);
      setToken(null);
      setPerson(null);
      // Whoever leaves a token is not asked for the session that the browser may have as well.
      setEnded(true);
      setRefusal(null);
    };
    // A session that could not be ended is not said to be.
    if (token === null && !hasEnded) void signOut().then(forget, setRefusal);
    else forget();
  }, [token, hasEnded]);
  const signIn = (given: string, who: Person) => {
    sessionStorage.setItem(STORED, given);
    setToken(given);
    setPerson(who);
    setEnded(false);
  };
  const resume = useCallback(async () => {
    setRefusal(null);
    try {
      setPerson(await api('whoAmI', {}));
      if (token === null) tellTabs();
    } catch (error) {
      if (!isReleaseRefusal(error) || error.code !== 'TOKEN_UNKNOWN') setRefusal(error as ReleaseRefusal);
    }
  }, [api, token]);
  useEffect(() => {
    if (person === null && !hasEnded) void resume();
  }, [person, hasEnded, resume]);
  useEffect(
    () =>
      // Somebody has signed in or out in another tab: what is open here stays, and from now on is theirs.
      onSessionChanged(() => {
        if (token !== null && !hasEnded) return;
        releaseApi(null)('whoAmI', {}).then(
          (who) => {
            sessionStorage.removeItem(STORED);
            setToken(null);
            setPerson(who);
            setEnded(false);
          },
          () => token === null && setEnded(true),
        );
      }),
    [token, hasEnded],
  );

  if (person === null && hasEnded) {
    return (
      <main className={styles['signIn']}>
        <div className={styles['form']}>
          <PageHeading>{texts.title}</PageHeading>
          <SignIn onSignIn={signIn} outcome={outcome} />
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
      <Dialog open={refusal !== null} title={texts.failed} onClose={() => setRefusal(null)}>
        <p>{refusal && `${refusal.message} ${refusal.remedy}`}</p>
      </Dialog>
      {/* Over whatever is open: what was typed there is not lost. */}
      <Dialog open={hasEnded} title={texts.signIn.ended} onClose={leave}>
        <SignIn onSignIn={signIn} isOverWork />
      </Dialog>
    </LiveContext>
  );
}
