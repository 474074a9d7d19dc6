import { useUnsavedChanges } from '@redress/mf-runtime';

/**
 * Keeps what is typed in a form: another build of this remote waits until it is sent, and closing the tab asks first.
 * Component, not a hook of the page: only a child of the form reads the form's values.
 */
export function KeepsUnsaved({ values, begun }: { values: object; begun: object }) {
  useUnsavedChanges(JSON.stringify(values) !== JSON.stringify(begun));
  return null;
}
