import { setTimeout as wait } from 'node:timers/promises';

/** One that has not answered by then may be about to fail: the next one is asked as well. */
const NEXT_ASKED_MS = 400;

/**
 * Asks several who can say the same, for what changes nothing: the next one when the one before has failed or is late.
 * @param asks - in their order; at least one. The signal of each ends when another one has answered
 * @param limit - ends them all
 * @returns the first answer
 * @throws {Error} with what each of them said, when none answers
 */
export async function firstAnswer<T>(
  asks: readonly ((signal: AbortSignal) => Promise<T>)[],
  limit: AbortSignal,
): Promise<T> {
  const done = new AbortController();
  const signal = AbortSignal.any([done.signal, limit]);
  const asked: Promise<T>[] = [];
  try {
    for (const [place, ask] of asks.entries()) {
      const answer = ask(signal);
      asked.push(answer);
      if (place === asks.length - 1) break;
      const isLate = wait(NEXT_ASKED_MS, true, { signal }).catch(() => true);
      const isNextWanted = await Promise.race([
        answer.then(
          () => false,
          () => true,
        ),
        isLate,
      ]);
      if (!isNextWanted) break;
    }
    return await Promise.any(asked);
  } catch (error) {
    const { errors = [error] } = error as AggregateError;
    throw new Error((errors as Error[]).map(({ message }) => message).join('; '), { cause: error });
  } finally {
    done.abort();
  }
}
