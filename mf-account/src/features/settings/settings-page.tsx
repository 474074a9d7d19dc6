import { queryError } from '@redress/api-client';
import { account } from '@redress/copy/account';
import { useDocumentTitle } from '@redress/mf-runtime';
import { LoadError, PageHeading, Skeleton } from '@redress/ui';
import { useFocusKept } from '@redress/ui/use-focus-kept';
import shared from '../../shared/screen.module.css';
import styles from './settings.module.css';
import { ContactForm } from './contact-form.tsx';
import { Devices } from './devices.tsx';
import { PasswordForm } from './password-form.tsx';
import { Reminders } from './reminders.tsx';
import { useSettingsQuery } from './settings.api.ts';
import { YourData } from './your-data.tsx';

/** /settings: contact details, password, devices, the person's data. */
export function SettingsPage() {
  const query = useSettingsQuery(undefined, { refetchOnMountOrArgChange: true });
  useDocumentTitle(account.settings.title);
  return (
    <>
      <div className={shared['head']}>
        <PageHeading screen="settings">{account.settings.title}</PageHeading>
      </div>
      <div className={styles['sections']} {...useFocusKept()}>
        {query.error && !query.data ? (
          <LoadError
            {...queryError(query.error, account.list)}
            onRetry={() => void query.refetch()}
            busy={query.isFetching}
          />
        ) : query.data ? (
          <ContactForm settings={query.data.settings} />
        ) : (
          // As high as the form will be: what stands below it does not move.
          <div className={styles['waiting']} aria-busy="true">
            <Skeleton shape="heading" />
            <Skeleton count={4} className={styles['waitingField']} />
          </div>
        )}
        <PasswordForm />
        {query.data?.settings.remindersOff && <Reminders off={query.data.settings.remindersOff} />}
        <Devices />
        <YourData />
      </div>
    </>
  );
}
