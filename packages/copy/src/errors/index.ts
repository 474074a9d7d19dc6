import { catalogue, inLocale } from '../catalogue.ts';
import { currentLocale, type Locale } from '../locale.ts';
import { en, type ErrorValues } from './en.ts';
import { tr } from './tr.ts';

export type { ErrorValues } from './en.ts';

const texts = catalogue(en, { tr });

export type ErrorTextKey = `errors.${keyof typeof en}`;
const nameOf = (key: string) => (key.startsWith('errors.') ? key.slice('errors.'.length) : key);
export const hasErrorText = (key: string): boolean => Object.hasOwn(en, nameOf(key));

/** Codes only a browser knows, as the catalogue of refusals names its own. */
export const CLIENT_ERROR_TEXTS = {
  OFFLINE: 'errors.offline',
  TIMED_OUT: 'errors.timedOut',
  BAD_ANSWER: 'errors.badAnswer',
  EMPTY_ANSWER: 'errors.emptyAnswer',
} as const satisfies Record<string, ErrorTextKey>;

/**
 * The sentence for a refusal.
 * @param key - `text` of an entry of the contracts' `ERRORS`; anything unknown reads as a fault of ours
 */
export function errorText(key: string, values: ErrorValues = {}, locale: Locale = currentLocale()): string {
  const name = hasErrorText(key) ? (nameOf(key) as keyof typeof en) : 'internal';
  const entry = inLocale(texts, locale)[name];
  return typeof entry === 'function' ? entry(values) : entry;
}
