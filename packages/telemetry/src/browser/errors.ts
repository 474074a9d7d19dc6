/**
 * Calls back for every uncaught error, with the address of the script it came from, so that the caller can tell
 * whose it is. `error` is as it was thrown: `describeError` says what of it may leave the browser. Returns the way to stop.
 */
export function watchErrors(
  report: (failure: { error: unknown; source: string }) => void,
  target: Window = window,
): () => void {
  const onError = (event: ErrorEvent) => {
    // A failed <script> or <img> also arrives here, without a message: the loader reports those itself.
    if (event.message) report({ error: (event.error as unknown) ?? event.message, source: event.filename });
  };
  const onRejection = (event: PromiseRejectionEvent) => {
    const reason: unknown = event.reason;
    // Giving up on a request because the page moved on is no error.
    if ((reason as { name?: unknown } | null)?.name === 'AbortError') return;
    const stack = reason instanceof Error ? (reason.stack ?? '') : '';
    report({ error: reason, source: /https?:\/\/[^\s):]+(?::\d+\/[^\s):]+)?/.exec(stack)?.[0] ?? '' });
  };
  target.addEventListener('error', onError);
  target.addEventListener('unhandledrejection', onRejection);
  return () => {
    target.removeEventListener('error', onError);
    target.removeEventListener('unhandledrejection', onRejection);
  };
}
