/** Every wait has a limit (docs/product/releases.md): a hung remote costs this much and no more. */
export const LIMITS_MS = { entry: 3000, chunk: 5000, mount: 4000, snapshot: 2000, flush: 1500 } as const;

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

/** `work`, or a `timed-out` failure after the limit. What `work` brings after it is ignored. */
export function withinLimit<T>(work: Promise<T>, limitMs: number, what: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new RemoteError('timed-out', `${what}: nothing within ${limitMs} ms`)),
      limitMs,
    );
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
