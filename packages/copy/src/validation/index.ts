import { catalogue } from '../catalogue.ts';
import { en, type ValidationValues } from './en.ts';

export type { ValidationValues } from './en.ts';

const texts = catalogue(en);

export type ValidationKey = keyof typeof en;
export const isValidationKey = (key: string): key is ValidationKey => Object.hasOwn(en, key);

/**
 * The sentence for a message key of a schema. A key without a sentence gets a general one:
 * a claimant never reads a key.
 */
export function validationText(key: string, values: ValidationValues = {}): string {
  const entry = texts[isValidationKey(key) ? key : 'field.check'];
  return typeof entry === 'function' ? entry(values) : entry;
}
