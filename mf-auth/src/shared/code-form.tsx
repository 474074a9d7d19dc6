import { auth } from '@redress/copy/auth';
import { CodeField, Form } from '@redress/forms';
import { Button } from '@redress/ui';
import { useEffect, useState } from 'react';
import { ask, useSchema } from './ask.ts';
import { codeError, errorText } from './error-text.ts';
import shared from './auth.module.css';
import styles from './code-form.module.css';

/** The server sends no second code sooner. */
const RESEND_WAIT_S = 30;

export interface CodeFormProps {
  email: string;
  onVerified: () => void;
  /** Sentence for when another code could not be requested; the login screen has its own text (specification, section 8). */
  resendError?: string;
}

/** The six digits that prove an address; another code on request, and help when none arrives. */
export function VerificationForm({ email, onVerified, resendError = auth.verify.resendError }: CodeFormProps) {
  const schema = useSchema('CodeForm');
  return (
    <>
      <p>{auth.verify.text(email)}</p>
      <Form
        label={auth.verify.title}
        initialValues={{ code: '' }}
        {...schema}
        onSubmit={async ({ code }) => {
          const result = await ask(({ verify }) => verify(email, code), { CodeForm: { code } });
          if ('outcome' in result) return void onVerified();
          return { fields: { code: codeError(result.error, auth.verify.failed, auth.verify.error) } };
        }}
      >
        {({ isSubmitting }) => (
          <>
            <CodeField name="code" label={auth.fields.code} hint={auth.fields.codeHint} />
            <Button type="submit" busy={isSubmitting}>
              {isSubmitting ? auth.verify.busy : auth.verify.submit}
            </Button>
          </>
        )}
      </Form>
      <Resend email={email} unreachable={resendError} />
      <details className={styles['help']}>
        <summary>{auth.verify.help.title}</summary>
        <ul>
          {auth.verify.help.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </details>
    </>
  );
}

function Resend({ email, unreachable }: { email: string; unreachable: string }) {
  const [wait, setWait] = useState(0);
  const [isSending, setSending] = useState(false);
  const [said, setSaid] = useState('');

  useEffect(() => {
    if (wait === 0) return;
    const timer = setTimeout(() => setWait(wait - 1), 1_000);
    return () => clearTimeout(timer);
  }, [wait]);

  const send = async () => {
    if (isSending || wait > 0) return;
    setSending(true);
    const result = await ask(({ resend }) => resend(email));
    const error = 'error' in result ? result.error : null;
    setSending(false);
    setSaid(error ? errorText(error, auth.verify.resendFailed, unreachable) : auth.verify.resent);
    setWait(error?.retryAfterSeconds ?? (error ? 0 : RESEND_WAIT_S));
  };

  return (
    <div className={styles['resend']}>
      <button
        type="button"
        className={shared['link']}
        onClick={() => void send()}
        aria-disabled={isSending || wait > 0}
      >
        {isSending ? auth.verify.resending : auth.verify.resend}
      </button>
      <span role="status">{said}</span>
      {wait > 0 && <span>{auth.verify.resendWait(wait)}</span>}
    </div>
  );
}
