import { common } from '@redress/copy/common';
import { Formik, type FormikHelpers } from 'formik';
import { useId, useRef, useState, type ReactNode, type RefObject } from 'react';
import type * as z from 'zod/mini';
import { validationText, type ValidationValues } from '@redress/copy/validation';
import { ErrorSummary } from './error-summary.tsx';
import { FormBehaviourProvider } from './form-context.ts';
import styles from './form.module.css';
import { zodValidate, type FieldErrors } from './zod-validate.ts';

/** What a submit handler gives back when the server refused: sentences for fields, and one for the whole. */
export interface SubmitRefusal {
  message?: string;
  fields?: FieldErrors;
}

export interface FormProps<Values extends object> {
  initialValues: Values;
  schema?: z.core.$ZodType;
  /** Checks that a schema cannot hold (two fields against each other, a clock); laid over those of the schema. */
  check?: (values: Values) => FieldErrors;
  messageValues?: ValidationValues;
  /** Every change at once: the wizard merges it into its answers, so nothing typed waits for Continue. */
  onChange?: (change: Partial<Values>) => void;
  /** Continue was pressed with something missing or wrong. */
  onInvalid?: (errors: FieldErrors) => void;
  onSubmit: (values: Values) => Promise<SubmitRefusal | undefined> | SubmitRefusal | undefined | void;
  /** One sentence above the list of what is wrong. */
  summaryMessage?: string;
  /** Of the form's element, for who has to reach it from outside. */
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
 * A form judged when it is sent, not while it is typed. One thing wrong: that field takes focus. More: a summary that
 * links to each takes it (WCAG 3.3.1). Sent once however often it is pressed; what was typed always stays.
 */
export function Form<Values extends object>({
  initialValues,
  schema,
  check,
  messageValues,
  onChange,
  onInvalid,
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
  const sending = useRef(false);
  const [refusal, setRefusal] = useState<{ message: string | undefined; errors: [string, string][] } | null>(null);

  const validate = (values: object): FieldErrors => ({
    ...(schema ? zodValidate(schema, messageValues)(values) : {}),
    ...check?.(values as Values),
    ...(formRef.current ? unrealDates(formRef.current) : {}),
  });

  const show = (errors: FieldErrors, message: string | undefined) => {
    const form = formRef.current;
    if (!form) return;
    const ordered = errorFieldsInPageOrder(form, errors);
    setRefusal({ message, errors: namedApart(form, ordered) });
    if (ordered.length === 1 && !message) focusField(form, ordered[0]?.[0] ?? '');
  };

  const send = async (values: Values, { setErrors }: FormikHelpers<Values>) => {
    if (sending.current) return;
    sending.current = true;
    try {
      const errors = validate(values);
      setErrors(errors as never); // flat names, nested fields by path: what useFormField reads
      if (Object.keys(errors).length > 0) {
        onInvalid?.(errors);
        show(errors, summaryMessage);
        return;
      }
      setRefusal(null);
      const refused = await onSubmit(values);
      if (!refused) return;
      setErrors((refused.fields ?? {}) as never);
      show(refused.fields ?? {}, refused.message ?? (refused.fields ? summaryMessage : common.problem.heading));
    } finally {
      sending.current = false;
    }
  };

  return (
    <Formik initialValues={initialValues} onSubmit={send} validateOnChange={false} validateOnBlur={false}>
      {({ handleSubmit, isSubmitting, values, errors }) => (
        <FormBehaviourProvider
          value={{
            formId,
            validate,
            onFieldChange: (name, changed) => {
              const top = name.split('.', 1)[0] as string;
              onChange?.({ [top]: changed[top] } as Partial<Values>);
            },
          }}
        >
          <form
            ref={formRef}
            // Without its script it sends nothing: what is typed must not get into an address.
            method="dialog"
            noValidate
            aria-label={label}
            className={[styles['form'], className].filter(Boolean).join(' ')}
            onSubmit={handleSubmit}
          >
            {refusal && (
              <ErrorSummary
                refusal={refusal}
                standing={errors as Record<string, string | undefined>}
                onJump={(name) => formRef.current && focusField(formRef.current, name)}
              />
            )}
            {typeof children === 'function' ? children({ isSubmitting, values }) : children}
          </form>
        </FormBehaviourProvider>
      )}
    </Formik>
  );
}

/** Focus on a field by name; for a group, its first control. */
function focusField(form: HTMLFormElement, name: string): void {
  const control = form.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`);
  control?.focus();
  control?.scrollIntoView?.({ block: 'center' });
}
