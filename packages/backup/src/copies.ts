/** A copy that failed at its end cost the server hours of reading. */
const RETRY_MS = 600_000;

interface CopiesOptions {
  /** `first`: there is none yet, and without one no point is of use. */
  due(): Promise<'first' | 'next' | null>;
  copy(signal: AbortSignal): Promise<void>;
  say: (line: string) => void;
  stopping: AbortSignal;
}

/** Copies of the database, made beside the points: those go on for as long as a copy of a large database takes. */
export function keepCopies({ due, copy, say, stopping }: CopiesOptions) {
  const over = new AbortController();
  const signal = AbortSignal.any([stopping, over.signal]);
  let running: Promise<void> | null = null;
  let notBefore = 0;
  return {
    /** Begins a copy where one is due. @throws {Error} when the first one fails, which is waited for */
    async whenDue(): Promise<void> {
      if (running || Date.now() < notBefore) return;
      const which = await due();
      if (which === 'first') return copy(signal);
      if (which === null) return;
      running = copy(signal)
        .catch(({ message }: Error) => {
          notBefore = Date.now() + RETRY_MS;
          if (!signal.aborted) say(`The database is not copied, the log goes on from the copy before: ${message}`);
        })
        .finally(() => (running = null));
    },
    /** Ends the copy being made. */
    async stop(): Promise<void> {
      over.abort();
      await running;
    },
  };
}
