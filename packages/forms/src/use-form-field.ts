import { useField } from 'formik';
import { useFormBehaviour } from './form-context.ts';

export interface FormField<Value> {
  id: string;
  value: Value;
  error: string | undefined;
  setValue: (value: Value) => void;
  /** Put on the control, beside its own `id` and `name`. */
  aria: { 'aria-invalid'?: true; 'aria-describedby'?: string };
  hintId: string;
  errorId: string;
}

/** Sets several fields of the surrounding form at once: an address picked from a list, or taken from another place. */
export const useFillFields = (): ((filled: Record<string, unknown>) => void) => useFormBehaviour().change;

/**
 * One field of the surrounding form: its value, its error and the ids that join label, hint and error.
 * A field is judged on Continue; after that its error goes away as soon as what it says is mended.
 */
export function useFormField<Value>(name: string, hasHint = false): FormField<Value> {
  const [{ value }, { error: found, touched }] = useField<Value>(name);
  const { formId, change } = useFormBehaviour();
  // A list may hold errors of its entries in place of a sentence.
  const error = touched && typeof found === 'string' ? found : undefined;
  const id = `${formId}-${name.replaceAll('.', '-')}`;
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = [hasHint && hintId, error && errorId].filter(Boolean).join(' ');
  return {
    id,
    value,
    error,
    setValue: (next) => change({ [name]: next }),
    aria: { ...(error ? { 'aria-invalid': true } : {}), ...(described ? { 'aria-describedby': described } : {}) },
    hintId,
    errorId,
  };
}
