import type { SlotName, SlotProps } from '@redress/contracts';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { FailurePanel } from './failure-panel.tsx';
import { type LoadedSlot, host } from './host-port.ts';
import { late } from './late.tsx';
import type { SlotElement } from './slot-element.tsx';
import type { TypedFields } from './typed-fields.ts';

type State<Name extends SlotName> =
  | { status: 'loading' }
  | { status: 'ready'; slot: LoadedSlot<Name>; Element: typeof SlotElement; turn: number; typed: TypedFields }
  | { status: 'failed' };

/** No first screen has a slot, so what stands around one is fetched with the first slot. */
const slotElement = late(() =>
  import(/* webpackChunkName: "slot" */ './slot-element.tsx').then((module) => module.SlotElement),
);
/** What the next build is given, and whether the one before may stay when the next does not load. */
interface Handover {
  typed: TypedFields;
  mayStay: boolean;
}

/**
 * A piece of another remote inside this one's page. When its build fails, the last good build takes its place; where
 * there is none, a panel with a way back, announced. The page around it works on.
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
  const handover = useRef<Handover>({ typed: new Map(), mayStay: false });

  useEffect(() => {
    let current = true;
    const { typed, mayStay } = handover.current;
    Promise.all([host().loadSlot(name), slotElement.load()]).then(
      ([slot, Element]) => current && setState({ status: 'ready', slot, Element, turn: attempt, typed }),
      () => current && setState((before) => (mayStay && before.status === 'ready' ? before : { status: 'failed' })),
    );
    return () => {
      current = false;
    };
  }, [name, attempt]);

  const replace = useCallback((typed: TypedFields, mayStay: boolean) => {
    handover.current = { typed, mayStay };
    setAttempt((number) => number + 1);
  }, []);
  const retry = () => {
    setState({ status: 'loading' });
    replace(handover.current.typed, false);
  };

  if (state.status === 'loading') return fallback;
  if (state.status === 'failed') return <FailurePanel onRetry={retry} />;
  const { Element, slot, turn, typed } = state;
  return (
    // What is there stays until its successor is loaded.
    <Element key={turn} name={name} slot={slot} typed={typed} onReplaced={replace}>
      {/* What is left of the props is the slot's own; a rest of a generic intersection cannot say so. */}
      <slot.Component {...(props as unknown as SlotProps[Name])} />
    </Element>
  );
}
