import { common } from '@redress/copy/common';
import { FormikProvider, setIn, useFormik, type FormikState } from 'formik';
import { useId, useRef, type ReactNode, type RefObject } from 'react';
import type * as z from 'zod/mini';
import { validationText, type ValidationValues } from '@redress/copy/validation';
import { ErrorSummary, type Refusal } from './error-summary.tsx';
import { FormBehaviourProvider } from './form-context.ts';
import { shownErrors, toFieldErrors, toFormikErrors, touchedBy } from './formik-errors.ts';
import styles from './form.module.css';
import { fieldErrors, type FieldErrors } from './field-errors.ts';

/** What a submit handler gives back when the server refused: sentences for fields, and one for the whole. */
export interface SubmitRefusal {
  message?: string;
  fields?: FieldErrors;
}

export interface FormProps<Values extends object> {
  initialValues: Values;
  schema?: z.core.$ZodType;
  /** Checks that a schema cannot hold (two fields against each other, a clock), told which days stand half typed; laid over those of the schema. */
  check?: (values: Values, unreal: FieldErrors) => FieldErrors;
  messageValues?: ValidationValues;
  /** Every change at once, with the key that made it. */
  onChange?: (change: Partial<Values>) => void;
  /** Continue was pressed with something missing or wrong. */
  onInvalid?: (errors: FieldErrors) => void;
  /** Something was refused here before this form was drawn, by a build whose place this one took. */
  isRefused?: boolean;
  /** Something was refused, and now nothing is wrong any more. */
  onMended?: () => void;
  onSubmit: (values: Values) => Promise<SubmitRefusal | undefined> | SubmitRefusal | undefined | void;
  /** One sentence above the list of what is wrong. */
  summaryMessage?: string;
  /** Reference to the form's element, for who has to reach it from outside. */
  formRef?: RefObject<HTMLFormElement | null>;
  /** Names the form for assistive technology when the page has more than one. */
  label?: string;
  className?: string;
  children: ReactNode | ((state: { isSubmitting: boolean; values: Values }) => ReactNode);
}

const errorFieldsInPageOrder = (form: HTMLFormElement, errors: FieldErrors): [string, string][] => {
  const position = (name: string) => {
    const control = form.querySelector(`[name="${CSS.escape(name)}"]`);
    return control ? [...form.querySelectorAll('[name]')].indexOf(control) : Number.MAX_SAFE_INTEGER;
  };
  return Object.entries(errors).sort(([a], [b]) => position(a) - position(b));
};

/** A day that does not exist (02/29/2025) is empty for a script: only the control knows that something stands in it. */
const unrealDates = (form: HTMLFormElement): FieldErrors =>
  Object.fromEntries(
    [...form.querySelectorAll<HTMLInputElement>('input[type="date"]')]
      .filter(({ validity }) => validity.badInput)
      .map(({ name }) => [name, validationText('date.format')]),
  );

/** In the summary, away from its field, a sentence that others share or that names nothing says which field it means. */
function namedApart(form: HTMLFormElement, errors: [string, string][]): [string, string][] {
  const labelOf = (name: string) => {
    const control = form.querySelector<HTMLInputElement>(`[name="${CSS.escape(name)}"]`);
    return control?.labels?.[0]?.firstChild?.textContent?.trim();
  };
  return errors.map(([name, sentence]) => {
    const isShared = errors.filter(([, other]) => other === sentence).length > 1;
    const isUnnamed = isShared || sentence === validationText('field.required');
    const label = isUnnamed ? labelOf(name)?.replace(/[?:.!]$/, '') : undefined;
    return [name, label ? `${label}: ${sentence}` : sentence];
  });
}

/**
 * A form checked when it is sent, not while it is typed. One thing wrong: that field takes focus. More: a summary that
 * links to each takes it (WCAG 3.3.1). Sent once however often it is pressed; what was typed always stays.
 *
 * Formik holds all of it: `values`, `errors` (of everything wrong, found on Continue and again at each change while
 * there are any), `touched` (what was refused on Continue and not mended since: the fields that say so) and `status`
 * (the summary). Checks answer at once, so no later answer can overtake an earlier one.
 */
