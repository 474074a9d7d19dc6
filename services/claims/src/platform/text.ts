import { errorText } from '@redress/copy/errors';
import { validationText } from '@redress/copy/validation';
import type { Locale } from '@redress/copy';

export type TextValues = Record<string, string | number>;
export type Text = (key: string, values?: TextValues) => string;

/** A tree of sentences: `{ mail: { code: { subject: '…' } } }`. */
export interface Catalogue {
  readonly [key: string]: string | Catalogue;
}

function find(catalogue: Catalogue, key: string): string | undefined {
  let node: string | Catalogue | undefined = catalogue;
  for (const part of key.split('.')) {
    if (typeof node !== 'object' || !Object.hasOwn(node, part)) return undefined;
    node = node[part];
  }
  return typeof node === 'string' ? node : undefined;
}

/**
 * Sentences by key. `errors.*` and `validation.*` are the site's own (`@redress/copy`), the rest is this service's:
 * the first catalogue that has the key speaks, so a language that lacks one falls back to English.
 * @returns the key itself when no catalogue has it: visible, and found by the test over all keys
 */
export const createText =
  (locale: Locale, catalogues: readonly Catalogue[]): Text =>
  (key, values = {}) => {
    if (key.startsWith('errors.')) return errorText(key, values, locale);
    if (key.startsWith('validation.')) return validationText(key.slice('validation.'.length), values);
    let sentence: string | undefined;
    for (const catalogue of catalogues) sentence ??= find(catalogue, key);
    return (sentence ?? key).replace(/\{(\w+)\}(\.?)/g, (whole, name: string, stop: string) => {
      if (!Object.hasOwn(values, name)) return whole;
      const value = String(values[name]);
      // "L.L.C." ends the sentence it stands at the end of.
      return value.endsWith('.') ? value : value + stop;
    });
  };
