import { Email } from '@redress/contracts';
import { auth } from '@redress/copy/auth';
import { EmailField, Form, PasswordField, type SubmitRefusal } from '@redress/forms';
import { Button, Notice } from '@redress/ui';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { ask, useSchema } from '../../shared/ask.ts';
import styles from '../../shared/auth.module.css';
import { errorText } from '../../shared/error-text.ts';
import { emptyCredentials } from '../../shared/empty-credentials.ts';

export type GateMode = 'register' | 'login';

interface GateFormProps {
  mode: GateMode;
  email: string;
  onEmail: (email: string) => void;
  onVerify: (email: string) => void;
  onSignedIn: () => void;
  onLogInInstead: () => void;
}

/** Typing has paused (R26). */
const QUIET_MS = 500;

/**
 * Whether the address being typed has an account; asked once it is whole and typing has paused. While that is unknown
 * the answer is no.
 */
function useAccountExists(typed: string, isAsked: boolean): boolean {
  const [found, setFound] = useState<{ email: string; exists: boolean }>();
  const parsed = z.safeParse(Email, typed);
  const email = isAsked && parsed.success ? parsed.data : null;
  useEffect(() => {
    if (!email) return undefined;
    const timer = setTimeout(async () => {
      const result = await ask(({ findAccount }) => findAccount(email));
      if ('data' in result) setFound({ email, exists: result.data.user_exists });
    }, QUIET_MS);
    return () => clearTimeout(timer);
  }, [email]);
  return found !== undefined && found.email === email && found.exists;
}

/** E-mail and password, for a new account or one there is; what was typed goes along when the mode changes. */
export function GateForm({ mode, email, onEmail, onVerify, onSignedIn, onLogInInstead }: GateFormProps) {
  const isRegister = mode === 'register';
  const form = isRegister ? 'RegisterForm' : 'LoginForm';
  const schema = useSchema(form);
  const exists = useAccountExists(email, isRegister);
  const texts = isRegister ? auth.register : auth.login;

  const submit = async (values: { email: string; password: string }): Promise<SubmitRefusal | undefined> => {
    const result = await ask(({ signIn, signUp }) => (isRegister ? signUp : signIn)(values), { [form]: values });
    if ('outcome' in result) return void (result.outcome === 'verify' ? onVerify(values.email.trim()) : onSignedIn());
    const { error } = result;
    if (error.fields) return { fields: error.fields };
    return { message: errorText(error, texts.failed, texts.error) };
  };

  return (
    <Form
      label={isRegister ? auth.gate.registerTitle : auth.login.title}
      initialValues={{ email, password: '' }}
      {...schema}
      check={emptyCredentials}
      onChange={(change) => change.email !== undefined && onEmail(change.email)}
      onSubmit={submit}
    >
      {({ isSubmitting }) => (
        <>
          <EmailField name="email" label={auth.fields.email} autoComplete="username" />
          {exists && (
            <Notice live>
              {auth.register.exists}{' '}
              <button type="button" className={styles['link']} onClick={onLogInInstead}>
                {auth.register.logIn}
              </button>
            </Notice>
          )}
          <PasswordField
            name="password"
            label={auth.fields.password}
            {...(isRegister ? { hint: auth.fields.passwordHint(6) } : {})}
            autoComplete={isRegister ? 'new-password' : 'current-password'}
          />
          <Button type="submit" wide busy={isSubmitting} busyText={texts.busy}>
            {texts.submit}
          </Button>
        </>
      )}
    </Form>
  );
}
