const LINE_ENDS = /\s*[\n\v\f\r\u0085\u2028\u2029]\s*/gu;

/**
 * The same value with each text in it on one line: reasons, names and commit messages hold what people typed, and a line
 * end in one of them would write a line of its own into a list, a table or a mail.
 * @param value - what the release API answers: texts, numbers, lists and objects of them
 */
export function inOneLine<T>(value: T): T;
export function inOneLine(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(LINE_ENDS, ' ').trim();
  if (Array.isArray(value)) return value.map((item: unknown) => inOneLine(item));
  // A date is no list of fields.
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, inOneLine(item)]));
}
