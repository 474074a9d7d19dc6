import { repeat } from '@redress/database';

const AGAIN_MS = 1_000;

/** A bucket that refuses counts as away: its keys and rights can be corrected while the program runs. */
const isStoreAway = (error: unknown): error is Error => (error as { code?: unknown } | null)?.code === 'STORE_AWAY';

/**
 * A start that needs the store of builds. While the store is away it is tried again, and the program is not ready.
 * @param work - may be done again from its beginning
 */
export function openWithStore(
  work: () => Promise<void>,
  { log, againMs = AGAIN_MS }: { log: (message: string) => void; againMs?: number },
) {
  let fault: string | null = null;
  let stop = () => Promise.resolve();
  let isStopped = false;

  /** @returns whether the work is done */
  const attempt = async (): Promise<boolean> => {
    try {
      await work();
    } catch (error) {
      if (!isStoreAway(error)) throw error;
      const sentence = `The start waits for the store of builds: ${error.message}`;
      if (fault !== sentence) log(sentence);
      fault = sentence;
      return false;
    }
    if (fault !== null) log('The store of builds answers again: the start is complete.');
    fault = null;
    return true;
  };
  return {
    /**
     * Resolves when the work is done, or when it waits for the store: then it is tried again by itself.
     * @throws what the first try throws, except that the store is away
     */
    async begin() {
      if ((await attempt()) || isStopped) return;
      const goOn = async () => {
        if (await attempt()) void stop();
      };
      // An error of another kind reaches nobody here and ends the program, as it does in the first try.
      const failed = (error: Error) => {
        throw error;
      };
      stop = repeat(againMs, goOn, { failed });
    },
    /** Why the work is not done, for people; `null` once it is. */
    fault: () => fault,
    /** Begins no further try, and waits for the one that goes on. */
    stop() {
      isStopped = true;
      return stop();
    },
  };
}
