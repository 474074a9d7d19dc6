/** Reports that say a build does not work. */
export const FAILURES: ReadonlySet<string> = new Set([
  'load-failed',
  'mount-failed',
  'timed-out',
  'integrity-refused',
  'render-error',
]);
