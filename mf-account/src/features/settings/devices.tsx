import { queryError, queryStatus } from '@redress/api-client';
import { account } from '@redress/copy/account';
import { common } from '@redress/copy/common';
import { dateAndTime } from '@redress/copy/format';
import { Badge, Button, LoadError, showToast, Skeleton } from '@redress/ui';

import shared from '../../shared/screen.module.css';
import styles from './settings.module.css';
import { useDevicesQuery, useRevokeDeviceMutation } from './settings.api.ts';

/** Browsers signed in to this account; each of the others can be signed out from here. */
export function Devices() {
  const query = useDevicesQuery(undefined, { refetchOnMountOrArgChange: true });
  const [revoke, { originalArgs, isLoading }] = useRevokeDeviceMutation();
  const texts = account.settings.devices;
  const devices = query.data?.devices ?? [];

  const signOut = async (id: string) => {
    const result = await revoke({ id });
    showToast('error' in result ? { text: common.problem.somethingWrong, tone: 'danger' } : { text: texts.signedOut });
  };

  const status = queryStatus(query);
  return (
    <section className={styles['section']}>
      <h2>{texts.heading}</h2>
      {status === 'loading' && <Skeleton />}
      {status === 'error' && (
        <LoadError {...queryError(query.error, account.list)} onRetry={() => void query.refetch()} />
      )}
      {status === 'ready' && (
        <ul className={styles['devices']}>
          {devices.map((device) => (
            <li key={device.id}>
              <div>
                <span className={styles['deviceName']}>
                  {device.label}
                  {device.is_current && <Badge tone="success">{texts.thisDevice}</Badge>}
                </span>
                <p className={shared['soft']}>{texts.lastSeen(dateAndTime(device.last_seen_at))}</p>
              </div>
              {!device.is_current && (
                <Button
                  variant="secondary"
                  size="small"
                  busy={isLoading && originalArgs?.id === device.id}
                  aria-label={texts.signOutNamed(device.label)}
                  onClick={() => void signOut(device.id)}
                >
                  {texts.signOut}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {status === 'ready' && devices.length === 1 && <p className={shared['soft']}>{texts.none}</p>}
    </section>
  );
}
