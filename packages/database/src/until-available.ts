import { setTimeout as wait } from 'node:timers/promises';
import { isPassingFailure } from './errors.ts';
import { isWrongSetting, isStartRefusal } from './refusal.ts';

const SAY_AFTER_MS = 5_000;
const AGAIN_MS = 500;
/** Then the program ends, and is started again with the settings and addresses of then. */
const LIMIT_MS = 60_000;

const mayPass = (error: unknown): error is Error =>
  isStartRefusal(error) ? !isWrongSetting(error) : isPassingFailure(error);

/**
 * Does a step of a start, again and again while the database is away, starts itself or has no time. On a busy machine everything
 * takes longer than the limits of calls.
 * @param work - may be done again from its beginning
 * @param options.log - told once what is waited for, after 5 s
 * @param options.stopping - ends the wait
 * @throws what `work` threw last, after a minute
 */
export async function untilAvailable<T>(
  work: () => Promise<T>,
  { log, stopping, limitMs = LIMIT_MS, sayAfterMs = SAY_AFTER_MS }: AvailableOptions,
): Promise<T> {
  const startedAt = performance.now();
  let reason = 'it has not answered yet.';
  const saying = setTimeout(() => log(`The start waits for the database: ${reason}`), sayAfterMs);
  try {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!mayPass(error) || stopping?.aborted || performance.now() - startedAt > limitMs) throw error;
        reason = error.message;
        await wait(AGAIN_MS, undefined, { signal: stopping }).catch(() => {});
      }
    }
  } finally {
    clearTimeout(saying);
  }
}

export interface AvailableOptions {
  log: (message: string) => void;
  stopping?: AbortSignal | undefined;
  limitMs?: number;
  sayAfterMs?: number;
}
