import type { Person, SignInOutcome } from '@redress/contracts/release-api';
import { Button, Notice } from '@redress/ui';
import { useEffect, useId, useState, type FormEvent } from 'react';
import type { ReleaseRefusal } from '../src/refusal.ts';
import { releaseApi } from './api.ts';
import styles from './console.module.css';
import { beginSignIn, readOffer } from './session.ts';
import { texts } from './texts.ts';

export interface SignInProps {
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
  const id = useId();
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
          {texts.signIn.outcomes[outcome]}
        </Notice>
      )}
      {offer?.provider && !isElsewhere && (
        <Button onClick={begin}>{texts.signIn.withProvider(offer.provider, isOverWork)}</Button>
      )}
      {offer?.provider && isElsewhere && (
        <p>
          {texts.signIn.elsewhere} <a href={offer.origin}>{offer.origin}</a>
        </p>
      )}
      <form className={styles['form']} onSubmit={(event) => void submit(event)}>
        <p>{offer?.provider ? texts.signIn.orToken : texts.signIn.lead}</p>
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
        <Button type="submit" variant={offer?.provider ? 'secondary' : 'primary'} busy={isBusy}>
          {texts.signIn.submit}
        </Button>
      </form>
    </div>
  );
}
