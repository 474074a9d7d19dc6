/**
 * React Fast Refresh of a remote that runs alone: a rebuild takes the place of the modules that it changed, and what is
 * typed and chosen stays. Runs in the browser, before React.
 */
// @ts-expect-error TS7016: the package has no types
import * as runtime from 'react-refresh/runtime';

interface Refresh {
  injectIntoGlobalHook(scope: object): void;
  isLikelyComponentType(value: unknown): boolean;
  performReactRefresh(): void;
}
/** `import.meta.webpackHot` of a module. */
interface Hot {
  data?: { wasOffered?: boolean };
  accept(): void;
  invalidate(): void;
  dispose(keep: (data: { wasOffered?: boolean }) => void): void;
  check(apply: true): Promise<unknown[] | null>;
}

const refresh = runtime as Refresh;
refresh.injectIntoGlobalHook(globalThis);

let drawing: ReturnType<typeof setTimeout> | undefined;
/** A module that exports components alone is replaced in place; any other hands its change on to who imports it. */
export function offerUpdate(exports: Readonly<Record<string, unknown>>, hot: Hot): void {
  const values = Object.values(exports);
  if (values.length === 0 || !values.every((value) => refresh.isLikelyComponentType(value))) {
    if (hot.data?.wasOffered) hot.invalidate();
    return;
  }
  hot.accept();
  hot.dispose((data) => void (data.wasOffered = true));
  // Once for all modules of a rebuild.
  if (hot.data?.wasOffered) drawing ??= setTimeout(draw);
}

function draw(): void {
  drawing = undefined;
  refresh.performReactRefresh();
}

/** Takes each rebuild into the page as it stands, one after the other; loads the page anew where that cannot be. */
export function followRebuilds(hot: Hot): void {
  let known: string | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  new EventSource('/events').addEventListener('built', ({ data }: MessageEvent<string>) => {
    if (known !== undefined && known !== data)
      turn = turn
        .then(() => hot.check(true))
        .then((changed) => changed ?? Promise.reject(new Error('There is no update from this build')))
        .catch(() => location.reload());
    known = data;
  });
}
