import { useEffect, useState } from 'react';
import type * as Later from './later-screens.tsx';

export type LaterScreens = typeof Later;
type State = { status: 'waiting' } | { status: 'ready'; screens: LaterScreens } | { status: 'failed' };

let loaded: LaterScreens | null = null;
const load = () => import('./later-screens.tsx');

const whenIdle = (work: () => void): (() => void) => {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, 1);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: 2_000 });
  return () => cancelIdleCallback(handle);
};

/**
 * The screens after the first one. Not `React.lazy`: after a Suspense fallback React holds new content back for 300 ms.
 * @param isNeeded - somebody is on one of them now; else the browser's idle time will do
 */
export function useLaterScreens(isNeeded: boolean): State & { retry(): void } {
  const [state, setState] = useState<State>(loaded ? { status: 'ready', screens: loaded } : { status: 'waiting' });
  const [attempt, setAttempt] = useState(0);
  const isWaiting = state.status === 'waiting';

  useEffect(() => {
    if (!isWaiting) return;
    let isCurrent = true;
    const begin = () =>
      void load().then(
        (screens) => {
          loaded = screens;
          if (isCurrent) setState({ status: 'ready', screens });
        },
        () => isCurrent && setState({ status: 'failed' }),
      );
    const cancel = isNeeded ? (begin(), () => undefined) : whenIdle(begin);
    return () => {
      isCurrent = false;
      cancel();
    };
  }, [isWaiting, isNeeded, attempt]);

  return {
    ...state,
    retry() {
      setAttempt((number) => number + 1);
      setState({ status: 'waiting' });
    },
  };
}
