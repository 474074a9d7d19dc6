import { auth } from '@redress/copy/auth';
import { Form, PasswordField } from '@redress/forms';
import { Button } from '@redress/ui';
import { useEffect, useRef, useState } from 'react';
import { ask } from './ask.ts';
import styles from './google-sign-in.module.css';
import { errorText } from './error-text.ts';
import { openPopupSignIn, redirectSignIn, type PopupOutcome, type PopupSignIn } from './popup-sign-in.ts';

export interface GoogleSignInProps {
  onSignedIn: () => void;
  /** Where a whole-page sign-in comes back to when the browser blocks the popup. */
  returnTo: () => string;
}

/** Federated sign-in: a popup, or the whole page where popups are blocked; joins an existing account by its password. */
export function GoogleSignIn({ onSignedIn, returnTo }: GoogleSignInProps) {
  const popup = useRef<PopupSignIn>(null);
  const [state, setState] = useState<'idle' | 'waiting' | 'closed' | 'failed' | 'link'>('idle');
  useEffect(() => () => popup.current?.stop(), []);

  const enter = async () => {
    const session = await ask(({ loadSession }) => loadSession());
    if ('isAuthenticated' in session && session.isAuthenticated) onSignedIn();
    else setState('failed');
  };
  const onOutcome = (outcome: PopupOutcome) => {
    popup.current = null;
    if (outcome === 'success') void enter();
    else setState(outcome === 'needs-link' ? 'link' : 'failed');
  };
  const open = () => {
    popup.current?.stop();
    popup.current = openPopupSignIn({ onOutcome, onClosed: () => setState('closed') });
    if (popup.current) setState('waiting');
    else redirectSignIn(returnTo());
  };

  if (state === 'link') return <LinkAccount onLinked={() => void enter()} />;
  const said = { idle: '', waiting: auth.google.waiting, closed: auth.google.closed, failed: auth.login.unexpected }[
    state
  ];
  return (
    <>
      <button type="button" className={styles['google']} onClick={open}>
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
          <path
            d="M21.6 12.2c0-.7-.1-1.3-.2-1.9H12v3.7h5.4a4.6 4.6 0 0 1-2 3v2.5h3.2c1.900-1.700 3-4.300 3-7.300Z M12 22c2.700 0 5-.9 6.600-2.400l-3.200-2.500c-.9.6-2 1-3.400 1-2.600 0-4.800-1.800-5.600-4.100H3.100v2.600A10 10 0 0 0 12 22Z M6.400 13.900a6 6 0 0 1 0-3.800V7.500H3.100a10 10 0 0 0 0 9l3.300-2.600Z M12 5.900c1.500 0 2.800.5 3.800 1.500L18.700 4.600A10 10 0 0 0 3.100 7.500l3.300 2.600C7.200 7.700 9.400 5.900 12 5.900Z"
            fill="currentColor"
          />
        </svg>
        {auth.google.button}
      </button>
      <p role="status" className={styles['said']}>
        {said}
      </p>
    </>
  );
}

function LinkAccount({ onLinked }: { onLinked: () => void }) {
  return (
    <Form
      label={auth.google.linkTitle}
      initialValues={{ password: '' }}
      onSubmit={async ({ password }) => {
        const result = await ask(({ linkGoogle }) => linkGoogle(password));
        if ('data' in result && result.data.linked) return void onLinked();
        if ('error' in result)
          return { fields: { password: errorText(result.error, auth.login.failed, auth.login.error) } };
        return { message: auth.login.unexpected };
      }}
    >
      {({ isSubmitting }) => (
        <>
          <h2>{auth.google.linkTitle}</h2>
          <p>{auth.google.linkNeedsPassword}</p>
          <PasswordField name="password" label={auth.fields.password} autoComplete="current-password" />
          <Button type="submit" busy={isSubmitting}>
            {auth.google.linkTitle}
          </Button>
        </>
      )}
    </Form>
  );
}
