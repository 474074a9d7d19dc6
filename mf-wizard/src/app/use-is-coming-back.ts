import { useLayoutEffect, useState } from 'react';
import { hasClaimToFetch } from '../shared/claim-to-fetch.ts';

/**
 * Whether an empty first screen would be wrong for this tab. False while hydrating, because the drawn screen knows no
 * visitor; true before the browser paints again.
 */
export function useIsComingBack(): boolean {
  const [isComingBack, setComingBack] = useState(false);
  useLayoutEffect(() => setComingBack(hasClaimToFetch()), []);
  return isComingBack;
}
