import { selectSession, stepChanged, useAppDispatch, useAppSelector } from '@redress/session-store';
import { auth } from '@redress/copy/auth';
import { EmailField, Form, PasswordField, type SubmitRefusal } from '@redress/forms';
import { AppLink, fetchAhead, navigateTo, returnPath, useDocumentTitle, useEarlyPress } from '@redress/mf-runtime';
import { Button, Notice, PageHeading } from '@redress/ui';
import { useEffect, useRef, useState } from 'react';
import { ask, useSchema } from '../../shared/ask.ts';
import styles from '../../shared/auth.module.css';
import { VerificationForm } from '../../shared/code-form.tsx';
import { errorText } from '../../shared/error-text.ts';
import { GoogleSignIn } from '../../shared/google-sign-in.tsx';
import { emptyCredentials } from '../../shared/empty-credentials.ts';
import { useSiteTitle } from '../../shared/site-title.ts';

/** Where the wizard asks for an account: the Sign up link leads there. */
const SIGN_UP = { step: 1, subStep: 3 };

/**
 * /login: e-mail and password, the verification step of an unverified account, federated sign-in. Drawn at build time;
 * what was typed and pressed before the script is there is taken over.
 */
export function LoginPage() {
  const session = useAppSelector(selectSession);
  const dispatch = useAppDispatch();
  const [verifying, setVerifying] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const siteTitle = useSiteTitle();
  useEarlyPress(form);
  const schema = useSchema('LoginForm');
  useDocumentTitle(verifying ? auth.verify.title : auth.login.title);

  const wasAnonymous = useRef(false);

  useEffect(() => fetchAhead([returnPath()]), []);
  const goOn = () => navigateTo(returnPath({ hasSignedIn: wasAnonymous.current }), { replace: true });
  useEffect(() => {
    if (session.status === 'anonymous') wasAnonymous.current = true;
    if (session.status === 'authenticated') goOn();
  }, [session.status]);

  const submit = async (values: { email: string; password: string }): Promise<SubmitRefusal | undefined> => {
    const result = await ask(({ signIn }) => signIn(values), { LoginForm: values });
    if ('outcome' in result) {
      if (result.outcome === 'verify') setVerifying(values.email.trim());
      return undefined; // the effect above navigates
    }
    const { error } = result;
    return error.fields ? { fields: error.fields } : { message: errorText(error, auth.login.failed, auth.login.error) };
  };

  const signUp = () => {
    dispatch(stepChanged(SIGN_UP));
    navigateTo('/?step=1.3');
  };

  if (verifying) {
    return (
      <section className={styles['page']}>
        <PageHeading screen="verify">{auth.verify.title}</PageHeading>
        <VerificationForm email={verifying} onVerified={goOn} resendError={auth.verify.resendErrorLogin} />
      </section>
    );
  }
  return (
    <section className={styles['page']}>
      <PageHeading screen="login">{auth.login.heading(siteTitle)}</PageHeading>
      {session.status === 'anonymous' && session.ended && <Notice>{auth.login.expired}</Notice>}
      <Form
        formRef={form}
        label={auth.login.title}
        initialValues={{ email: '', password: '' }}
        {...schema}
        check={emptyCredentials}
        onSubmit={submit}
      >
        {({ isSubmitting }) => (
          <>
            <EmailField name="email" label={auth.fields.email} autoComplete="username" />
            <PasswordField name="password" label={auth.fields.password} autoComplete="current-password" />
            <Button type="submit" wide busy={isSubmitting} busyText={auth.login.busy}>
              {auth.login.submit}
            </Button>
          </>
        )}
      </Form>
      <AppLink to="/forgot-password">{auth.login.forgot}</AppLink>
      <p className={styles['or']}>{auth.google.or}</p>
      <GoogleSignIn onSignedIn={goOn} returnTo={() => returnPath({ hasSignedIn: true })} />
      <div className={styles['switch']}>
        <span>{auth.login.noAccount}</span>
        <button type="button" className={styles['link']} onClick={signUp}>
          {auth.login.signUp}
        </button>
      </div>
    </section>
  );
}
