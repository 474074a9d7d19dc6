export { catalogue, inLocale } from './catalogue.ts';
export type { Texts, Translation } from './catalogue.ts';
export { DEFAULT_LOCALE, LOCALES, currentLocale, isLocale, pickLocale, setLocale } from './locale.ts';
export type { Locale } from './locale.ts';
