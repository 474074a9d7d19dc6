import { loadSession, type ApiError } from '@redress/api-client';
import { useSaveAgain } from '@redress/api-client/server-return';
import { userChanged, useAppDispatch } from '@redress/session-store';
import type { AnswerOf, getSettings } from '@redress/contracts';
import { account } from '@redress/copy/account';
import {
  CodeField,
  EmailField,
  FieldRow,
  Form,
  PasswordField,
  PhoneField,
  TextField,
  type SubmitRefusal,
} from '@redress/forms';
import { Button, Dialog, Notice } from '@redress/ui';
import { useRef, useState } from 'react';
import shared from '../../shared/screen.module.css';
import styles from './settings.module.css';
import { refusalOf } from './refusal.ts';
import { useConfirmEmailMutation, useUpdateSettingsMutation } from './settings.api.ts';
import { usePassingMessage } from './use-passing-message.ts';

type Settings = AnswerOf<typeof getSettings>['settings'];
type Values = Pick<Settings, 'firstName' | 'lastName' | 'email' | 'phoneNumber'> & { password: string };
const texts = () => account.settings.contact;

/** What the account does not have is taken from a claim; it is kept when the form is saved. */
const formValues = ({ firstName, lastName, email, phoneNumber, fromClaim }: Settings): Values => ({
  firstName: firstName || (fromClaim?.firstName ?? ''),
  lastName: lastName || (fromClaim?.lastName ?? ''),
  email,
  phoneNumber: phoneNumber || (fromClaim?.phoneNumber ?? ''),
  password: '',
});

const isOffered = ({ fromClaim }: Settings) => Object.values(fromClaim ?? {}).some(Boolean);

/** Refusal beside its fields. Without a password there is no field for its own, which then stands above the form. */
const besideFields = (refusal: SubmitRefusal, hasPassword: boolean): SubmitRefusal =>
  hasPassword || !refusal.fields?.['password'] ? refusal : { message: refusal.fields['password'] };

/** Contact details. Judged by the server (specification, section 5); a new address takes effect after its code. */
export function ContactForm({ settings }: { settings: Settings }) {
  const [update] = useUpdateSettingsMutation();
  const [message, setMessage] = usePassingMessage();
  const [isConfirming, setConfirming] = useState(false);
  const dispatch = useAppDispatch();
  const [failed, setFailed] = useState<Failed | null>(null);
  const { email, pendingEmail, hasPassword = true } = settings;
  // Begun anew with what was saved, so that a password typed for a new address does not stay on the page.
  const [form, setForm] = useState(() => ({ round: 0, values: formValues(settings) }));
  const beginAnew = (values: Omit<Values, 'password'>) =>
    setForm(({ round }) => ({ round: round + 1, values: { ...values, password: '' } }));

  return (
    <section className={`${styles['section']} ${styles['contact']}`}>
      <h2>{texts().heading}</h2>
      {/* One or the other: the form begins where it begins. */}
      <p className={shared['soft']}>{isOffered(settings) ? texts().fromClaim : texts().lead}</p>
      <Form
        key={form.round}
        label={texts().heading}
        initialValues={form.values}
        onSubmit={async (values) => {
          const { password: _proof, ...details } = values;
          const isNewAddress = details.email !== email;
          const result = await update(isNewAddress ? values : details);
          if ('error' in result) {
            // The API's base query has no other error.
            setFailed({ error: result.error as ApiError, values });
            return besideFields(refusalOf(result.error, texts().failed, texts().error), hasPassword);
          }
          setFailed(null);
          // The server says how the person is addressed now; the greeting follows.
          void loadSession();
          if (isNewAddress) beginAnew({ ...details, email });
          if (result.data.email_code_sent) setConfirming(true);
          return void setMessage(texts().saved);
        }}
      >
        {({ isSubmitting, values }) => (
          <>
            <SaveAgain error={failed && isSame(failed.values, values) ? failed.error : null} />
            <FieldRow>
              <TextField name="firstName" label={texts().firstName} autoComplete="given-name" />
              <TextField name="lastName" label={texts().lastName} autoComplete="family-name" />
            </FieldRow>
            <EmailField name="email" label={texts().email} />
            {values.email !== email &&
              (hasPassword ? (
                <PasswordField
                  name="password"
                  label={texts().password}
                  hint={texts().passwordWhy}
                  autoComplete="current-password"
                />
              ) : (
                <p className={shared['soft']}>{texts().signInWhy}</p>
              ))}
            <PhoneField name="phoneNumber" label={texts().phone} optional />
            <Button type="submit" busy={isSubmitting} busyText={texts().saving}>
              {texts().save}
            </Button>
          </>
        )}
      </Form>
      <div role="status">{message && <Notice tone="success">{message}</Notice>}</div>
      {pendingEmail && (
        <Notice
          actions={
            <Button variant="secondary" size="small" onClick={() => setConfirming(true)}>
              {account.settings.emailChange.submit}
            </Button>
          }
        >
          {account.settings.emailChange.pending(pendingEmail)}
        </Notice>
      )}
      {isConfirming && pendingEmail && (
        <ConfirmEmail
          email={pendingEmail}
          onClose={() => setConfirming(false)}
          onDone={(confirmed) => {
            setConfirming(false);
            setMessage(account.settings.emailChange.done);
            setForm(({ round, values }) => ({ round: round + 1, values: { ...values, email: confirmed } }));
            dispatch(userChanged({ email: confirmed }));
          }}
        />
      )}
    </section>
  );
}

interface Failed {
  error: ApiError;
  values: Values;
}

const isSame = (a: Values, b: Values) =>
  a.firstName === b.firstName &&
  a.lastName === b.lastName &&
  a.email === b.email &&
  a.phoneNumber === b.phoneNumber &&
  a.password === b.password;

/** Sends the form again when the server is back, unless it was typed in since: half an address must not be saved. */
function SaveAgain({ error }: { error: ApiError | null }) {
  const anchor = useRef<HTMLInputElement>(null);
  useSaveAgain(error, () => anchor.current?.form?.requestSubmit());
  return <input ref={anchor} type="hidden" />;
}

function ConfirmEmail({
  email,
  onClose,
  onDone,
}: {
  email: string;
  onClose: () => void;
  onDone: (email: string) => void;
}) {
  const [confirm] = useConfirmEmailMutation();
  const { title, text, submit } = account.settings.emailChange;
  return (
    <Dialog open title={title} onClose={onClose}>
      <p>{text(email)}</p>
      <Form
        label={title}
        initialValues={{ code: '' }}
        onSubmit={async (values) => {
          const result = await confirm(values);
          if ('data' in result && result.data) return void onDone(result.data.email);
          const { fields, message } = refusalOf(result.error, texts().failed, texts().error);
          return { fields: fields ?? { code: message ?? texts().failed } };
        }}
      >
        {({ isSubmitting }) => (
          <>
            <CodeField name="code" label={submit} />
            <Button type="submit" busy={isSubmitting}>
              {submit}
            </Button>
          </>
        )}
      </Form>
    </Dialog>
  );
}
