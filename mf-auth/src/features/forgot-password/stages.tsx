import type { ApiError } from '@redress/api-client';
import { auth } from '@redress/copy/auth';
import { CodeField, EmailField, Form, PasswordField } from '@redress/forms';
import { useEarlyPress } from '@redress/mf-runtime';
import { Button } from '@redress/ui';
import { useRef } from 'react';
import { ask, useSchema } from '../../shared/ask.ts';
import { codeError, errorText } from '../../shared/error-text.ts';

const unreachable = ({ code }: ApiError) => auth.forgot.serverError(code);

export function EmailStage({ onSent }: { onSent: (email: string) => void }) {
  const form = useRef<HTMLFormElement>(null);
  useEarlyPress(form);
  const schema = useSchema('EmailForm');
  return (
    <Form
      formRef={form}
      label={auth.forgot.title}
      initialValues={{ email: '' }}
      {...schema}
      onSubmit={async ({ email }) => {
        const result = await ask(({ mailResetCode }) => mailResetCode(email), { EmailForm: { email } });
        if ('data' in result) return void onSent(email.trim());
        if (result.error.fields) return { fields: result.error.fields };
        return { message: errorText(result.error, auth.forgot.error, unreachable(result.error)) };
      }}
    >
      {({ isSubmitting }) => (
        <>
          <EmailField name="email" label={auth.fields.email} autoComplete="username" />
          <Button type="submit" wide busy={isSubmitting} busyText={auth.forgot.sending}>
            {auth.forgot.send}
          </Button>
        </>
      )}
    </Form>
  );
}

export function CodeStage({ email, onChecked }: { email: string; onChecked: (code: string) => void }) {
  const schema = useSchema('CodeForm');
  return (
    <>
      <p>{auth.forgot.sent(email)}</p>
      <Form
        label={auth.forgot.codeTitle}
        initialValues={{ code: '' }}
        {...schema}
        check={({ code }): Record<string, string> => (code ? {} : { code: auth.refused.code })}
        onSubmit={async ({ code }) => {
          const result = await ask(({ checkResetCode }) => checkResetCode(email, code), { CodeForm: { code } });
          if ('data' in result) return void onChecked(code);
          return { fields: { code: codeError(result.error, auth.forgot.invalidCode, unreachable(result.error)) } };
        }}
      >
        {({ isSubmitting }) => (
          <>
            <CodeField name="code" label={auth.fields.code} hint={auth.fields.codeHint} />
            <Button type="submit" wide busy={isSubmitting} busyText={auth.verify.busy}>
              {auth.forgot.codeSubmit}
            </Button>
          </>
        )}
      </Form>
    </>
  );
}

interface NewPasswordValues {
  newPassword: string;
  confirmPassword: string;
}

const checkNewPassword = ({ newPassword, confirmPassword }: NewPasswordValues): Record<string, string> => {
  if (!newPassword) return { newPassword: auth.forgot.missing };
  if (newPassword.length < 6) return { newPassword: auth.refused.short(6) };
  if (newPassword.length > 128) return { newPassword: auth.refused.long };
  return newPassword === confirmPassword ? {} : { confirmPassword: auth.forgot.mismatch };
};

export function NewPasswordStage({ email, code, onChanged }: { email: string; code: string; onChanged: () => void }) {
  return (
    <Form
      label={auth.forgot.newTitle}
      initialValues={{ newPassword: '', confirmPassword: '' }}
      check={checkNewPassword}
      onSubmit={async ({ newPassword }) => {
        const result = await ask(({ setPassword }) => setPassword(email, code, newPassword));
        if ('data' in result) return void onChanged();
        if (result.error.fields) return { fields: result.error.fields };
        return { message: errorText(result.error, auth.forgot.updateError, unreachable(result.error)) };
      }}
    >
      {({ isSubmitting }) => (
        <>
          {/* Tells a password manager whose password it is keeping; they pass over type=hidden. */}
          <input name="username" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            name="newPassword"
            label={auth.fields.newPassword}
            hint={auth.fields.passwordHint(6)}
            autoComplete="new-password"
          />
          <PasswordField name="confirmPassword" label={auth.fields.confirmPassword} autoComplete="new-password" />
          <Button type="submit" wide busy={isSubmitting} busyText={auth.forgot.newBusy}>
            {auth.forgot.newSubmit}
          </Button>
        </>
      )}
    </Form>
  );
}
