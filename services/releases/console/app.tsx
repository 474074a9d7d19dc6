import type { SignInOutcome } from '@redress/contracts/release-api';
import { Button, Dialog, LoadError, PageHeading } from '@redress/ui';
import styles from './console.module.css';
import { Frame } from './frame.tsx';
import { LiveContext, useLiveConnection } from './live.ts';
import { SignIn } from './sign-in.tsx';
import { texts } from './texts.ts';
import { useSession } from './use-session.ts';

/** @param props.outcome - of a sign-in that did not succeed, when this page was come back to from one */
export function App({ outcome }: { outcome: SignInOutcome | null }) {
  const { api, person, hasEnded, refusal, signIn, leave, resume, closeRefusal } = useSession();
  // Nothing is asked with a token that has ended.
  const live = useLiveConnection(hasEnded || person === null ? null : api);
  const why = refusal && `${refusal.message} ${refusal.remedy}`;
  if (person !== null)
    return (
      <LiveContext value={live}>
        <Frame api={api} person={person} onLeave={leave} />
        <Dialog open={why !== null} title={texts.failed} onClose={closeRefusal}>
          <p>{why}</p>
        </Dialog>
        {/* Over whatever is open: what was typed there is not lost. */}
        <Dialog open={hasEnded} title="You are signed out" onClose={leave}>
          <SignIn onSignIn={signIn} isOverWork />
        </Dialog>
      </LiveContext>
    );
  return (
    <main className={styles['signIn']}>
      <div className={styles['form']}>
        <PageHeading>{texts.title}</PageHeading>
        {hasEnded ? (
          <SignIn onSignIn={signIn} outcome={outcome} />
        ) : why !== null ? (
          <>
            <LoadError title={texts.failed} text={why} onRetry={() => void resume()} />
            <Button variant="quiet" onClick={leave}>
              {texts.leave}
            </Button>
          </>
        ) : (
          <p role="status">Asking the release service who you are.</p>
        )}
      </div>
    </main>
  );
}
