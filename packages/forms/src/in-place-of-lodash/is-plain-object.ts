/** Whether a value is an object of fields, and no list, day or file. */
// eslint-disable-next-line no-restricted-syntax -- Formik imports the default
export default function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
