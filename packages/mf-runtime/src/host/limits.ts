/** Every wait has a limit (docs/product/releases.md): a hung remote costs this much on a usual device and line. */
export const LIMITS_MS = { entry: 3000, chunk: 5000, mount: 4000, snapshot: 2000, flush: 1500 } as const;
/** No wait is longer, whatever the device and the line. */
export const LONGEST_WAIT_MS = 45_000;
/** A visitor who has waited this long is told that the page goes on loading. */
export const TOLD_AFTER_MS = 3_000;
const TICK_MS = 100;
/** A file takes less on a usual line. */
const USUAL_FILE_MS = 500;

export type FailureKind = 'load-failed' | 'mount-failed' | 'timed-out' | 'integrity-refused' | 'render-error';

/** What went wrong with a remote's build. Told apart by `kind`. */
export class RemoteError extends Error {
  readonly kind: FailureKind;
  constructor(kind: FailureKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RemoteError';
    this.kind = kind;
  }
}

export const failureKind = (error: unknown, otherwise: FailureKind): FailureKind =>
  error instanceof Error && 'kind' in error ? (error as RemoteError).kind : otherwise;

/**
 * By how much files take longer on this line than on a usual one; at least 1.
 * Median of what came over the network for this page: one hung file makes no line slow.
 */
export function lineFactor(): number {
  const files = (performance.getEntriesByType?.('resource') ?? []) as PerformanceResourceTiming[];
  const durations = files
    .filter(({ initiatorType, transferSize }) => transferSize > 0 && /^(?:script|link|css)$/.test(initiatorType))
    .map(({ duration }) => duration)
    .sort((a, b) => a - b);
  const [median = 0] = durations.slice(Math.floor(durations.length / 2));
  return Math.max(1, median / USUAL_FILE_MS);
}

/**
 * `work`, or a `timed-out` failure after the limit. What `work` brings after it is ignored.
 * The limit counts time that the page could use: of a thread that is held up a late tick counts as one tick, so a starved
 * device does not make a working remote fail.
 * @param factor - lengthens the limit, asked when it is reached; a load gives `lineFactor`
 */
export function withinLimit<T>(work: Promise<T>, limitMs: number, what: string, factor = () => 1): Promise<T> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    let countedMs = 0;
    let timer: ReturnType<typeof setTimeout>;
    const count = (stepMs: number) => {
      timer = setTimeout(() => {
        countedMs += stepMs;
        const leftMs = Math.min(
          limitMs * (countedMs < limitMs ? 1 : factor()) - countedMs,
          LONGEST_WAIT_MS - (performance.now() - started),
        );
        if (leftMs > 0) return count(Math.min(TICK_MS, leftMs));
        reject(new RemoteError('timed-out', `${what}: nothing within ${countedMs} ms`));
      }, stepMs);
    };
    count(Math.min(TICK_MS, limitMs));
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
