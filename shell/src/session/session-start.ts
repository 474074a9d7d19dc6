import { getStore } from '@redress/session-store';
import { askSession } from './ask-session.ts';

const RETRY_MS = 5000;

export interface SessionStart {
  /** Asks for the session, unless a call is under way, the answer is known, or the next try is scheduled. */
  begin(): void;
  /** Asks now. */
  retry(): void;
  /** The server could not be asked; it is tried again by itself. */
  hasFailed(): boolean;
}

/** Finds out who the visitor is, and keeps trying while the server cannot be reached. */
export function createSessionStart(onChange: () => void): SessionStart {
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
    begin() {
      if (nextTry === undefined) void ask();
    },
    retry: () => void ask(),
    hasFailed: () => failed,
  };
}
