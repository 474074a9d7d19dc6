import { PERSONAL_STORAGE_PREFIX, stored } from '@redress/session-store';

const VERSION = 1;

/**
 * Orders that this tab has completed, by session. Back leads to the order screen again, and by then the letter may have been
 * stopped: approving it again would send a letter that its writer has withdrawn. Declared in remote.config.ts.
 */
const done = stored('tab', `${PERSONAL_STORAGE_PREFIX}order-done.`, (kept) => (kept === VERSION ? kept : null));

export const isOrderDone = (formSessionId: string): boolean => done.read(formSessionId) !== null;

export const rememberOrderDone = (formSessionId: string): void => void done.write(VERSION, formSessionId);
