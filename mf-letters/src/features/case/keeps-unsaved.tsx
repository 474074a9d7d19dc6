import { useFillFields } from '@redress/forms';
import { useUnsavedChanges } from '@redress/mf-runtime';
import { PERSONAL_STORAGE_PREFIX, stored, useAppSelector } from '@redress/session-store';
import { useEffect, useRef, useState } from 'react';

/** Values of a form at the end of a session, by address and form: the page after the sign-in is a new one. Declared in remote.config.ts. */
const typed = stored('tab', `${PERSONAL_STORAGE_PREFIX}case-form.`, (kept) =>
  typeof kept === 'object' ? (kept as Record<string, unknown> | null) : null,
);

/**
 * Keeps what is typed in a form: another build of this remote waits until it is sent, closing the tab asks first, and it
 * outlasts a sign-in. Component, not a hook of the page: only a child of the form reads the form's values.
 * @param as - names the form in the case; what stands in one without a name is never written down
 */
export function KeepsUnsaved({ values, begun, as }: { values: object; begun: object; as?: string }) {
  // The case may be read again meanwhile: what a form would begin with now was not typed.
  const [first] = useState(() => JSON.stringify(begun));
  const isDirty = JSON.stringify(values) !== first;
  useUnsavedChanges(isDirty);
  // Of the page it was drawn on: when the session has ended, the address is that of the log-in already.
  const [name] = useState(() => (as === undefined ? null : `${location.pathname} ${as}`));
  const hasEnded = useAppSelector(({ session }) => session.status === 'anonymous' && session.ended === true);
  const latest = useRef({ values, isDirty, fill: useFillFields() });
  useEffect(() => void Object.assign(latest.current, { values, isDirty }));
  useEffect(() => {
    if (name === null) return;
    const kept = typed.read(name);
    if (!hasEnded && kept) latest.current.fill(kept);
    typed.write(hasEnded && latest.current.isDirty ? { ...latest.current.values } : null, name);
  }, [name, hasEnded]);
  return null;
}
