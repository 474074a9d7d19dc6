import { shell } from '@redress/copy/shell';
import { showToast } from '@redress/ui';
import { useState } from 'react';

/** Signs out once, however often it is pressed; says so when it did not work. */
export function useLogOut(onLogOut: () => Promise<boolean>) {
  const [isBusy, setIsBusy] = useState(false);
  const logOut = async () => {
    if (isBusy) return;
    setIsBusy(true);
    const done = await onLogOut();
    if (!done) showToast({ text: shell.account.logOutFailed, tone: 'danger' });
    setIsBusy(false);
  };
  return { logOut, isBusy };
}
