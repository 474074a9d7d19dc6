import { getIn, setIn, type FormikErrors, type FormikTouched } from 'formik';
import type { FieldErrors } from './field-errors.ts';

/** Sentences by flat name (`recipients.0.name`) in the shape Formik holds them. */
export const toFormikErrors = <Values>(errors: FieldErrors): FormikErrors<Values> =>
  Object.entries(errors).reduce<FormikErrors<Values>>((all, [name, text]) => setIn(all, name, text), {});

/** The fields of `errors` marked as touched: those that say what is wrong with them. */
export const touchedBy = <Values>(errors: FieldErrors): FormikTouched<Values> =>
  Object.keys(errors).reduce<FormikTouched<Values>>((all, name) => setIn(all, name, true), {});

/** Formik's errors by flat name. */
export function toFieldErrors(errors: unknown, path = ''): FieldErrors {
  if (typeof errors === 'string') return { [path]: errors };
  if (typeof errors !== 'object' || errors === null) return {};
  return Object.entries(errors).reduce<FieldErrors>(
    (flat, [name, error]) => ({ ...flat, ...toFieldErrors(error, path ? `${path}.${name}` : name) }),
    {},
  );
}

/** Errors of touched fields, by flat name: what the page says. */
export const shownErrors = ({ errors, touched }: { errors: unknown; touched: unknown }): FieldErrors =>
  Object.fromEntries(Object.entries(toFieldErrors(errors)).filter(([name]) => getIn(touched, name) === true));
