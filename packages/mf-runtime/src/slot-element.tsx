import type { SlotName } from '@redress/contracts';
import { Fragment, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { BrowserRouter, useInRouterContext } from 'react-router-dom';
import { type LoadedSlot, host } from './host-port.ts';
import type { Recover } from './recovery-context.ts';
import { RemoteBoundary } from './remote-boundary.tsx';
import { useRemoteName } from './remote-root.tsx';
import { markDirty } from './safe-points.ts';
import { SLOT_UNUSABLE } from './slot-event.ts';
import { enterSlot } from './slots-on-screen.ts';
import { type TypedFields, type TypedFieldsWatch, giveTypedFields, watchTypedFields } from './typed-fields.ts';

interface SlotElementProps {
  name: SlotName;
  slot: Pick<LoadedSlot<SlotName>, 'buildId' | 'inPlaceOf'>;
  /** What was typed into the build before this one. */
  typed: TypedFields;
  /** Another build is to take its place, with what is typed now. `mayStay`: this one still works. */
  onReplaced(typed: TypedFields, mayStay: boolean): void;
  children: ReactNode;
}

/**
 * What stands around the content of a slot. The page around a slot saves its own answers before another build takes its
 * place; it cannot save what is in the fields of a slot (a password, a card). So from the first key in a slot until the
 * slot goes, the page stays as it is. When the slot's own build fails or is withdrawn, its successor is given what was
 * typed, without passwords, codes and cards.
 */
export function SlotElement({ name, slot, typed, onReplaced, children }: SlotElementProps) {
  const page = useRemoteName();
  // A page with an address of its own has no router; what stands in a slot of it may link and navigate by one.
  const Router = useInRouterContext() ? Fragment : BrowserRouter;
  const { buildId, inPlaceOf } = slot;
  const element = useRef<HTMLDivElement>(null);
  const [isTouched, setTouched] = useState(false);
  const isUsed = useRef(false);
  const holdsInput = useRef(false);
  const fields = useRef<TypedFieldsWatch>(null);

  const recover: Recover = useCallback(
    async (error) => {
      // Now: a moment later the fields of what has thrown are forgotten.
      const kept = fields.current?.read() ?? new Map();
      const isReplaced = await host().recoverSlot(name, buildId, { error, holdsInput: holdsInput.current });
      if (isReplaced) onReplaced(kept, false);
      return isReplaced;
    },
    [name, buildId, onReplaced],
  );

  useEffect(() => (isTouched ? markDirty(page) : undefined), [isTouched, page]);
  useEffect(
    () =>
      enterSlot({
        name,
        buildId,
        inPlaceOf,
        page,
        isUsed: () => isUsed.current,
        replace: (mayStay) => onReplaced(fields.current?.read() ?? new Map(), mayStay),
      }),
    [name, buildId, inPlaceOf, page, onReplaced],
  );
  useEffect(() => {
    const drawn = element.current;
    if (!drawn) return;
    const watch = watchTypedFields(drawn);
    fields.current = watch;
    const touch = () => {
      isUsed.current = holdsInput.current = true;
      setTouched(true);
    };
    const onInput = ({ target }: Event) => {
      watch.note(target);
      touch();
    };
    const onPress = () => (isUsed.current = true);
    // A part of the card form may be another site's frame: keys in it are not seen here, but the window loses focus to it.
    const watchFrameFocus = () => {
      const focused = document.activeElement;
      if (focused instanceof HTMLIFrameElement && drawn.contains(focused)) touch();
    };
    const onUnusable = (event: Event) => void recover((event as CustomEvent).detail);
    const stopping = new AbortController();
    const { signal } = stopping;
    drawn.addEventListener('input', onInput, { signal });
    drawn.addEventListener('click', onPress, { signal });
    window.addEventListener('blur', watchFrameFocus, { signal });
    drawn.addEventListener(SLOT_UNUSABLE, onUnusable, { signal });
    const stopGiving = giveTypedFields(drawn, typed);
    return () => {
      stopping.abort();
      stopGiving();
      watch.stop();
    };
  }, [recover, typed]);

  return (
    <div ref={element} data-slot={name} data-build={buildId}>
      <RemoteBoundary recover={recover}>
        <Router>{children}</Router>
      </RemoteBoundary>
    </div>
  );
}
