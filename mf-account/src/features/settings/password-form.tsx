import { account } from '@redress/copy/account';
import { Form, PasswordField } from '@redress/forms';
import { Button, Notice } from '@redress/ui';
import { useState } from 'react';
import shared from '../../shared/screen.module.css';
import styles from './settings.module.css';
import { refusalOf } from './refusal.ts';
import { useUpdatePasswordMutation } from './settings.api.ts';
import { usePassingMessage } from './use-passing-message.ts';

const EMPTY = { currentPassword: '', newPassword: '', confirmPassword: '' };

/** Change of password; judged by the server, errors under their fields. */
export function PasswordForm() {
  const [update] = useUpdatePasswordMutation();
  const [message, setMessage] = usePassingMessage();
  // A changed password leaves the form empty: it starts anew.
  const [round, setRound] = useState(0);
  const texts = account.settings.password;
  return (
    <section className={styles['section']}>
      <h2>{texts.heading}</h2>
      <Form
        key={round}
        label={texts.heading}
        initialValues={EMPTY}
        onSubmit={async (values) => {
          const result = await update(values);
          if ('error' in result) return refusalOf(result.error, texts.failed, texts.error);
          setMessage(texts.saved);
          return void setRound(round + 1);
        }}
      >
        {({ isSubmitting }) => (
          <>
            <PasswordField name="currentPassword" label={texts.current} autoComplete="current-password" />
            <PasswordField name="newPassword" label={texts.new} autoComplete="new-password" />
            <PasswordField name="confirmPassword" label={texts.confirm} autoComplete="new-password" />
            <p className={shared['soft']}>{texts.otherDevices}</p>
            <Button type="submit" busy={isSubmitting} busyText={texts.busy}>
              {texts.submit}
            </Button>
          </>
        )}
      </Form>
      <div role="status">{message && <Notice tone="success">{message}</Notice>}</div>
    </section>
  );
}
