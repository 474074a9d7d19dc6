import { announce } from '@redress/mf-runtime';
import { useState } from 'react';
import { texts } from '../texts.ts';

/** Signs out once, however often it is pressed; says so when it did not work. */
export function useLogOut(onLogOut: () => Promise<boolean>) {
  const [isBusy, setIsBusy] = useState(false);
  const logOut = async () => {
    if (isBusy) return;
    setIsBusy(true);
    const done = await onLogOut();
    if (!done) announce(texts.logoutFailed);
    setIsBusy(false);
  };
  return { logOut, isBusy };
}
