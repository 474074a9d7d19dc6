import { auth } from '@redress/copy/auth';
import { AppLink, navigateTo, useDocumentTitle } from '@redress/mf-runtime';
import { Dialog, PageHeading } from '@redress/ui';
import { useEffect, useState } from 'react';
import shared from '../../shared/auth.module.css';
import styles from './forgot-password.module.css';
import { CodeStage, EmailStage, NewPasswordStage } from './stages.tsx';

type Stage =
  | { name: 'email' }
  | { name: 'code'; email: string }
  | { name: 'new-password'; email: string; code: string }
  | { name: 'done' };

const REDIRECT_MS = 2_000;

/** /forgot-password in three stages: the address, the code in a dialog, the new password in a dialog. */
export function ForgotPasswordPage() {
  const [stage, setStage] = useState<Stage>({ name: 'email' });
  useDocumentTitle(auth.forgot.title);

  const isDone = stage.name === 'done';
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(() => navigateTo('/login', { replace: true }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [isDone]);

  const startAgain = () => setStage({ name: 'email' });
  return (
    <section className={shared['page']}>
      <PageHeading screen="forgot-password">{auth.forgot.title}</PageHeading>
      {isDone ? (
        <p role="status" className={styles['done']}>
          ✓ {auth.forgot.done}
        </p>
      ) : (
        <>
          <p>{auth.forgot.emailText}</p>
          <EmailStage onSent={(email) => setStage({ name: 'code', email })} />
        </>
      )}
      <AppLink to="/login">{auth.forgot.back}</AppLink>
      {stage.name === 'code' && (
        <Dialog open title={auth.forgot.codeTitle} onClose={startAgain}>
          <div className={shared['dialog']}>
            <CodeStage email={stage.email} onChecked={(code) => setStage({ ...stage, name: 'new-password', code })} />
          </div>
        </Dialog>
      )}
      {stage.name === 'new-password' && (
        <Dialog open title={auth.forgot.newTitle} onClose={startAgain}>
          <div className={shared['dialog']}>
            <NewPasswordStage email={stage.email} code={stage.code} onChanged={() => setStage({ name: 'done' })} />
          </div>
        </Dialog>
      )}
    </section>
  );
}
