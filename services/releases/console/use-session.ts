import type { Person } from '@redress/contracts/release-api';
import { isReleaseRefusal, type ReleaseRefusal } from '@redress/release-client';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { releaseApi } from './api.ts';
import { onSessionChanged, signOut, tellTabs } from './session.ts';

/** Kept for this tab only: a reload should not ask again, another tab or day should. */
const STORED = 'redress-release-token';

/** Who works here: by a token that was pasted, or whoever has signed in with this browser. */
export function useSession() {
  /** `null`: whoever has signed in with this browser. */
  const [token, setToken] = useState(() => sessionStorage.getItem(STORED));
  const [person, setPerson] = useState<Person | null>(null);
  const [hasEnded, setEnded] = useState(false);
  const [refusal, setRefusal] = useState<ReleaseRefusal | null>(null);
  const api = useMemo(() => releaseApi(token, () => setEnded(true)), [token]);

  const become = useCallback((given: string | null, who: Person | null) => {
    if (given === null) sessionStorage.removeItem(STORED);
    else sessionStorage.setItem(STORED, given);
    setToken(given);
    setPerson(who);
    // Whoever leaves a token is not asked for the session that the browser may have as well.
    setEnded(who === null);
    setRefusal(null);
  }, []);
  const leave = useCallback(() => {
    const forget = () => become(null, null);
    // A session that could not be ended is not said to be.
    if (token === null && !hasEnded) void signOut().then(forget, setRefusal);
    else forget();
  }, [become, token, hasEnded]);
  const resume = useCallback(async () => {
    setRefusal(null);
    try {
      setPerson(await api('whoAmI', {}));
      if (token === null) tellTabs();
    } catch (error) {
      if (!isReleaseRefusal(error) || error.code !== 'TOKEN_UNKNOWN') setRefusal(error as ReleaseRefusal);
    }
  }, [api, token]);
  useEffect(() => {
    if (person === null && !hasEnded) void resume();
  }, [person, hasEnded, resume]);
  useEffect(
    () =>
      // Somebody has signed in or out in another tab: what is open here stays, and from now on is theirs.
      onSessionChanged(() => {
        if (token !== null && !hasEnded) return;
        releaseApi(null)('whoAmI', {}).then(
          (who) => become(null, who),
          () => token === null && setEnded(true),
        );
      }),
    [become, token, hasEnded],
  );
  return { api, person, hasEnded, refusal, signIn: become, leave, resume, closeRefusal: () => setRefusal(null) };
}