export function Form<Values extends object>({
  initialValues,
  schema,
  check,
  messageValues,
  onChange,
  onInvalid,
  isRefused = false,
  onMended,
  onSubmit,
  summaryMessage,
  formRef: givenRef,
  label,
  className,
  children,
}: FormProps<Values>) {
  const formId = useId();
  const ownRef = useRef<HTMLFormElement>(null);
  const formRef = givenRef ?? ownRef;
  const sending = useRef<'checked' | 'sent' | null>(null);

  const formik = useFormik<Values>({
    initialValues,
    validateOnChange: false,
    validateOnBlur: false,
    validate(values) {
      const unreal = formRef.current ? unrealDates(formRef.current) : {};
      const wrong = schema ? fieldErrors(schema, values, messageValues) : {};
      return toFormikErrors<Values>({ ...wrong, ...check?.(values, unreal), ...unreal });
    },
    async onSubmit(values) {
      sending.current = 'sent';
      setStatus(undefined);
      const refused = await onSubmit(values);
      if (!refused) return;
      const fields = refused.fields ?? {};
      setErrors(toFormikErrors<Values>(fields));
      refuse(fields, refused.message ?? (refused.fields ? summaryMessage : common.problem.heading));
    },
  });
  const { setErrors, setFormikState, setStatus, setValues, submitForm, isSubmitting, values } = formik;

  /** Formik's state of this moment: two changes may come between two renderings. */
  const latest = (): FormikState<Values> => {
    let now: FormikState<Values> = formik;
    setFormikState((state) => (now = state));
    return now;
  };

  /** Says what is wrong. Fields that are right are no longer touched: they say nothing until the next Continue. */
  const refuse = (found: FieldErrors, message: string | undefined) => {
    setFormikState((state) => ({ ...state, touched: touchedBy<Values>(found) }));
    const form = formRef.current;
    if (!form) return;
    const ordered = errorFieldsInPageOrder(form, found);
    setStatus({ message, errors: namedApart(form, ordered) } satisfies Refusal);
    if (ordered.length === 1 && !message) focusField(form, ordered[0]?.[0] ?? '');
  };

  const submit = async () => {
    if (sending.current) return;
    sending.current = 'checked';
    try {
      await submitForm();
      if (sending.current !== 'checked') return;
      const found = toFieldErrors(latest().errors);
      onInvalid?.(found);
      refuse(found, summaryMessage);
    } finally {
      sending.current = null;
    }
  };

  const change = (changed: Record<string, unknown>) => {
    const before = latest();
    const next = Object.entries(changed).reduce<Values>((all, [name, value]) => setIn(all, name, value), before.values);
    // While nothing is refused nothing is asked: the check of a whole form is no work for every key of a long story.
    const isChecked = isRefused || Object.keys(before.errors).length > 0;
    const checked = setValues(next, isChecked);
    const topNames = new Set(Object.keys(changed).map((name) => name.split('.', 1)[0]));
    onChange?.(Object.fromEntries(Object.entries(next).filter(([name]) => topNames.has(name))) as Partial<Values>);
    if (!isChecked) return;
    void checked.then(() => {
      // What is mended leaves the touched ones. It may be wrong again: that is said on Continue.
      setFormikState((state) => ({ ...state, touched: touchedBy<Values>(shownErrors(state)) }));
      if (Object.keys(latest().errors).length === 0) onMended?.();
    });
  };

  const refusal: Refusal | undefined = formik.status;
  return (
    <FormikProvider value={formik}>
      <FormBehaviourProvider value={{ formId, change }}>
        <form
          ref={formRef}
          // Without its script it sends nothing: what is typed must not get into an address.
          method="dialog"
          noValidate
          aria-label={label}
          className={[styles['form'], className].filter(Boolean).join(' ')}
          onSubmit={(event) => {
            event.preventDefault();
            event.stopPropagation();
            void submit();
          }}
        >
          {refusal && (
            <ErrorSummary
              refusal={refusal}
              standing={shownErrors(formik)}
              onJump={(name) => formRef.current && focusField(formRef.current, name)}
            />
          )}
          {typeof children === 'function' ? children({ isSubmitting, values }) : children}
        </form>
      </FormBehaviourProvider>
    </FormikProvider>
  );
}

/** Focus on a field by name; for a group, its first control. */
function focusField(form: HTMLFormElement, name: string): void {
  const control = form.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`);
  // What is folded away takes no focus.
  control?.closest('details')?.setAttribute('open', '');
  control?.focus();
  control?.scrollIntoView?.({ block: 'center' });
}
