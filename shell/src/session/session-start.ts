import { getStore } from '@redress/session-store';
import { askSession } from './ask-session.ts';

const RETRY_MS = 5000;

export type SessionStart = ReturnType<typeof createSessionStart>;

/** Finds out who the visitor is, and keeps trying while the server cannot be reached. */
export function createSessionStart(onChange: () => void) {
  let failed = false;
  let asking = false;
  let nextTry: ReturnType<typeof setTimeout> | undefined;

  const ask = async () => {
    if (asking || getStore().getState().session.status !== 'unknown') return;
    clearTimeout(nextTry);
    nextTry = undefined;
    asking = true;
    failed = !(await askSession());
    asking = false;
    if (failed) nextTry = setTimeout(() => void ask(), RETRY_MS);
    onChange();
  };

  return {
    /** Asks for the session, unless a call is under way, the answer is known, or the next try is scheduled. */
    begin() {
      if (nextTry === undefined) void ask();
    },
    /** Asks now. */
    retry: () => void ask(),
    /** The server could not be asked; it is tried again by itself. */
    hasFailed: () => failed,
  };
}
