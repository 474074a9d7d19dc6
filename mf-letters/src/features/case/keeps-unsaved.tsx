import { useUnsavedChanges } from '@redress/mf-runtime';

/**
 * Keeps what is typed in a form: another build of this remote waits until it is sent, and closing the tab asks first.
 * A component of its own, because the edits of a form are known inside it alone.
 */
export function KeepsUnsaved({ values, begun }: { values: object; begun: object }) {
  useUnsavedChanges(JSON.stringify(values) !== JSON.stringify(begun));
  return null;
}
