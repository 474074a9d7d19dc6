import type { SlotName, SlotProps } from '@redress/contracts';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { FailurePanel } from './failure-panel.tsx';
import { type LoadedSlot, host } from './host-port.ts';
import { late } from './late.tsx';
import type { SlotElement } from './slot-element.tsx';

type State<Name extends SlotName> =
  | { status: 'loading' }
  | { status: 'ready'; slot: LoadedSlot<Name>; Element: typeof SlotElement }
  | { status: 'failed' };

/** No first screen has a slot, so what stands around one is fetched with the first slot. */
const slotElement = late(() =>
  import(/* webpackChunkName: "slot" */ './slot-element.tsx').then((module) => module.SlotElement),
);

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

  useEffect(() => {
    let current = true;
    setState({ status: 'loading' });
    Promise.all([host().loadSlot(name), slotElement.load()]).then(
      ([slot, Element]) => current && setState({ status: 'ready', slot, Element }),
      () => current && setState({ status: 'failed' }),
    );
    return () => {
      current = false;
    };
  }, [name, attempt]);

  const retry = useCallback(() => setAttempt((number) => number + 1), []);

  if (state.status === 'loading') return fallback;
  if (state.status === 'failed') return <FailurePanel onRetry={retry} />;
  const { Element, slot } = state;
  return (
    <Element key={slot.buildId} name={name} buildId={slot.buildId} onReplaced={retry}>
      {/* What is left of the props is the slot's own; a rest of a generic intersection cannot say so. */}
      <slot.Component {...(props as unknown as SlotProps[Name])} />
    </Element>
  );
}
