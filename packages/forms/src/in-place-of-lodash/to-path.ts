/** The parts of a field's name: `facts[0].day` and `facts.0.day` name one field. */
// eslint-disable-next-line no-restricted-syntax -- Formik imports the default
export default function toPath(name: string | readonly (string | number)[]): string[] {
  if (typeof name !== 'string') return name.map(String);
  return name === '' ? [] : name.replaceAll(/\[(\d+)\]/g, '.$1').split('.');
}
