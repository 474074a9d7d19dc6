import { type ComponentType, type ReactNode, useContext, useEffect, useState } from 'react';
import { FailurePanel } from './failure-panel.tsx';
import { RemoteError } from './host/limits.ts';
import { Recovery } from './recovery-context.ts';

/** Code in a chunk of its own. */
export interface Late<Value> {
  /** Fetches it, or gives what was fetched before. A failure is forgotten, so the next call asks the network again. */
  load(): Promise<Value>;
  /** What was fetched, if anything. */
  current(): Value | undefined;
}

export type LateState<Value> =
  | { status: 'waiting' }
  | { status: 'ready'; value: Value }
  /** Neither this build nor the last good one could bring it. `retry` fetches again. */
  | { status: 'failed' };

/** @param fetch - `() => import('./other-screen.tsx')`, or a part of what that brings */
export function late<Value>(fetch: () => Promise<Value>): Late<Value> {
  let value: Value | undefined;
  return {
    load: async () => (value ??= await fetch()),
    current: () => value,
  };
}

/**
 * Fetches late code and follows how that goes. Instead of `React.lazy`, which keeps its first failure for ever, and after
 * whose fallback React holds new content back for 300 ms.
 * @param isNeeded - false: nothing is fetched yet, or only by `load`
 */
export function useLate<Value extends object>(
  code: Late<Value>,
  isNeeded = true,
): LateState<Value> & { retry(): void } {
  const recover = useContext(Recovery);
  const [, setSettled] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  const value = code.current();
  const isFetching = isNeeded && !hasFailed && value === undefined;

  useEffect(() => {
    if (!isFetching) return;
    let isCurrent = true;
    const settle = (failed: boolean) => {
      if (!isCurrent) return;
      setFailed(failed);
      setSettled((count) => count + 1);
    };
    code.load().then(
      () => settle(false),
      async (cause: unknown) => {
        const isReplaced = isCurrent && (await recover(new RemoteError('load-failed', String(cause), { cause })));
        if (!isReplaced) settle(true);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [isFetching, code, recover]);

  const retry = () => setFailed(false);
  if (value !== undefined) return { status: 'ready', value, retry };
  return { status: hasFailed ? 'failed' : 'waiting', retry };
}

/** `load` fetches it before it is drawn; the shell of before 2026-11-29 brings none. */
export type LateScreen<Props extends object> = ComponentType<Props> & Partial<Pick<Late<ComponentType<Props>>, 'load'>>;

/**
 * A component in a chunk of its own. While it is fetched `waiting` is shown; when it cannot be fetched, the last good
 * build of the remote takes over, or a panel with "Try again" is shown.
 * @param fetch - `() => import('./settings-page.tsx').then((page) => page.SettingsPage)`
 */
export function lateScreen<Props extends object>(
  fetch: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
): LateScreen<Props> {
  const code = late(fetch);
  const { load } = code;
  return Object.assign(
    function LateScreen(props: Props) {
      const state = useLate(code);
      if (state.status === 'waiting') return waiting;
      if (state.status === 'failed') return <FailurePanel onRetry={state.retry} />;
      const Screen = state.value;
      return <Screen {...props} />;
    },
    { load },
  );
}
