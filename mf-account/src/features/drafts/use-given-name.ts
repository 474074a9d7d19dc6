import { loadSession } from '@redress/api-client';
import { selectUser, useAppSelector } from '@redress/session-store';
import { useEffect } from 'react';

/**
 * The service greets who has no name in the account by the one given in a claim. Who registered in the wizard and gave it
 * since then is here without a new load of the page: the greeting is asked for again.
 */
export function useGivenName(): void {
  const isNameless = useAppSelector((state) => {
    const user = selectUser(state);
    return user !== null && user.display_name === user.email.split('@', 1)[0];
  });
  useEffect(() => {
    if (isNameless) void loadSession();
  }, [isNameless]);
}
