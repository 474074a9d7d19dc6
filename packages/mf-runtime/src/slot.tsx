import type { SlotName, SlotProps } from '@redress/contracts';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { FailurePanel } from './failure-panel.tsx';
import { type LoadedSlot, host } from './host-port.ts';
import { RemoteBoundary } from './remote-boundary.tsx';
import { useRemoteName } from './remote-root.tsx';
import { markDirty } from './safe-points.ts';

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
    <HeldWhileTouched key={buildId} name={name}>
      <RemoteBoundary onError={(error) => host().reportSlotError(name, buildId, error)}>
        {/* What is left of the props is the slot's own; a rest of a generic intersection cannot say so. */}
        <Component {...(props as unknown as SlotProps[Name])} />
      </RemoteBoundary>
    </HeldWhileTouched>
  );
}

/**
 * The page around a slot saves its own answers before another build takes its place; it cannot save what is in the
 * fields of a slot (a password, a card). So from the first key in a slot until it goes, the page stays as it is.
 */
function HeldWhileTouched({ name, children }: { name: SlotName; children: ReactNode }) {
  const page = useRemoteName();
  const element = useRef<HTMLDivElement>(null);
  const [isTouched, setTouched] = useState(false);

  useEffect(() => (isTouched ? markDirty(page) : undefined), [isTouched, page]);
  useEffect(() => {
    // Keys in a frame of somebody else (the card's) are never seen here; that the window lost the caret to it is.
    const lookIntoFrames = () => {
      const focused = document.activeElement;
      if (focused instanceof HTMLIFrameElement && element.current?.contains(focused)) setTouched(true);
    };
    window.addEventListener('blur', lookIntoFrames);
    return () => window.removeEventListener('blur', lookIntoFrames);
  }, []);

  return (
    <div ref={element} data-slot={name} onInput={() => setTouched(true)}>
      {children}
    </div>
  );
}
