import { getIn, setIn, useFormikContext } from 'formik';
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

type Errors = Record<string, string | undefined>;

/**
 * What was refused and is still wrong: mending one answer may settle another's error, and never raises a new one.
 * While nothing is refused nothing is asked: the check of a whole form is no work for every key of a long story.
 * @returns null when all stay as they are
 */
function stillValidErrors(errors: Errors, find: () => Record<string, string>): Errors | null {
  const refused = Object.entries(errors);
  if (refused.length === 0) return null;
  const found = find();
  return Object.fromEntries(refused.filter(([name]) => found[name] !== undefined));
}

/** Sets several fields of the surrounding form at once: an address picked from a list, or taken from another place. */
export function useFillFields(): (filled: Record<string, unknown>) => void {
  const { values, errors, setValues, setErrors } = useFormikContext<Record<string, unknown>>();
  const { onFieldChange, validate } = useFormBehaviour();
  return (filled) => {
    const changed = { ...values, ...filled };
    void setValues(changed, false);
    for (const name of Object.keys(filled)) onFieldChange(name, changed);
    const standing = stillValidErrors(errors as Errors, () => validate(changed));
    if (standing) setErrors(standing as never); // flat names
  };
}

/**
 * One field of the surrounding form: its value, its error and the ids that join label, hint and error.
 * A field is judged on Continue; after that its error goes away as soon as what it says is mended.
 */
export function useFormField<Value>(name: string, hasHint = false): FormField<Value> {
  const { values, errors, setFieldValue, setErrors } = useFormikContext<Record<string, unknown>>();
  const { formId, onFieldChange, validate } = useFormBehaviour();
  const flat = errors as Errors;
  const error = flat[name];
  const id = `${formId}-${name.replaceAll('.', '-')}`;
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = [hasHint && hintId, error && errorId].filter(Boolean).join(' ');

  const setValue = (next: Value) => {
    const changed = setIn(values, name, next) as Record<string, unknown>;
    void setFieldValue(name, next, false);
    onFieldChange(name, changed);
    const standing = stillValidErrors(flat, () => validate(changed));
    if (standing) setErrors(standing as never); // flat names, as Form sets them
  };

  return {
    id,
    value: getIn(values, name) as Value,
    error,
    setValue,
    aria: { ...(error ? { 'aria-invalid': true } : {}), ...(described ? { 'aria-describedby': described } : {}) },
    hintId,
    errorId,
  };
}
