import { late, useLate, type LateState } from '@redress/mf-runtime';
import { useEffect, useState } from 'react';
import { whenIdle } from '../shared/when-idle.ts';
import type * as Later from './later-screens.tsx';

const laterScreens = late(() => import('./later-screens.tsx'));

/** Fetches every screen: which of them is asked for, the store says. */
export const prepare = async () => (await laterScreens.load()).claimScreens.load();

/**
 * The screens after the first one.
 * @param isNeeded - one of them is the current screen; else they are fetched ahead, in the browser's idle time
 */
export function useLaterScreens(isNeeded: boolean): LateState<typeof Later> & { retry(): void } {
  const [isAhead, setAhead] = useState(false);
  useEffect(() => {
    if (isNeeded) return;
    // What fails ahead of need is fetched again when it is needed.
    return whenIdle(
      () =>
        void laterScreens.load().then(
          () => setAhead(true),
          () => undefined,
        ),
    );
  }, [isNeeded]);
  return useLate(laterScreens, isNeeded || isAhead);
}
