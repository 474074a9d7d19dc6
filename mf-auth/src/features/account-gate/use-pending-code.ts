import { useEffect, useRef } from 'react';
import { ask } from '../../shared/ask.ts';

/** A code was mailed before a reload: the window that asks for it opens again, instead of asking for everything anew. */
export function usePendingCode(isAsked: boolean, onPending: (email: string) => void): void {
  const hasAsked = useRef(false);
  useEffect(() => {
    if (!isAsked || hasAsked.current) return;
    hasAsked.current = true;
    void ask(({ askForPendingCode }) => askForPendingCode()).then((result) => {
      if ('data' in result && result.data.has_code && result.data.email) onPending(result.data.email);
    });
  });
}
