import { loadSession } from '@redress/api-client';
import { getStore } from '@redress/session-store';

const RETRY_MS = 5000;

export interface SessionStart {
  /** Asks who this is, unless somebody is asking or it is known. */
  begin(): void;
  /** The server could not be asked; it is tried again by itself. */
  hasFailed(): boolean;
}

/** Finds out who the visitor is, and keeps trying while the server cannot be reached. */
export function createSessionStart(onChange: () => void): SessionStart {
  let failed = false;
  let asking = false;

  const ask = async () => {
    if (asking || getStore().getState().session.status !== 'unknown') return;
    asking = true;
    const result = await loadSession();
    asking = false;
    failed = 'error' in result;
    if (failed) setTimeout(() => void ask(), RETRY_MS);
    onChange();
  };

  return { begin: () => void ask(), hasFailed: () => failed };
}
