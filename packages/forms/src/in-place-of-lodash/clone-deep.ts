import isPlainObject from './is-plain-object.ts';

/** All levels of the values of a form. */
// eslint-disable-next-line no-restricted-syntax -- Formik imports the default
export default function cloneDeep(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cloneDeep);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, cloneDeep(part)]));
}
