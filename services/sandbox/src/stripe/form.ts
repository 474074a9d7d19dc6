import { invalidRequest } from './errors.ts';

/** Values of a form-encoded body: text, lists and maps, nested as `a[b][0]=c` says. */
export type FormValue = string | FormValue[] | { [key: string]: FormValue };
export type FormFields = { [key: string]: FormValue };

/** @throws {StripeRefusal} when one name is used as text and as a map. */
export function parseForm(encoded: string): FormFields {
  const root: FormFields = {};
  for (const [name, value] of new URLSearchParams(encoded)) {
    const path = name
      .split(/\[|\]\[|\]/)
      .filter((part, index, all) => index === 0 || part !== '' || index < all.length - 1);
    place(root, path, value, name);
  }
  return asLists(root) as FormFields;
}

function place(root: FormFields, path: string[], value: string, name: string): void {
  let spot = root;
  for (const [index, step] of path.entries()) {
    const key = step === '' ? String(Object.keys(spot).length) : step;
    if (['__proto__', 'constructor', 'prototype'].includes(key)) throw invalidRequest(`Invalid parameter: ${name}`);
    if (index === path.length - 1) {
      spot[key] = value;
      return;
    }
    const next = spot[key] ?? (spot[key] = {});
    if (typeof next === 'string' || Array.isArray(next))
      throw invalidRequest(`Invalid parameter: ${name}`, { param: name });
    spot = next;
  }
}

/** A map whose keys are 0, 1, 2, … is a list. */
function asLists(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, asLists(each)] as const);
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index));
  return isList ? entries.map(([, each]) => each) : Object.fromEntries(entries);
}
