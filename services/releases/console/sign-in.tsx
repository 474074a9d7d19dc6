import type { Person } from '@redress/contracts/release-api';
import { Button, Notice } from '@redress/ui';
import { useId, useState, type FormEvent } from 'react';
import type { ReleaseRefusal } from '../src/refusal.ts';
import { releaseApi } from './api.ts';
import styles from './console.module.css';
import { texts } from './texts.ts';

/** Asks for a token, and whose it is. */
export function SignIn({ onSignIn }: { onSignIn: (token: string, person: Person) => void }) {
  const [token, setToken] = useState('');
  const [refusal, setRefusal] = useState<ReleaseRefusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const id = useId();
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
  return (
    <form className={styles['form']} onSubmit={(event) => void submit(event)}>
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
  );
}
