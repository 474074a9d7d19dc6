import type { Logger } from '@redress/telemetry/server';
import type { Started } from './context.ts';

/** `npm start` starts the program again after this exit code (packages/tools/lib/keep-running.mjs). */
export const START_AGAIN = 70;
/** What does not stop in these times is ended with the process. During a start no request is served yet. */
const LIMITS_MS = { stop: 30_000, crashedStart: 2_000 };

export interface Ending {
  /** Aborted when the program is to end. */
  signal: AbortSignal;
  /** Tells what is being started: what it has started must be there to be stopped. @returns the same */
  whileStarting<T>(start: Promise<T>): Promise<T>;
  hasBegun(): boolean;
  /** Ends the program in order, once; a second call changes nothing. */
  stop(exitCode: number, logger: Logger | null): Promise<void>;
  /** Ends it after an error that nothing handled. A start in which that happened may never settle, and is not waited for. */
  crash(error: unknown, logger: Logger | null): Promise<void>;
}

/** How the program ends: asked to, or by an error. */
export function createEnding({
  started,
  exit,
  limitsMs = LIMITS_MS,
}: {
  started: Started;
  exit: (code: number) => void;
  limitsMs?: typeof LIMITS_MS;
}): Ending {
  const asked = new AbortController();
  let starting: Promise<unknown> | null = null;
  let ending: Promise<void> | null = null;
  const end = (exitCode: number, logger: Logger | null, limitMs: number, before: Promise<unknown> | null) => {
    setTimeout(() => exit(exitCode || 1), limitMs).unref();
    asked.abort();
    return (ending ??= Promise.resolve(before)
      .catch(() => {})
      .then(() => started.stop(logger))
      .then(() => exit(exitCode)));
  };
  return {
    signal: asked.signal,
    whileStarting(start) {
      starting = start;
      const over = () => void (starting = null);
      start.then(over, over);
      return start;
    },
    hasBegun: () => ending !== null,
    stop: (exitCode, logger) => ending ?? end(exitCode, logger, limitsMs.stop, starting),
    async crash(error, logger) {
      logger?.fatal({ err: error }, 'ending after an error that nothing handled');
      if (starting === null) return ending ?? end(START_AGAIN, logger, limitsMs.stop, null);
      // Also where the program was asked to stop and waits for the start.
      starting = ending = null;
      return end(START_AGAIN, logger, limitsMs.crashedStart, null);
    },
  };
}
