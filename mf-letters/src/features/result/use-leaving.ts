import { navigateTo } from '@redress/mf-runtime';
import { useEffect, useState } from 'react';

export const REDIRECT_S = 5;

/** After an approval the dashboard opens in `leavesIn` seconds, unless the person stays. */
export function useLeaving() {
  const [leavesIn, setLeavesIn] = useState<number | null>(null);
  useEffect(() => {
    if (leavesIn === null) return undefined;
    if (leavesIn === 0) {
      navigateTo('/dashboard');
      return undefined;
    }
    const timer = setTimeout(() => setLeavesIn(leavesIn - 1), 1_000);
    return () => clearTimeout(timer);
  }, [leavesIn]);
  return {
    leavesIn,
    leave: () => setLeavesIn(REDIRECT_S),
    leaveNow: () => setLeavesIn(0),
    stay: () => setLeavesIn(null),
  };
}
export type Leaving = ReturnType<typeof useLeaving>;
