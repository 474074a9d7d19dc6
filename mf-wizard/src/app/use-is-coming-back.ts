import { getStore } from '@redress/session-store';
import { useLayoutEffect, useState } from 'react';

/**
 * Whether this tab already has a claim that must be fetched first: an empty first screen would be wrong for it. False
 * while hydrating, because the drawn screen knows no visitor; true before the browser paints again.
 */
export function useIsComingBack(): boolean {
  const [isComingBack, setComingBack] = useState(false);
  useLayoutEffect(() => {
    // After a change of builds the store still holds the claim: there is nothing to wait for.
    const { wizard, claim } = getStore().getState();
    setComingBack(wizard.revision === null && (claim.id !== null || claim.edit !== null));
  }, []);
  return isComingBack;
}
