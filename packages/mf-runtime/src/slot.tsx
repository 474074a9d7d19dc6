import type { SlotName, SlotProps } from '@redress/contracts';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { FailurePanel } from './failure-panel.tsx';
import { type LoadedSlot, host } from './host-port.ts';
import { RemoteBoundary } from './remote-boundary.tsx';

type State<Name extends SlotName> =
  { status: 'loading' } | { status: 'ready'; slot: LoadedSlot<Name> } | { status: 'failed' };

/**
 * A piece of another remote inside this one's page. Its own failure stays its own: a panel with a way back stands in
 * its place, announced, and the page around it goes on.
 * @param props.name - the slot, typed in `@redress/contracts`; the snapshot says which remote fills it
 * @param props.fallback - what to show while it loads
 */
export function Slot<Name extends SlotName>({
  name,
  fallback = null,
  ...props
}: { name: Name; fallback?: ReactNode } & SlotProps[Name]) {
  const [state, setState] = useState<State<Name>>({ status: 'loading' });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let current = true;
    setState({ status: 'loading' });
    host()
      .loadSlot(name)
      .then(
        (slot) => current && setState({ status: 'ready', slot }),
        () => current && setState({ status: 'failed' }),
      );
    return () => {
      current = false;
    };
  }, [name, attempt]);

  const retry = useCallback(() => setAttempt((number) => number + 1), []);

  if (state.status === 'loading') return fallback;
  if (state.status === 'failed') return <FailurePanel onRetry={retry} />;
  const { Component, buildId } = state.slot;
  return (
    <RemoteBoundary key={buildId} onError={(error) => host().reportSlotError(name, buildId, error)}>
      {/* What is left of the props is the slot's own; a rest of a generic intersection cannot say so. */}
      <Component {...(props as unknown as SlotProps[Name])} />
    </RemoteBoundary>
  );
}
