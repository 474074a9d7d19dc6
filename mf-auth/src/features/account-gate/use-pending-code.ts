import { send } from '@redress/api-client/send';
import { useEffect, useRef } from 'react';
import { pendingCode } from './account-gate.api.ts';

/** A code was mailed before a reload: the window that asks for it opens again, instead of asking for everything anew. */
export function usePendingCode(isAsked: boolean, onPending: (email: string) => void): void {
  const hasAsked = useRef(false);
  useEffect(() => {
    if (!isAsked || hasAsked.current) return;
    hasAsked.current = true;
    void send(pendingCode, undefined).then((result) => {
      if ('data' in result && result.data.has_code && result.data.email) onPending(result.data.email);
    });
  });
}
