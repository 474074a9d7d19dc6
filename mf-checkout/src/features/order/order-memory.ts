import { PERSONAL_STORAGE_PREFIX } from '@redress/session-store';

/**
 * Orders that this tab has completed. Back leads to the order screen again, and by then the letter may have been
 * stopped: approving it again would send a letter that its writer has withdrawn. Declared in remote.config.ts.
 */
const VERSION = '1';
const keyOf = (formSessionId: string) => `${PERSONAL_STORAGE_PREFIX}order-done.${formSessionId}`;

export function isOrderDone(formSessionId: string): boolean {
  try {
    return sessionStorage.getItem(keyOf(formSessionId)) === VERSION;
  } catch {
    return false;
  }
}

export function rememberOrderDone(formSessionId: string): void {
  try {
    sessionStorage.setItem(keyOf(formSessionId), VERSION);
  } catch {
    // Storage refused: coming back runs the order again.
  }
}
