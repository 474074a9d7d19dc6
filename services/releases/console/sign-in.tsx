import type { Person, SignInOutcome } from '@redress/contracts/release-api';
import { Button, Notice } from '@redress/ui';
import { useEffect, useState, type FormEvent } from 'react';
import type { ReleaseRefusal } from '@redress/release-client';
import { releaseApi } from './api.ts';
import styles from './console.module.css';
import { TextField } from './fields.tsx';
import { beginSignIn, readOffer } from './session.ts';

const OUTCOMES: Record<SignInOutcome, string> = {
  cancelled: 'The sign-in was cancelled.',
  unknown: 'Nobody has invited you, or the invitation has lapsed: ask a key holder.',
  unverified: 'Your provider says no verified e-mail address of you.',
  again: 'This sign-in was begun in another tab, or too long ago: begin again.',
  away: 'Your provider did not answer as it should: try again, or use a token.',
};

interface SignInProps {
  onSignIn: (token: string, person: Person) => void;
  /** Something is open behind it that must stay: the provider is visited in another tab. */
  isOverWork?: boolean;
  /** How a sign-in went that did not succeed. */
  outcome?: SignInOutcome | null;
}

/** Asks who somebody is: by the provider, or by a token. */
export function SignIn({ onSignIn, isOverWork = false, outcome = null }: SignInProps) {
  const [token, setToken] = useState('');
  const [refusal, setRefusal] = useState<ReleaseRefusal | null>(null);
  const [offer, setOffer] = useState<{ provider: string | null; origin: string } | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    // Without an answer there are tokens, as without a provider.
    readOffer().then(setOffer, () => {});
  }, []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setRefusal(null);
    try {
      onSignIn(token.trim(), await releaseApi(token.trim())('whoAmI', {}));
    } catch (error) {
      setRefusal(error as ReleaseRefusal);
      setBusy(false);
    }
  };
  const begin = () => {
    setRefusal(null);
    return beginSignIn({ isInNewTab: isOverWork }).catch((error: ReleaseRefusal) => setRefusal(error));
  };
  const isElsewhere = offer !== null && offer.origin !== location.origin;
  return (
    <div className={styles['form']}>
      {outcome && (
        <Notice tone="danger" live>
          {OUTCOMES[outcome]}
        </Notice>
      )}
      {offer?.provider && !isElsewhere && (
        <Button onClick={begin}>
          Sign in with {offer.provider}
          {isOverWork && ', in another tab'}
        </Button>
      )}
      {offer?.provider && isElsewhere && (
        <p>
          People sign in at the console’s own address: <a href={offer.origin}>{offer.origin}</a>
        </p>
      )}
      <form className={styles['form']} onSubmit={(event) => void submit(event)}>
        <p>
          {offer?.provider
            ? 'Or paste a release token.'
            : 'Paste a release token. The program keeps them in DATA_DIR/keys, for example release-manager.token.'}
        </p>
        <TextField label="Token" type="password" value={token} onChange={setToken} />
        {refusal && (
          <Notice tone="danger" live>
            {refusal.code === 'TOKEN_UNKNOWN' ? 'This token is not known.' : `${refusal.message} ${refusal.remedy}`}
          </Notice>
        )}
        <Button type="submit" variant={offer?.provider ? 'secondary' : 'primary'} busy={isBusy}>
          Open
        </Button>
      </form>
    </div>
  );
}
