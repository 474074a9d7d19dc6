/**
 * Does work every so many milliseconds, first after one of them; the time for a run is left out while the one before goes
 * on. Of a database that hangs, runs would pile up otherwise until they hold every connection. It does not keep the program
 * from ending.
 * @param how.failed - told why a run failed; the next one comes at its time
 * @param how.atOnce - the first run is now
 * @returns ends it; resolves when the run that goes on has ended, which is as long as the work itself takes
 */
export function repeat(
  everyMs: number,
  work: () => Promise<unknown>,
  { failed, atOnce = false }: { failed: (error: Error) => void; atOnce?: boolean },
): () => Promise<void> {
  let running: Promise<void> | null = null;
  const run = async () => {
    try {
      await work();
    } catch (error) {
      failed(error as Error);
    }
  };
  const due = () => {
    running ??= run().finally(() => (running = null));
  };
  const timer = setInterval(due, everyMs);
  timer.unref();
  if (atOnce) due();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
