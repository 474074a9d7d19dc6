import { isReleaseRefusal } from '../refusal.ts';

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 15_000;

/**
 * Takes newer things into service one after the other, the newest first, and tries again until it is done.
 * @param deps.adopt - brings one into service, or throws
 * @param deps.describe - names it in sentences: `Snapshot 9`
 * @param deps.firstRetryMs - wait after the first failure; it doubles with each further one
 */
export function createAdoption<T>(deps: {
  adopt: (next: T) => Promise<void>;
  describe: (next: T) => string;
  log: (message: string) => void;
  firstRetryMs?: number;
}) {
  const { adopt, describe, log, firstRetryMs = FIRST_RETRY_MS } = deps;
  let wanted: { item: T } | null = null;
  let working: Promise<void> | null = null;
  let fault: string | null = null;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const work = async (): Promise<void> => {
    while (wanted) {
      const trying = wanted;
      try {
        await adopt(trying.item);
        if (wanted === trying) wanted = null;
        if (fault !== null) log(`${describe(trying.item)} is in service.`);
        fault = null;
        failures = 0;
      } catch (error) {
        if (wanted !== trying) continue;
        const why = isReleaseRefusal(error) ? `${error.code}: ${error.message}` : (error as Error).message;
        const sentence = `${describe(trying.item)} is not in service: ${why}`;
        if (fault !== sentence) log(sentence);
        fault = sentence;
        const waitMs = Math.min(LAST_RETRY_MS, firstRetryMs * 2 ** failures);
        failures += 1;
        // Spread, or every site of a fleet would ask a store that has just come back at the same moment.
        if (!isStopped) timer = setTimeout(() => void start(), waitMs * (0.5 + Math.random() / 2)).unref();
        return;
      }
    }
  };
  const start = (): Promise<void> => {
    clearTimeout(timer);
    working ??= work().finally(() => (working = null));
    return working;
  };

  return {
    /** Resolves when this or a newer one was tried once. */
    want(next: T): Promise<void> {
      wanted = { item: next };
      failures = 0;
      return start();
    },
    /** Resolves when what is wanted by now, or a newer one, was tried once. */
    tried: () => working ?? Promise.resolve(),
    /** Why the newest one is not in service, for people; `null` when it is. */
    fault: () => fault,
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
export type Adoption<T> = ReturnType<typeof createAdoption<T>>;
