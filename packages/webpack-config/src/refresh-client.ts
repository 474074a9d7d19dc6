/**
 * React Fast Refresh: a rebuild takes the place of the modules that it changed, and what is typed and chosen stays. Runs in
 * the browser, before React; the builds of one page have one refresh runtime, that of the first.
 */
// @ts-expect-error TS7016: the package has no types
import * as runtime from 'react-refresh/runtime';

interface Refresh {
  injectIntoGlobalHook(scope: object): void;
  isLikelyComponentType(value: unknown): boolean;
  performReactRefresh(): void;
  register(type: unknown, id: string): void;
  createSignatureFunctionForTransform(): unknown;
}
/** `import.meta.webpackHot` of a module. */
interface Hot {
  data?: { wasOffered?: boolean };
  accept(): void;
  invalidate(): void;
  dispose(keep: (data: { wasOffered?: boolean }) => void): void;
  check(apply: true): Promise<unknown[] | null>;
}
/** How a build on the page becomes the next one, whose files are under `base`. */
type TakeUpdate = (base: string, files: readonly string[]) => Promise<boolean>;

declare let __webpack_public_path__: string;
declare const __webpack_hash__: string;
const page = globalThis as typeof globalThis & {
  redressRefresh?: { runtime: Refresh; builds: Map<string, TakeUpdate> };
};
if (!page.redressRefresh) {
  page.redressRefresh = { runtime: runtime as Refresh, builds: new Map() };
  page.redressRefresh.runtime.injectIntoGlobalHook(globalThis);
}
const { runtime: refresh, builds } = page.redressRefresh;
export { refresh };

let isEntered = false;
let drawing: ReturnType<typeof setTimeout> | undefined;
/** A module that exports components alone is replaced in place; any other hands its change on to who imports it. */
export function offerUpdate(exports: Readonly<Record<string, unknown>>, hot: Hot, build: string): void {
  if (!isEntered) builds.set(build, (base, files) => takeUpdates(hot, base, files));
  isEntered = true;
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

/** One update leads to the next build; a page that fell behind takes several. */
async function takeUpdates(hot: Hot, base: string, files: readonly string[]): Promise<boolean> {
  __webpack_public_path__ = base;
  const isBehind = () => files.some((file) => file.includes(`${__webpack_hash__}.hot-update.`));
  const wasBehind = isBehind();
  while (isBehind()) if (!(await hot.check(true))) return false;
  return wasBehind;
}

/** Of a remote alone: takes each rebuild, one after the other; loads the page anew where that cannot be. */
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
