import type { SlotName } from '@redress/contracts';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { host } from './host-port.ts';
import type { Recover } from './recovery-context.ts';
import { RemoteBoundary } from './remote-boundary.tsx';
import { useRemoteName } from './remote-root.tsx';
import { markDirty } from './safe-points.ts';
import { SLOT_UNUSABLE } from './slot-event.ts';

interface SlotElementProps {
  name: SlotName;
  buildId: string;
  /** The build failed and another one is ready to take its place. */
  onReplaced(): void;
  children: ReactNode;
}

/**
 * What stands around the content of a slot. The page around a slot saves its own answers before another build takes its
 * place; it cannot save what is in the fields of a slot (a password, a card). So from the first key in a slot until the
 * slot goes, the page stays as it is.
 */
export function SlotElement({ name, buildId, onReplaced, children }: SlotElementProps) {
  const page = useRemoteName();
  const element = useRef<HTMLDivElement>(null);
  const [isTouched, setTouched] = useState(false);
  const holdsInput = useRef(false);

  const recover: Recover = useCallback(
    async (error) => {
      const isReplaced = await host().recoverSlot(name, buildId, { error, holdsInput: holdsInput.current });
      if (isReplaced) onReplaced();
      return isReplaced;
    },
    [name, buildId, onReplaced],
  );

  useEffect(() => {
    holdsInput.current = isTouched;
    return isTouched ? markDirty(page) : undefined;
  }, [isTouched, page]);
  useEffect(() => {
    const slot = element.current;
    // A part of the card form may be another site's frame: keys in it are not seen here, but the window loses focus to it.
    const lookIntoFrames = () => {
      const focused = document.activeElement;
      if (focused instanceof HTMLIFrameElement && slot?.contains(focused)) setTouched(true);
    };
    const onUnusable = (event: Event) => void recover((event as CustomEvent).detail);
    window.addEventListener('blur', lookIntoFrames);
    slot?.addEventListener(SLOT_UNUSABLE, onUnusable);
    return () => {
      window.removeEventListener('blur', lookIntoFrames);
      slot?.removeEventListener(SLOT_UNUSABLE, onUnusable);
    };
  }, [recover]);

  return (
    <div ref={element} data-slot={name} data-build={buildId} onInput={() => setTouched(true)}>
      <RemoteBoundary recover={recover}>{children}</RemoteBoundary>
    </div>
  );
}
