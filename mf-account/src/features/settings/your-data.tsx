import { call, leaveAccount, saveFile } from '@redress/api-client';
import { ended } from '@redress/api-client/send';
import { exportData } from '@redress/contracts';
import { account } from '@redress/copy/account';
import { common } from '@redress/copy/common';
import { Form, PasswordField, RadioCards, TextField } from '@redress/forms';
import { navigateTo } from '@redress/mf-runtime';
import { selectUser, useAppSelector } from '@redress/session-store';
import { Button, Dialog, showToast } from '@redress/ui';
import { useState } from 'react';

import shared from '../../shared/screen.module.css';
import styles from './settings.module.css';
import { refusalOf } from './refusal.ts';
import { useDeleteAccountMutation } from './settings.api.ts';

/** Export and deletion (R29). */
export function YourData() {
  const [isExporting, setExporting] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const texts = account.settings.data;

  const exportAll = async () => {
    setExporting(true);
    const result = await call(exportData, undefined);
    setExporting(false);
    if ('error' in result) showToast({ text: result.error.message || common.problem.somethingWrong, tone: 'danger' });
    else saveFile(result.data.blob, result.data.fileName ?? 'redress-data.json');
  };

  return (
    <section className={styles['section']}>
      <h2>{texts.heading}</h2>
      <p className={shared['soft']}>{texts.exportText}</p>
      <div className={shared['actions']}>
        <Button variant="secondary" busy={isExporting} busyText={texts.exporting} onClick={() => void exportAll()}>
          {texts.export}
        </Button>
      </div>
      <p className={shared['soft']}>{texts.deleteText}</p>
      <div className={shared['actions']}>
        <Button variant="danger" onClick={() => setDeleting(true)}>
          {texts.delete}
        </Button>
      </div>
      {isDeleting && <DeleteAccount onClose={() => setDeleting(false)} />}
    </section>
  );
}

const CHOICES = ['post', 'refund'] as const;
const isChoice = (value: string): value is (typeof CHOICES)[number] => CHOICES.some((choice) => choice === value);

function DeleteAccount({ onClose }: { onClose: () => void }) {
  const [deleteAccount] = useDeleteAccountMutation();
  const hasPassword = useAppSelector(selectUser)?.has_password ?? true;
  const texts = account.settings.data;
  // Asked for only where there is something to choose: the server knows.
  const [mustChoose, setMustChoose] = useState(false);
  return (
    <Dialog open title={texts.deleteTitle} onClose={onClose}>
      <p>{texts.deleteText}</p>
      <Form
        label={texts.deleteTitle}
        initialValues={{ password: '', confirm: '', unposted: '' }}
        check={({ confirm, unposted }): Record<string, string> => ({
          ...(mustChoose && !isChoice(unposted) ? { unposted: texts.unpostedRequired } : {}),
          ...(confirm === texts.deleteWord ? {} : { confirm: texts.deleteType(texts.deleteWord) }),
        })}
        onSubmit={async ({ password, unposted }) => {
          const choice = isChoice(unposted) ? { unposted } : {};
          const result = await ended(deleteAccount({ password, confirm: 'DELETE', ...choice }));
          if ('error' in result) {
            if (result.error.code === 'LETTER_NOT_POSTED') {
              setMustChoose(true);
              return { fields: { unposted: result.error.message } };
            }
            const { fields, message } = refusalOf(
              result.error,
              common.problem.somethingWrong,
              common.problem.couldNotLoadText,
            );
            return { fields: fields ?? { password: message ?? '' } };
          }
          showToast({ text: texts.deleted });
          leaveAccount();
          return void navigateTo('/', { replace: true });
        }}
      >
        {({ isSubmitting }) => (
          <>
            {mustChoose && (
              <RadioCards
                name="unposted"
                label={texts.unposted}
                options={CHOICES.map((value) => ({ value, ...texts.unpostedChoices[value] }))}
              />
            )}
            {hasPassword && (
              <PasswordField name="password" label={texts.deletePassword} autoComplete="current-password" />
            )}
            <TextField name="confirm" label={texts.deleteType(texts.deleteWord)} autoComplete="off" />
            <Button type="submit" variant="danger" busy={isSubmitting}>
              {texts.deleteConfirm}
            </Button>
          </>
        )}
      </Form>
    </Dialog>
  );
}
