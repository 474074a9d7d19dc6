import { navigateTo } from '@redress/mf-runtime';
import { useEffect, useState } from 'react';

export const REDIRECT_S = 5;

/** Leaves for the dashboard `leavesIn` seconds after an approval, unless the person stays. */
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
