import isPlainObject from './is-plain-object.ts';

/** One level of the values of a form: what is neither a list nor an object of fields is never written into. */
// eslint-disable-next-line no-restricted-syntax -- Formik imports the default
export default function clone(value: unknown): unknown {
  if (Array.isArray(value)) return [...value];
  return isPlainObject(value) ? { ...value } : value;
}
