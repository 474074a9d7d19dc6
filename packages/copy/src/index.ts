export { catalogue, inLocale } from './catalogue.ts';
export { currentLocale, pickLocale, setLocale } from './locale.ts';
export type { Locale } from './locale.ts';
